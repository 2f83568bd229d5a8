import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import { Form, Input } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { NameAndCode, SortNumField } from '../../../ui/dialog/name-and-code.tsx'
import { legal } from '../../../ui/form/rules.ts'
import { text } from './text.ts'
import { GROUP_LISTS } from './use-auth-group-acts.ts'

interface Typed {
  name: string
  code: string
  sortNum: number | null
  remark: string
}
interface Props {
  /** Absent: a new group. */
  row: AuthGroup | undefined
  onClose: () => void
}
const words = text.dialog

export default function AuthGroupDialog({ row, onClose }: Props) {
  const save = useAction(authGroup.save, { refreshes: GROUP_LISTS })
  const update = useAction(authGroup.update, { refreshes: GROUP_LISTS })
  const own = row && { id: row.id }
  const submit = async ({ name, code, sortNum, remark }: Typed) => {
    const body = { name, code, remark, ...(sortNum !== null && { sortNum }) }
    const answer: Envelope = row
      ? await update.run({ body: { ...body, id: row.id, version: row.version } })
      : await save.run({ body: { ...body, status: 1 } })
    if (!ok(answer)) return false
    notifier.done(text.acts.saved)
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      initial={{ name: row?.name ?? '', code: row?.code ?? '', sortNum: row?.sortNum ?? null, remark: row?.remark ?? '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameAndCode
        words={words}
        isNameTaken={(name, signal) => fetchData(authGroup.nameTaken, { query: { name, ...own }, signal })}
        isCodeTaken={(code, signal) => fetchData(authGroup.codeTaken, { query: { code, ...own }, signal })}
      />
      <SortNumField label={words.sortNum} hint={words.sortHint} />
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
