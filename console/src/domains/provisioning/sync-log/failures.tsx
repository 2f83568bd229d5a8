import { syncLog, type SyncLogFilter } from '@hufu/contract/provisioning/sync-log'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { text } from './text.ts'

interface Props {
  filter: SyncLogFilter
  /** The sentence whose rows are shown; '' for all. */
  chosen: string
  onChoose: (message: string) => void
}

/** The reasons of failures, most frequent first. A press shows only the rows with that reason, a second press all rows again. */
export default function Failures({ filter, chosen, onChoose }: Props) {
  const found = useCall(syncLog.listFailure, { query: filter, keepPrevious: true, quietly: true })
  const groups = found.data?.groups ?? []
  if (groups.length === 0) return null
  return (
    <section className="sync-log-failures" aria-label={text.failures.title}>
      <span className="sync-log-failures-title">{text.failures.title}</span>
      {groups.map(({ message, count }) => (
        <Button
          key={message}
          size="small"
          type={message === chosen ? 'primary' : 'default'}
          aria-pressed={message === chosen}
          title={message}
          onClick={() => onChoose(message === chosen ? '' : message)}
        >
          <span className="sync-log-failure">{message}</span> {text.failures.count(count)}
        </Button>
      ))}
      {found.data?.more && <span className="sync-log-failures-title">{text.failures.more}</span>}
    </section>
  )
}
