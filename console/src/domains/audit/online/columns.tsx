import { loginTypes } from '@hufu/contract/audit/login-log'
import { type OnlineSession, online } from '@hufu/contract/audit/online'
import { useMayOpen } from '../../../ui/permitted.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.fields
const LOGINS = '/audit/loginLog'
const OPERATIONS = '/audit/operation'

/** Why the caller cannot end a session. */
export const protectedReason = (row: OnlineSession): string | undefined =>
  row.isOwn ? text.kept.own : row.isAbove ? text.kept.above : undefined

interface Acts {
  onKick: (row: OnlineSession) => void
  onLock: (row: OnlineSession) => void
}

/** `own` is the caller's id: they may end another session of theirs, but not lock their account. */
export function useRowTools({ onKick, onLock }: Acts, own: string): (row: OnlineSession) => readonly (Tool | false)[] {
  const mayOpen = useMayOpen()
  const query = (row: OnlineSession) => `?userName=${encodeURIComponent(row.userName)}`
  return row => [
    { label: text.tools.kick, call: online.kick, onClick: () => onKick(row), disabledBecause: protectedReason(row) },
    mayOpen(LOGINS) && { label: text.tools.logins, to: `${LOGINS}${query(row)}` },
    mayOpen(OPERATIONS) && { label: text.tools.operations, to: `${OPERATIONS}${query(row)}` },
    {
      label: text.tools.lock,
      call: online.kickAndLock,
      danger: true,
      onClick: () => onLock(row),
      disabledBecause: row.userId === own ? text.kept.self : protectedReason(row),
    },
  ]
}

export const columnsOf = (toolsOf: (row: OnlineSession) => readonly (Tool | false)[]): Columns<OnlineSession> => [
  { key: 'name', title: words.name, fixed: 'start', width: 208, render: (_, row) => <Name row={row} /> },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 128 },
  { key: 'orgName', spare: true, title: words.orgName, dataIndex: 'orgName', width: 144 },
  { key: 'ip', title: words.ip, dataIndex: 'ip', width: 136 },
  { key: 'loginTime', title: words.loginTime, dataIndex: 'loginTime', kind: 'happened', width: 144 },
  { key: 'lastTime', spare: true, title: words.lastTime, dataIndex: 'lastTime', kind: 'happened', width: 144 },
  { key: 'device', spare: true, title: words.device, width: 176, render: (_, row) => `${row.browser} / ${row.os}` },
  { key: 'loginType', spare: true, title: words.loginType, width: 112, render: (_, row) => loginTypes[row.loginType] ?? row.loginType },
  toolColumn<OnlineSession>(row => <RowTools name={nameOf(row)} tools={toolsOf(row)} />, 200),
]

/** A user may have several sessions from one address, so the time is part of the name. */
export const nameOf = (row: OnlineSession): string => `${row.realName} ${row.ip} ${row.loginTime}`

function Name({ row }: { row: OnlineSession }) {
  return (
    <span className="online-name">
      {row.realName}
      {row.isOwn && <Tag tone="info">{text.own}</Tag>}
      {row.isAdmin && <Tag>{text.admin}</Tag>}
    </span>
  )
}
