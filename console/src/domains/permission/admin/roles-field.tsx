import type { Admin } from '@hufu/contract/permission/admin'
import { role } from '@hufu/contract/permission/role'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { Checkbox } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { useSession } from '../../../platform/session.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { Loaded } from '../../../ui/states.tsx'
import { text } from './text.ts'

const words = text.dialog
const NONE: readonly string[] = []

interface Props {
  value?: readonly string[]
  onChange?: (ids: string[]) => void
  id?: string
  /** The administrator whose roles are replaced; what they would gain and lose is shown. */
  before?: Admin
}

/** The roles that can be given, and those the administrator holds although they are disabled now. */
export function RolesField({ value = NONE, onChange, id, before }: Props) {
  const roles = useCall(role.list)
  const isAdmin = useSession(person => person.isAdmin)
  return (
    <Loaded of={roles} lines={4}>
      {data => {
        const offered = data.map(({ id, name }) => ({ id, name: roleName(name) }))
        const resting = (before?.roleIds ?? []).flatMap((id, n) =>
          offered.some(one => one.id === id) ? [] : [{ id, name: roleName(before!.roleNames[n]!) }],
        )
        const all = [...offered, ...resting]
        const toggle = (one: string, on: boolean) => onChange?.(on ? [...value, one] : value.filter(roleId => roleId !== one))
        return (
          <>
            <div id={id} className="roles-field">
              {all.map(one => {
                const isLocked = one.id === SUPER_ADMIN && !isAdmin
                return (
                  <span key={one.id} title={isLocked ? words.superOnly : undefined}>
                    <Checkbox checked={value.includes(one.id)} disabled={isLocked} onChange={event => toggle(one.id, event.target.checked)}>
                      {one.name}
                    </Checkbox>
                  </span>
                )
              })}
            </div>
            {before && <Change all={all} before={before.roleIds} after={value} />}
          </>
        )
      }}
    </Loaded>
  )
}

function Change({ all, before, after }: { all: { id: string; name: string }[]; before: readonly string[]; after: readonly string[] }) {
  const named = (from: readonly string[], without: readonly string[]) =>
    all.filter(({ id }) => from.includes(id) && !without.includes(id)).map(({ name }) => name)
  const [gained, lost] = [named(after, before), named(before, after)]
  return (
    <output className="roles-change">
      {gained.length > 0 && <span className="roles-gain">{words.gain(gained)}</span>}
      {lost.length > 0 && <span className="roles-loss">{words.lose(lost)}</span>}
      {gained.length + lost.length === 0 && words.keep}
    </output>
  )
}
