import { moduleName, operateName } from '@hufu/contract/audit/audit-text'
import { fieldName, tableName } from '@hufu/contract/audit/history-text'
import type { DataHistory } from '@hufu/contract/operations/data-history'
import { Button } from 'antd'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag, StatusTag, type Tone } from '../../../ui/tag.tsx'
import { MoveLine } from '../../../pickers/move-line.tsx'
import { text } from './text.ts'

const words = text.fields
const tones: Record<DataHistory['operateType'], Tone> = { insert: 'good', update: 'info', delete: 'bad' }

export const nameOf = ({ operateType, tableName: table, recordName, recordId }: DataHistory): string =>
  text.rowName(text.verbs[operateType], tableName(table), recordName ?? recordId)

/** The readable name of the call; a task has no module. */
export function callName(call: string | null): string {
  const [module = '', operation = ''] = call?.split('.') ?? []
  return operation === '' ? '' : text.call(moduleName(module), operateName(module, operation))
}

export const actorOf = ({ realName, userName }: DataHistory): string => realName ?? userName ?? text.system

interface Acts {
  isCollapsed: boolean
  onOpen: (id: string) => void
  onOperation: (operationId: string) => void
}

export const columnsOf = ({ isCollapsed, onOpen, onOperation }: Acts): Columns<DataHistory> => [
  { key: 'time', title: words.time, dataIndex: 'createTime', kind: 'happened', fixed: 'start', width: 144 },
  { key: 'user', title: words.user, width: 128, render: (_, row) => <Actor of={row} /> },
  { key: 'table', title: words.table, width: 128, render: (_, row) => tableName(row.tableName) },
  { key: 'name', title: words.name, width: 176, render: (_, row) => row.recordName ?? row.recordId },
  {
    key: 'act',
    title: words.act,
    width: 96,
    render: (_, row) => <StatusTag tone={tones[row.operateType]}>{text.verbs[row.operateType]}</StatusTag>,
  },
  {
    key: 'what',
    title: words.what,
    width: 232,
    render: (_, row) => (
      <>
        {isCollapsed && row.changed > 1 && <Bulk of={row} onOperation={onOperation} />} <Content of={row} />
      </>
    ),
  },
  { key: 'call', spare: true, title: words.call, width: 168, render: (_, row) => <Call of={row} /> },
  toolColumn<DataHistory>(row => <RowTools name={nameOf(row)} tools={[{ label: text.detail, onClick: () => onOpen(row.id) }]} />, 72),
]

function Actor({ of }: { of: DataHistory }) {
  return <span title={of.userName ?? undefined}>{actorOf(of)}</span>
}

function Call({ of: { call, isUndone } }: { of: DataHistory }) {
  return (
    <>
      {callName(call)} {isUndone && <Tag tone="warn">{text.undone}</Tag>}
    </>
  )
}

/** What the change is about: where the record went, and which fields changed. */
export function Content({ of }: { of: DataHistory }) {
  const { moves, related, operateType } = of
  const names = fieldsBeside(of).map(fieldName)
  if (moves.length > 0)
    return (
      <>
        <MoveLine of={moves} />
        {names.length > 0 && <> {text.names(names)}</>}
      </>
    )
  if (operateType !== 'update') return text.whole
  if (names.length > 0) return text.names(names)
  return related.length > 0 ? text.follows(related.map(tableName)) : text.followsOthers
}

/** The changed fields without those that a move has changed. */
const OF_MOVE: ReadonlySet<string> = new Set(['org_id', 'parent_id', 'job_type', 'sort_num'])
const fieldsBeside = ({ fields, moves }: DataHistory) => (moves.length > 0 ? fields.filter(field => !OF_MOVE.has(field)) : fields)

/** Stands for all rows of one operation. */
function Bulk({ of: { changed, operationId }, onOperation }: { of: DataHistory; onOperation: (id: string) => void }) {
  return (
    <Button type="link" size="small" className="cell-link" onClick={() => operationId !== null && onOperation(operationId)}>
      {text.rows(changed)}
    </Button>
  )
}
