import { admin, type Admin } from '@hufu/contract/permission/admin'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Form } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { UserSelect } from '../../../pickers/user/user-select.tsx'
import { RolesField } from './roles-field.tsx'
import { text } from './text.ts'

interface Typed {
  users: UserBrief[]
  roleIds: string[]
}
interface Props {
  row: Admin | undefined
  /** Chosen from the start. */
  users?: UserBrief[] | undefined
  onClose: () => void
}
const words = text.dialog
const filled = (message: string) => ({ type: 'array' as const, required: true, min: 1, message })

/** Makes users administrators by giving them roles, or replaces the roles of one administrator. */
export default function AdminDialog({ row, users, onClose }: Props) {
  const save = useAction(admin.save, { refreshes: [admin.page] })
  const update = useAction(admin.update, { refreshes: [admin.page] })
  const store = async ({ users, roleIds }: Typed) => {
    if (row) {
      if (!ok(await update.run({ body: { id: row.id, roleIds, version: row.version } }))) return false
      notifier.done(text.acts.saved)
      return true
    }
    const answer = await save.run({ body: { userIds: users.map(user => user.id), roleIds } })
    if (!ok(answer)) return false
    notifier.done(text.acts.added(answer.data))
    return true
  }
  /** Asks once more before giving the super administrator role; the dialog then closes when the change is saved. */
  const submit = async (typed: Typed) => {
    const isRaised = typed.roleIds.includes(SUPER_ADMIN) && !row?.roleIds.includes(SUPER_ADMIN)
    if (!isRaised) return store(typed)
    const run = async () => {
      if (await store(typed)) onClose()
    }
    confirmAct({ title: words.superTitle, content: words.superText, okText: words.superOk, danger: true, run })
    return false
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit(row.realName) : words.add}
      initial={{ users: users ?? [], roleIds: row?.roleIds ?? [] }}
      onSubmit={submit}
      onClose={onClose}
    >
      {!row && (
        <Form.Item name="users" label={words.users} rules={[filled(words.usersMissing)]}>
          <UserSelect />
        </Form.Item>
      )}
      <Form.Item name="roleIds" label={words.roles} extra={words.rolesHint} rules={[filled(words.rolesMissing)]}>
        <RolesField {...(row && { before: row })} />
      </Form.Item>
    </FormDialog>
  )
}
