import { appRole } from '@hufu/contract/apps/app-role'
import type { AppUser } from '@hufu/contract/apps/app-user'
import type { LostRight } from '@hufu/contract/apps/authorize'
import { Checkbox, Form, Radio } from 'antd'
import type { UIEventHandler } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { usePages } from '../../../platform/pages.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { Missing } from '../../../ui/states.tsx'
import './assign-dialog.css'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { text } from './text.ts'
import { USER_LISTS, whomOf } from './user-acts.ts'

const words = text.assign
/** More than are seen without scrolling, so that there is something to scroll. */
const SHOWN_AT_ONCE = 20
type Mode = keyof typeof words.modes
interface Named {
  id: string
  name: string
}
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
  const roles = usePages(appRole.page, { query: { appId, size: SHOWN_AT_ONCE, status: 1 } })
  const store = useStore(appId, rows, onDone)
  const title = words.title(whomOf(rows))
  const [first] = rows
  const [form] = Form.useForm<Typed>()
  const own = rows.length === 1 && first ? first.roles.filter(role => role.isOwn) : []
  if (!roles.rows || roles.rows.length === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        {roles.rows ? <p className="dialog-note">{words.none}</p> : <Missing of={{ ...roles, data: roles.rows }} lines={5} />}
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
          onChange={event => form.setFieldValue('roleIds', event.target.value === 'replace' ? own.map(role => role.id) : [])}
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
        <RoleTicks found={roles.rows} own={own} onScroll={roles.onScroll} />
      </Form.Item>
    </FormDialog>
  )
}

interface TicksProps {
  found: readonly Named[]
  own: readonly Named[]
  onScroll: UIEventHandler
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}
/** The roles loaded so far and those already held, because a held role that is not listed would be lost with the next tick. */
function RoleTicks({ found, own, onScroll, ...field }: TicksProps) {
  const others = own.filter(({ id }) => found.every(role => role.id !== id))
  return (
    <div className="role-ticks" onScroll={onScroll}>
      <Checkbox.Group {...field} options={[...found, ...others].map(({ id, name }) => ({ value: id, label: name }))} />
    </div>
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
    const isDone = ok(answer) && toastIfDone(answer, words.changed(answer.data))
    if (isDone) onDone()
    return isDone
  }
  return async ({ mode, roleIds }: Typed, close: () => void) => {
    const body = { appId, roleIds, userData: userIds.map(userId => ({ userId })) }
    if (mode === 'add') return tell(await add.run({ body }))
    if (mode === 'remove') return tell(await remove.run({ body: { appId, userIds, roleIds } }))
    const losses = await fetchData(appRole.previewUser, { body })
    if (losses.length === 0) return tell(await replace.run({ body }))
    confirmAct({
      title: words.lostTitle,
      content: <LostList of={losses} />,
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
function LostList({ of }: { of: readonly LostRight[] }) {
  return (
    <ul>
      {of.slice(0, SHOWN).map(({ targetId, targetName, roleName }) => (
        <li key={`${targetId}${roleName}`}>{words.lost(targetName ?? '', roleName ?? '')}</li>
      ))}
      {of.length > SHOWN && <li>{words.lostMore(of.length)}</li>}
    </ul>
  )
}
