import { role } from '@hufu/contract/permission/role'
import { Select } from 'antd'
import { useCall } from '../platform/calls.ts'
import { text } from './object-text.ts'

/** Chooses a role, searched by name or code. */
export function RoleSelect({ onChange }: { onChange: (id: string) => void }) {
  const roles = useCall(role.list)
  const options = (roles.data ?? []).map(({ id, name, code }) => ({ value: id, label: name, sought: `${name} ${code}`.toLowerCase() }))
  return (
    <Select<string>
      aria-label={text.kinds.role}
      className="app-select"
      showSearch={{ filterOption: (typed, option) => option?.sought.includes(typed.trim().toLowerCase()) ?? false }}
      placeholder={text.chooseRole}
      loading={roles.isFetching}
      notFoundContent={text.noRole}
      options={options}
      onChange={onChange}
    />
  )
}
