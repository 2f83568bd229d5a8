import { type LoginLog, loginTypes } from '@hufu/contract/audit/login-log'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.fields

interface Actions {
  onDetail: (row: LoginLog) => void
  toolsOf: (row: LoginLog) => readonly (Tool | false)[]
}

export const columnsOf = ({ onDetail, toolsOf }: Actions): Columns<LoginLog> => [
  { key: 'loginTime', title: words.loginTime, fixed: 'start', width: 168, render: (_, row) => <Time at={row.loginTime} /> },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 136 },
  { key: 'realName', spare: true, title: words.realName, width: 112, render: (_, row) => <Name row={row} /> },
  { key: 'result', title: words.result, width: 112, render: (_, row) => <Result row={row} /> },
  { key: 'ip', spare: true, title: words.ip, dataIndex: 'ip', width: 136 },
  { key: 'loginType', spare: true, title: words.loginType, width: 112, render: (_, row) => typeOf(row) },
  { key: 'message', title: words.message, dataIndex: 'message', width: 224 },
  { key: 'device', spare: true, title: words.device, width: 184, render: (_, row) => deviceOf(row) },
  toolColumn<LoginLog>(
    row => <RowTools name={row.userName} tools={[{ label: text.tools.detail, onClick: () => onDetail(row) }, ...toolsOf(row)]} />,
    184,
  ),
]

export const typeOf = ({ loginType }: LoginLog) => loginTypes[loginType] ?? loginType
const deviceOf = ({ browser, os }: LoginLog) => [browser, os].filter(part => part !== '').join(' / ')

const invalid: Readonly<Record<string, string>> = text.invalid

/** Marks attempts that lead to no user: a name that does not exist, or a credential that names nobody. */
export function Name({ row: { userId, userName, loginType, realName } }: { row: LoginLog }) {
  if (userId !== null) return realName
  return <Tag>{invalid[loginType] ?? (userName === '' ? text.unnamed : text.stranger)}</Tag>
}

export function Result({ row }: { row: LoginLog }) {
  return row.result === 1 ? <StatusTag tone="good">{text.success}</StatusTag> : <StatusTag tone="bad">{text.failure}</StatusTag>
}
