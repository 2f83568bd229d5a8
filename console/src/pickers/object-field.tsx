import { CloseOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useContext, useState } from 'react'
import { role } from '@hufu/contract/permission/role'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { ReadOnlyText } from '../ui/form/read-only-text.ts'
import { AppSelect } from './app-select.tsx'
import { text } from './object-text.ts'
import { useCall } from '../platform/calls.ts'
import './object-field.css'

const UserDialog = lazyComponent(() => import('./user/user-dialog.tsx'))
const OrgDialog = lazyComponent(() => import('./org/org-dialog.tsx'))
const kinds = ['user', 'org', 'app', 'role'] as const

interface Props {
  label: string
  /** The id of an object; '' means none. */
  value: string
  /** Its name, if known. */
  name: string | undefined
  onChange: (id: string) => void
  id?: string | undefined
}

/** Chooses an object of any type by name. */
export function ObjectField({ label, value, name, onChange, id }: Props) {
  const [kind, setKind] = useState<(typeof kinds)[number]>()
  const shown = value === '' ? text.choose : (name ?? text.other)
  if (useContext(ReadOnlyText)) return shown
  const close = () => setKind(undefined)
  const take = (chosen: string | undefined) => {
    if (chosen) onChange(chosen)
    close()
  }
  const items = kinds.map(key => ({ key, label: text.kinds[key], onClick: () => setKind(key) }))
  return (
    <span className="object-field">
      <Dropdown menu={{ items }}>
        <Button {...(id !== undefined && { id })} className="object-choose" aria-label={`${label} ${shown}`}>
          {shown}
        </Button>
      </Dropdown>
      {value !== '' && <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={text.clear} onClick={() => onChange('')} />}
      {kind === 'user' && <UserDialog max={1} onChoose={([one]) => take(one?.id)} onClose={close} />}
      {kind === 'org' && <OrgDialog title={text.kinds.org} chosen={undefined} asking={{}} onChoose={take} onClose={close} />}
      {kind === 'app' && (
        <Dialog small title={text.titles.app} onClose={close}>
          <AppSelect onChange={take} />
        </Dialog>
      )}
      {kind === 'role' && (
        <Dialog small title={text.titles.role} onClose={close}>
          <RoleSelect onChange={take} />
        </Dialog>
      )}
    </span>
  )
}

/** Chooses a role, searched by name or code. */
function RoleSelect({ onChange }: { onChange: (id: string) => void }) {
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
