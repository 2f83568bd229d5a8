import { appRole } from '@hufu/contract/apps/app-role'
import type { AppUser } from '@hufu/contract/apps/app-user'
import type { Lost } from '@hufu/contract/apps/authorize'
import { Checkbox, Form, Radio } from 'antd'
import { fetchData, useAction, useCall } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { text } from './text.ts'
import { say, USER_LISTS, whomOf } from './user-acts.ts'

const words = text.assign
type Mode = keyof typeof words.modes
interface Typed {
  mode: Mode
  roleIds: string[]
}
interface Props {
  appId: string
  rows: readonly AppUser[]
  onDone: () => void
  onClose: () => void
}

/** Adds, replaces or revokes roles of users in one application; what replacing takes away is shown first. */
export function AssignDialog({ appId, rows, onDone, onClose }: Props) {
  const roles = useCall(appRole.page, { query: { appId, current: 1, size: 500, status: 1 } })
  const store = useStore(appId, rows, onDone)
  const title = words.title(whomOf(rows))
  const [first] = rows
  const [form] = Form.useForm<Typed>()
  const own = rows.length === 1 && first ? first.roles.filter(role => role.isOwn).map(role => role.id) : []
  if (!roles.data || roles.data.records.length === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        {roles.isError ? (
          <Failure error={roles.error} onRetry={() => void roles.refetch()} />
        ) : roles.data ? (
          <p className="dialog-note">{words.none}</p>
        ) : (
          <Skeleton lines={5} />
        )}
      </Dialog>
    )
  return (
    <FormDialog<Typed>
      title={title}
      form={form}
      initial={{ mode: 'add', roleIds: [] }}
      onSubmit={typed => store(typed, onClose)}
      onClose={onClose}
    >
      <Form.Item name="mode" label={words.mode} extra={<ModeHint />}>
        <Radio.Group
          options={(Object.keys(words.modes) as Mode[]).map(value => ({ value, label: words.modes[value] }))}
          // Replacing starts from the present roles; adding and revoking start empty.
          onChange={event => form.setFieldValue('roleIds', event.target.value === 'replace' ? own : [])}
        />
      </Form.Item>
      <Form.Item
        name="roleIds"
        label={words.roles}
        dependencies={['mode']}
        rules={[
          ({ getFieldValue }) =>
            rule((ids?: string[]) => (ids?.length || getFieldValue('mode') === 'replace' ? undefined : words.rolesMissing)),
        ]}
      >
        <Checkbox.Group options={roles.data.records.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
    </FormDialog>
  )
}

function ModeHint() {
  const mode = Form.useWatch<Mode | undefined>('mode') ?? 'add'
  return words.hints[mode]
}

/** Saves the ticked roles; false if the dialog must stay open. */
function useStore(appId: string, rows: readonly AppUser[], onDone: () => void) {
  const refreshes = { refreshes: USER_LISTS }
  const add = useAction(appRole.addUser, refreshes)
  const replace = useAction(appRole.updateUser, refreshes)
  const remove = useAction(appRole.removeUser, refreshes)
  const userIds = rows.map(row => row.userId)
  const tell = (answer: Awaited<ReturnType<typeof add.run>>) => {
    const isDone = ok(answer) && say(answer, words.changed(answer.data))
    if (isDone) onDone()
    return isDone
  }
  return async ({ mode, roleIds }: Typed, close: () => void) => {
    const body = { appId, roleIds, userData: userIds.map(userId => ({ userId })) }
    if (mode === 'add') return tell(await add.run({ body }))
    if (mode === 'remove') return tell(await remove.run({ body: { appId, userIds, roleIds } }))
    const lost = await fetchData(appRole.previewUser, { body })
    if (lost.length === 0) return tell(await replace.run({ body }))
    confirmAct({
      title: words.lostTitle,
      content: <LostList of={lost} />,
      okText: words.ok,
      danger: true,
      run: async () => {
        if (tell(await replace.run({ body }))) close()
      },
    })
    return false
  }
}

const SHOWN = 10
function LostList({ of }: { of: readonly Lost[] }) {
  return (
    <ul>
      {of.slice(0, SHOWN).map(({ targetId, targetName, roleName }) => (
        <li key={`${targetId}${roleName}`}>{words.lost(targetName ?? '', roleName ?? '')}</li>
      ))}
      {of.length > SHOWN && <li>{words.lostMore(of.length)}</li>}
    </ul>
  )
}
