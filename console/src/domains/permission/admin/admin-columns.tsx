import { type Admin, admin } from '@hufu/contract/permission/admin'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { roleName } from '../../../platform/names/role-names.ts'
import { isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { EnabledTag } from '../../../ui/enabled-tag.tsx'
import { statusTool } from '../../../ui/list/status-column.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { EventTime } from '../../../ui/list/time.tsx'
import { text } from './text.ts'
import type { useImpersonate } from '../../../ui/use-impersonate.ts'
import type { AdminActs } from './use-admin-acts.ts'

interface Actions {
  acts: AdminActs
  /** The id of the signed-in user. */
  own: string
  onRoles: (row: Admin) => void
  impersonate: ReturnType<typeof useImpersonate>
}
const words = text.columns

export function columnsOf(actions: Actions): Columns<Admin> {
  return [
    { key: 'realName', title: words.realName, fixed: 'start', width: 152, render: (_, row) => <Name row={row} own={actions.own} /> },
    { key: 'userName', spare: true, title: words.userName, dataIndex: 'userName', width: 96 },
    { key: 'orgName', spare: true, title: words.orgName, dataIndex: 'orgName', width: 96 },
    { key: 'roles', title: words.roles, width: 168, render: (_, row) => <Roles names={row.roleNames} /> },
    { key: 'status', title: words.status, width: 104, render: (_, row) => <AdminStatus row={row} /> },
    {
      key: 'lastLoginTime',
      title: words.lastLoginTime,
      width: 168,
      render: (_, row) =>
        row.lastLoginTime === null ? <span className="admin-never">{text.never}</span> : <EventTime at={row.lastLoginTime} />,
    },
    toolColumn<Admin>(row => <RowTools name={row.realName} tools={toolsOf(row, actions)} />, 168),
  ]
}

function toolsOf(row: Admin, { acts, own, onRoles, impersonate }: Actions): readonly (Tool | false)[] {
  const self = row.id === own ? text.tools.selfStays : undefined
  const stays = row.id === BUILT_IN_ACCOUNT ? text.tools.builtInStays : self
  return [
    { label: text.tools.roles, call: admin.update, onClick: () => onRoles(row), disabledBecause: self },
    { ...statusTool(row, admin.setStatus, acts.setStatus), disabledBecause: isOn(row.status) ? stays : undefined },
    impersonate(row.id),
    { label: text.tools.remove, call: admin.remove, danger: true, onClick: () => acts.remove(row), disabledBecause: stays },
  ]
}

function Name({ row, own }: { row: Admin; own: string }) {
  return (
    <span className="admin-name">
      {row.realName}
      {row.id === BUILT_IN_ACCOUNT && <Tag tone="info">{text.builtIn}</Tag>}
      {row.id === own && row.id !== BUILT_IN_ACCOUNT && <Tag>{text.self}</Tag>}
    </span>
  )
}

function Roles({ names }: { names: readonly string[] }) {
  return (
    <span className="admin-roles">
      {names.map(name => (
        <span key={name} title={roleName(name)}>
          <Tag>{roleName(name)}</Tag>
        </span>
      ))}
    </span>
  )
}

/** A disabled account cannot sign in at all, whatever its roles. */
function AdminStatus({ row }: { row: Admin }) {
  if (row.userStatus === 0) return <StatusTag tone="warn">{text.accountOff}</StatusTag>
  return <EnabledTag status={row.status} />
}
