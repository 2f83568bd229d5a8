import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import { Form, Input, InputNumber } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS, REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useAsked, wholeSortNum } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { GROUP_LISTS } from './use-auth-group-acts.ts'

interface Typed {
  name: string
  code: string
  sortNum: number | null
  remark: string
}
interface Props {
  /** Absent: a new one. */
  row: AuthGroup | undefined
  onClose: () => void
}
const words = text.dialog
const CODE = /^[A-Za-z0-9_.-]{1,50}$/

export default function AuthGroupDialog({ row, onClose }: Props) {
  const save = useAction(authGroup.save, { refreshes: GROUP_LISTS })
  const update = useAction(authGroup.update, { refreshes: GROUP_LISTS })
  const own = row && { id: row.id }
  const nameRule = useAsked(async (name, signal) =>
    (await fetchData(authGroup.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useAsked(async (code, signal) =>
    (await fetchData(authGroup.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async ({ name, code, sortNum, remark }: Typed) => {
    const body = { name, code, remark, ...(sortNum !== null && { sortNum }) }
    const answer: Envelope = row
      ? await update.run({ body: { ...body, id: row.id, version: row.version } })
      : await save.run({ body: { ...body, status: 1 } })
    if (!ok(answer)) return false
    notifier.toast(text.acts.saved, CONFIG_MS, 'success')
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      initial={{ name: row?.name ?? '', code: row?.code ?? '', sortNum: row?.sortNum ?? null, remark: row?.remark ?? '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
        <TrimInput />
      </Form.Item>
      <Form.Item
        name="code"
        label={words.code}
        extra={words.codeHint}
        required
        validateFirst
        rules={[needed(words.code), matches(CODE, words.codeProblem), codeRule]}
      >
        <TrimInput />
      </Form.Item>
      <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[wholeSortNum]}>
        <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
      </Form.Item>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
