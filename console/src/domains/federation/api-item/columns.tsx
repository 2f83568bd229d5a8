import { apiItem, type ApiItem } from '@hufu/contract/federation/api-item'
import { Switch } from 'antd'
import { flagOf, isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Tag } from '../../../ui/tag.tsx'
import { apiGroupName, apiName } from './shipped-api-names.ts'
import { text } from './text.ts'

const words = text.columns

interface ColumnOptions {
  onEdit: (row: ApiItem) => void
  setStatus: (row: ApiItem, status: 0 | 1) => void
  remove: (row: ApiItem) => void
}

/** Why a row cannot be deleted. */
export const protectedReason = (row: ApiItem): string | undefined =>
  row.isMissing ? undefined : isOn(row.builtIn) ? text.builtIn : row.holderCount > 0 ? text.held(row.holderCount) : undefined

export const columnsOf = ({ onEdit, setStatus, remove }: ColumnOptions): Columns<ApiItem> => [
  { key: 'name', title: words.name, fixed: 'start', width: 176, render: (_, row) => <Name row={row} /> },
  { key: 'call', title: words.call, width: 248, render: (_, row) => <Address row={row} /> },
  { key: 'groupName', title: words.groupName, width: 112, render: (_, row) => apiGroupName(row.groupName) },
  {
    key: 'openable',
    title: words.openable,
    width: 112,
    render: (_, row) => (isOn(row.openable) ? <Tag tone="info">{text.yes}</Tag> : text.no),
  },
  {
    key: 'holderCount',
    title: words.holderCount,
    width: 72,
    align: 'right',
    render: (_, row) => <span title={text.callers(row.holderCount, row.callerCount)}>{row.holderCount}</span>,
  },
  { key: 'status', title: words.status, width: 72, render: (_, row) => <Status row={row} onChange={status => setStatus(row, status)} /> },
  toolColumn<ApiItem>(
    row => (
      <RowTools
        name={apiName(row.name)}
        tools={[
          { label: text.edit, call: apiItem.update, onClick: () => onEdit(row) },
          { label: text.remove, call: apiItem.remove, danger: true, disabledBecause: protectedReason(row), onClick: () => remove(row) },
        ]}
      />
    ),
    120,
  ),
]

function Name({ row }: { row: ApiItem }) {
  return (
    <span className="api-name" data-missing={row.isMissing || undefined} title={row.remark ?? apiName(row.name)}>
      <span>{apiName(row.name)}</span>
      {row.isMissing && (
        <span title={text.missingHint}>
          <Tag tone="warn">{text.missing}</Tag>
        </span>
      )}
      {row.builtIn === 0 && <Tag>{text.own}</Tag>}
    </span>
  )
}

function Address({ row: { method, path, isMissing } }: { row: ApiItem }) {
  return (
    <code className="api-call" data-missing={isMissing || undefined}>
      {method} {path}
    </code>
  )
}

/** Calls that sign-in needs cannot be switched off: only their state is shown. */
function Status({ row, onChange }: { row: ApiItem; onChange: (status: 0 | 1) => void }) {
  const may = useMay()(apiItem.setStatus)
  const isFixed = !row.isClosable && isOn(row.status)
  return (
    <span title={isFixed ? text.neverClosed : ''}>
      <Switch
        size="small"
        aria-label={text.statusOf(apiName(row.name), row.path)}
        disabled={!may || isFixed}
        checked={isOn(row.status)}
        onChange={isOn => onChange(flagOf(isOn))}
      />
    </span>
  )
}
