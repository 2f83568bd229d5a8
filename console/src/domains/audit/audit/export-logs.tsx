import { operLog } from '@hufu/contract/audit/audit'
import { useAction } from '../../../platform/calls.ts'
import { ExportDialog } from '../../../ui/list/export-dialog.tsx'
import { type Filters, queryOf } from './period.ts'
import { text } from './text.ts'

const words = text.ranges
type RangeKey = 'found' | 'everything'

interface Props {
  filters: Filters
  found: { total: number; isCapped: boolean }
  onClose: () => void
}

/** Exports the list as a sheet. */
export default function ExportLogs({ filters, found: { total, isCapped }, onClose }: Props) {
  const start = useAction(operLog.exportExcel)
  return (
    <ExportDialog<RangeKey>
      title={text.exportTitle}
      ranges={[
        { value: 'found', label: words.found(isCapped ? words.atLeast(total) : words.count(total)) },
        { value: 'everything', label: words.everything },
      ]}
      range="found"
      note={text.exportNote}
      start={(uuid, range) => start.run({ query: { uuid, ...(range === 'found' && { query: JSON.stringify(queryOf(filters)) }) } })}
      onClose={onClose}
    />
  )
}
