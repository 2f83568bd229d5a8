import { dict, dictTypeForm, type DictType } from '@hufu/contract/operations/dict'
import { Form, Input } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { INPUT_MAX, REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useServerRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-dict-acts.ts'

interface Typed {
  type: string
  name: string
  remark: string | null
}
interface Props {
  /** Absent: a new type. */
  row: DictType | undefined
  onSaved: (type: string) => void
  onClose: () => void
}
const words = text.dialog

export default function TypeDialog({ row, onSaved, onClose }: Props) {
  const save = useAction(dict.saveType, { refreshes: REFRESHES })
  const update = useAction(dict.updateType, { refreshes: REFRESHES })
  const typeRule = useServerRule(async (type, signal) =>
    (await fetchData(dict.typeTaken, { query: { type }, signal })) ? words.typeTaken : undefined,
  )
  const submit = async ({ type, name, remark }: Typed) => {
    const body = { name, remark: remark ?? '' }
    const answer: Envelope = row
      ? await update.run({ body: { id: row.id, ...body, version: row.version } })
      : await save.run({ body: { type, ...body } })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    if (!row) onSaved(type)
    return true
  }
  return (
    <FormDialog<Typed> title={row ? text.editType(row.name) : text.add} initial={row ?? {}} onSubmit={submit} onClose={onClose}>
      {!row && (
        <Form.Item
          name="type"
          label={words.type}
          extra={words.typeHint}
          required
          validateFirst
          rules={[needed(words.type), matches(dictTypeForm, words.typeProblem), typeRule]}
        >
          <TrimInput />
        </Form.Item>
      )}
      <Form.Item name="name" label={words.name} required rules={[needed(words.name), legal]}>
        <Input maxLength={INPUT_MAX} />
      </Form.Item>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} rows={2} showCount />
      </Form.Item>
    </FormDialog>
  )
}
