import { dict, dictCodeForm, type DictItem, type DictType } from '@hufu/contract/operations/dict'
import { Form, Input, InputNumber, Switch } from 'antd'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../platform/flag.ts'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { INPUT_MAX, REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useServerRule, sortNumRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-dict-acts.ts'

interface Typed {
  name: string
  code: string
  sortNum: number | null
  status: Flag
  remark: string | null
}
interface Props {
  type: DictType
  /** Absent: a new item. */
  row: DictItem | undefined
  onClose: () => void
}
const words = text.dialog
/** Why its code cannot be changed. */
const codeLockedReason = (row: DictItem | undefined) =>
  isOn(row?.locked) ? text.codeLocked : row?.useCount ? text.codeInUse(row.useCount) : undefined

export default function ItemDialog({ type: { type }, row, onClose }: Props) {
  const save = useAction(dict.save, { refreshes: REFRESHES })
  const update = useAction(dict.update, { refreshes: REFRESHES })
  const codeRule = useServerRule(async (code, signal) =>
    (await fetchData(dict.codeTaken, { query: { type, code, ...(row && { id: row.id }) }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async ({ name, code, sortNum, status, remark }: Typed) => {
    const body = { name, code, remark: remark ?? '', ...(sortNum ? { sortNum } : {}) }
    const answer: Envelope = row
      ? await update.run({ body: { id: row.id, ...body, version: row.version } })
      : await save.run({ body: { type, ...body, status } })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  const keptCode = codeLockedReason(row)
  return (
    <FormDialog<Typed>
      title={row ? text.editItem(row.name) : text.addItem}
      initial={row ? { ...row, status: row.status as Flag } : { status: 1 }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required rules={[needed(words.name), legal]}>
          <Input maxLength={INPUT_MAX} />
        </Form.Item>
        <Form.Item
          name="code"
          label={words.code}
          extra={keptCode ?? words.codeHint}
          required
          validateFirst
          rules={[needed(words.code), matches(dictCodeForm, words.codeProblem), codeRule]}
        >
          <TrimInput disabled={keptCode !== undefined} />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
        {!row && (
          <FlagField name="status" label={words.status}>
            <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
          </FlagField>
        )}
      </div>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} rows={2} showCount />
      </Form.Item>
    </FormDialog>
  )
}
