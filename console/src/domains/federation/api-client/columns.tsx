import { type ApiClient, apiClient } from '@hufu/contract/federation/api-client'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { statusTool } from '../../../ui/list/status-column.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { EventTime } from '../../../ui/list/time.tsx'
import { text } from './text.ts'
import type { ClientActs } from './use-client-acts.ts'
import './api-client.css'

const words = text.columns
const DAY_LENGTH = 'YYYY-MM-DD'.length

interface Actions {
  acts: ClientActs
  onEdit: (row: ApiClient) => void
  onRotate: (row: ApiClient) => void
}

/** The most needed columns come first; on a narrow screen the others are scrolled to. */
export const columnsOf = (actions: Actions): Columns<ApiClient> => [
  { key: 'name', title: words.name, dataIndex: 'name', fixed: 'start', width: 144 },
  { key: 'status', title: words.status, width: 96, render: (_, row) => <ClientStatus of={row} /> },
  { key: 'calls', title: words.calls, width: 88, render: (_, row) => text.calls(row.callCount) },
  {
    key: 'lastTime',
    title: words.lastTime,
    width: 160,
    render: (_, row) => (row.lastTime === null ? text.never : <EventTime at={row.lastTime} />),
  },
  {
    key: 'endTime',
    title: words.endTime,
    width: 108,
    render: (_, { endTime }) => (endTime === null ? text.forever : <span title={endTime}>{endTime.slice(0, DAY_LENGTH)}</span>),
  },
  {
    key: 'addresses',
    title: words.addresses,
    width: 92,
    render: (_, { ipWhitelist }) =>
      ipWhitelist.length === 0 ? text.unlimited : <span title={ipWhitelist.join('\n')}>{text.addresses(ipWhitelist.length)}</span>,
  },
  { key: 'limit', spare: true, title: words.limit, width: 108, render: (_, row) => text.perMinute(row.limitPerMinute) },
  {
    key: 'clientId',
    title: words.clientId,
    width: 120,
    render: (_, { clientId }) => (
      <code className="client-id" title={clientId}>
        {clientId}
      </code>
    ),
  },
  toolColumn<ApiClient>(row => <RowTools name={row.name} tools={toolsOf(row, actions)} />),
]

function ClientStatus({ of: { status, isOver } }: { of: ApiClient }) {
  if (status === 0) return <StatusTag tone="plain">{text.disabled}</StatusTag>
  return isOver ? <StatusTag tone="warn">{text.over}</StatusTag> : <StatusTag tone="good">{text.enabled}</StatusTag>
}

const toolsOf = (row: ApiClient, { acts, onEdit, onRotate }: Actions): (Tool | false)[] => [
  { label: text.tools.api, to: `/authorize/api-auth?id=${row.id}` },
  { label: text.tools.edit, call: apiClient.update, onClick: () => onEdit(row) },
  { label: text.tools.rotate, call: apiClient.resetSecret, onClick: () => onRotate(row) },
  statusTool(row, apiClient.setStatus, acts.setStatus),
  { label: text.tools.remove, call: apiClient.remove, danger: true, onClick: () => acts.remove(row) },
]
