import { role } from '@hufu/contract/permission/role'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { fetchData, useCall } from '../../../platform/calls.ts'
import { roleName } from '../../../platform/role-names.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { text } from './text.ts'

const words = text.auth

/** Ticks what another role grants, as far as the user may grant it; saves nothing. */
export function CopyFrom({ own, onCopy }: { own: string; onCopy: (ids: readonly string[]) => void }) {
  const roles = useCall(role.list)
  const others = (roles.data ?? []).filter(({ id, code }) => id !== own && code !== SUPER_ADMIN)
  const copy = async (id: string) => {
    const { menuIds, buttonIds } = await fetchData(role.auth, { query: { id } })
    onCopy([...menuIds, ...buttonIds])
  }
  return (
    <SelectField
      aria-label={words.copyLabel}
      value=""
      options={[{ value: '', label: words.copyFrom }, ...others.map(({ id, name }) => ({ value: id, label: roleName(name) }))]}
      onChange={id => id !== '' && void copy(id).catch(() => undefined)}
    />
  )
}
