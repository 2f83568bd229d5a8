import type { SyncLogBrief } from '@hufu/contract/provisioning/sync-log'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.fields

export const Result = ({ of: { result } }: { of: Pick<SyncLogBrief, 'result'> }) => (
  <StatusTag tone={result === 1 ? 'good' : 'bad'}>{text.results[result]}</StatusTag>
)

/** The task and the application of a row, by their names at that time. */
export const sourceOf = ({ syncName, appName }: SyncLogBrief): string => [syncName, appName].filter(Boolean).join(' → ')

interface Acts {
  onOpen: (row: SyncLogBrief) => void
  onRetry: (row: SyncLogBrief) => void
  mayRetry: boolean
}

export const columnsOf = ({ onOpen, onRetry, mayRetry }: Acts): Columns<SyncLogBrief> => [
  { key: 'createTime', title: words.time, dataIndex: 'createTime', kind: 'happened', fixed: 'start', width: 144 },
  { key: 'source', title: words.source, width: 132, render: (_, row) => sourceOf(row) },
  { key: 'objectType', title: words.objectType, width: 64, render: (_, row) => text.objects[row.objectType] },
  { key: 'operateType', title: words.operateType, width: 64, render: (_, row) => text.operates[row.operateType] },
  { key: 'name', title: words.name, width: 112, render: (_, row) => row.name || row.originId },
  { key: 'result', title: words.result, width: 96, render: (_, row) => <Result of={row} /> },
  { key: 'message', title: words.message, width: 192, dataIndex: 'message' },
  toolColumn<SyncLogBrief>(
    row => (
      <RowTools
        name={row.name || row.id}
        tools={[
          { label: text.detail, onClick: () => onOpen(row) },
          ...(mayRetry && row.result === 0 ? [{ label: text.retry, onClick: () => onRetry(row) }] : []),
        ]}
      />
    ),
    108,
  ),
]
