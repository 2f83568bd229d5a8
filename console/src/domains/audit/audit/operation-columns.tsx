import type { OperLog } from '@hufu/contract/audit/audit'
import { moduleName, operateName } from '@hufu/contract/audit/audit-text'
import { Button } from 'antd'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import type { Filters } from './period.ts'
import { text } from './text.ts'

const words = text.columns
/** Enough digits to tell numbers apart. */
const shortOf = (number: string) => number.slice(0, 8)

export const nameOf = (row: OperLog): string =>
  text.rowName(moduleName(row.module), operateName(row.module, row.operateType), row.createTime)

interface Acts {
  onOpen: (row: OperLog) => void
  onNarrow: (patch: Partial<Filters>) => void
}

export const columnsOf = ({ onOpen, onNarrow }: Acts): Columns<OperLog> => [
  { key: 'time', title: words.time, fixed: 'start', width: 168, render: (_, row) => <Time at={row.createTime} /> },
  { key: 'user', title: words.user, width: 184, render: (_, row) => <Person of={row} /> },
  { key: 'module', title: words.module, width: 120, render: (_, row) => moduleName(row.module) },
  { key: 'operate', title: words.operate, width: 144, render: (_, row) => operateName(row.module, row.operateType) },
  { key: 'target', title: words.target, width: 128, render: (_, row) => <Target of={row} /> },
  { key: 'result', title: words.result, width: 152, render: (_, row) => <Result of={row} /> },
  { key: 'ip', spare: true, title: words.ip, width: 116, dataIndex: 'ip' },
  { key: 'cost', spare: true, title: words.cost, width: 84, align: 'right', render: (_, row) => text.cost(row.cost) },
  {
    key: 'traceId',
    spare: true,
    title: words.traceId,
    width: 100,
    render: (_, row) => (
      <Button
        type="link"
        size="small"
        className="cell-link mono"
        title={row.traceId}
        aria-label={`${shortOf(row.traceId)} ${text.record.sameTrace}`}
        onClick={() => onNarrow({ traceId: row.traceId })}
      >
        {shortOf(row.traceId)}
      </Button>
    ),
  },
  toolColumn<OperLog>(row => <RowTools name={nameOf(row)} tools={[{ label: text.detail, onClick: () => onOpen(row) }]} />, 72),
]

/** Name and account; the organisation is in the tooltip. */
function Person({ of: { realName, userName, orgName } }: { of: OperLog }) {
  if (!userName) return text.nobody
  return (
    <span className="log-person" title={orgName ?? ''}>
      {realName ?? userName}
      {realName && <small>{userName}</small>}
    </span>
  )
}

/** The present name of the object; a deleted one shows its id. */
function Target({ of }: { of: OperLog }) {
  const { target } = of
  const names = targetsText(of)
  if (names) return <span title={names}>{names}</span>
  if (!target) return null
  return (
    <span className="mono log-id" title={target}>
      {shortOf(target)}
    </span>
  )
}

export const targetsText = ({ targetName, targetCount, hasMoreTargets }: OperLog): string =>
  targetName ? (hasMoreTargets ? text.manyTargets : text.targets)(targetName, targetCount) : ''

export function Result({ of: { result, message } }: { of: OperLog }) {
  const word = text.results[result]
  if (result === 1) return <StatusTag tone="good">{word}</StatusTag>
  return (
    <span className="log-refused" title={message}>
      <StatusTag tone="bad">{word}</StatusTag>
      <small>{message}</small>
    </span>
  )
}
