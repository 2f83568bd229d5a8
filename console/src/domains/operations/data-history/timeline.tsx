import { fieldName } from '@hufu/contract/audit/history-text'
import { dataHistory, type HistoryDetail, RECORD_ROWS_MAX } from '@hufu/contract/operations/data-history'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Time } from '../../../ui/list/time.tsx'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { actorOf } from './columns.tsx'
import { text } from './text.ts'

const words = text.timeline

/** All changes of the record, newest first; each links to its difference. */
export function Timeline({ of, onOpen }: { of: HistoryDetail; onOpen: (id: string) => void }) {
  const { tableName, recordId } = of
  const found = useCall(dataHistory.listByRecord, { query: { tableName, recordId }, quietly: true })
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={3} />
  return (
    <>
      <ol className="history-line">
        {found.data.map(row => (
          <li key={row.id} aria-current={row.id === of.id ? 'true' : undefined}>
            <Time at={row.createTime} />
            <span>{actorOf(row)}</span>
            {row.id === of.id ? (
              <strong>{words.here}</strong>
            ) : (
              <Button type="link" size="small" className="cell-link" onClick={() => onOpen(row.id)}>
                {words.entry(text.verbs[row.operateType], row.fields.map(fieldName))}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {found.data.length === RECORD_ROWS_MAX && <p className="history-none">{words.capped}</p>}
    </>
  )
}
