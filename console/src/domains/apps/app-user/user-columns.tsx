import { type AppUser, appUser } from '@hufu/contract/apps/app-user'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { statusTool } from '../../../ui/list/status-column.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { text } from './text.ts'
import type { UserActs } from './user-acts.ts'
import type { UserTask } from './user-dialogs.tsx'

interface Actions {
  acts: UserActs
  open: (task: UserTask) => void
  mayAssign: boolean
}
const words = text.columns

export const columnsOf = (actions: Actions): Columns<AppUser> => [
  { key: 'realName', title: words.realName, dataIndex: 'realName', width: 96, fixed: 'start' },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 112 },
  {
    key: 'account',
    title: words.account,
    width: 136,
    render: (_, { account, hasOwnAccount }) => (
      <span title={hasOwnAccount ? text.ownAccount : ''}>
        {account} {hasOwnAccount && <Tag tone="info">{text.ownAccount}</Tag>}
      </span>
    ),
  },
  {
    key: 'roles',
    title: words.roles,
    width: 160,
    render: (_, { roles }) => (roles.length === 0 ? text.noRoles : text.roleNames(roles.map(role => role.name))),
  },
  {
    key: 'source',
    spare: true,
    title: words.source,
    width: 96,
    render: (_, { source }) => <Tag {...(source === 'direct' && { tone: 'info' as const })}>{text.sources[source]}</Tag>,
  },
  {
    key: 'status',
    title: words.status,
    width: 96,
    render: (_, row) => <AccessState of={row} />,
  },
  { key: 'orgName', spare: true, title: words.org, dataIndex: 'orgName', width: 152 },
  {
    key: 'createTime',
    spare: true,
    title: words.createTime,
    width: 168,
    render: (_, row) => row.createTime && <Time at={row.createTime} />,
  },
  toolColumn<AppUser>(row => <RowTools name={row.realName} tools={toolsOf(row, actions)} />),
]

/** Disabled, entitled, or neither: grants have ended, or their source is disabled. */
function AccessState({ of: { status, isOpen } }: { of: AppUser }) {
  if (status === 0) return <StatusTag tone="plain">{text.disabled}</StatusTag>
  return isOpen ? <StatusTag tone="good">{text.enabled}</StatusTag> : <StatusTag tone="warn">{text.notOpen}</StatusTag>
}

const toolsOf = (row: AppUser, { acts, open, mayAssign }: Actions) => [
  mayAssign && { label: text.tools.roles, onClick: () => open({ kind: 'roles', rows: [row] }) },
  { label: text.tools.account, call: appUser.setAccount, onClick: () => open({ kind: 'account', row }) },
  statusTool(row, appUser.setStatus, (one, status) => acts.setStatus([one], status)),
  {
    label: text.tools.remove,
    call: appUser.remove,
    danger: true,
    onClick: () => acts.remove([row]),
    disabledBecause: row.source === 'direct' ? undefined : text.removeKept,
  },
]
