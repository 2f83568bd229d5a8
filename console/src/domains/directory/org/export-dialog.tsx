import { org } from '@hufu/contract/directory/org'
import { useAction, useCall } from '../../../platform/calls.ts'
import { ExportDialog } from '../../../ui/list/export-dialog.tsx'
import type { Filters } from './org-params.ts'
import { text } from './text.ts'

/** What can be exported from where the dialog was opened. */
export interface ExportTarget {
  chosen: readonly string[]
  parent: { id: string; name: string } | undefined
  filters: Filters
  total: number
}
type RangeKey = 'chosen' | 'below' | 'found' | 'everything'
const words = text.export

export function OrgExport({ aim, onClose }: { aim: ExportTarget; onClose: () => void }) {
  const columns = useCall(org.attributes, { staleTime: Infinity })
  const start = useAction(org.exportExcel)
  return (
    <ExportDialog<RangeKey>
      title={words.title}
      columns={columns}
      ranges={choicesOf(aim)}
      range={aim.chosen.length > 0 ? 'chosen' : 'found'}
      start={(uuid, range, attributes) => start.run({ query: { uuid, attributes, ...rowsOf(range, aim) } })}
      onClose={onClose}
    />
  )
}

const choicesOf = ({ chosen, parent, total }: ExportTarget): { value: RangeKey; label: string }[] => [
  ...(chosen.length > 0 ? [{ value: 'chosen' as const, label: words.chosen(chosen.length) }] : []),
  { value: 'found', label: words.found(total) },
  ...(parent ? [{ value: 'below' as const, label: words.below(parent.name) }] : []),
  { value: 'everything', label: words.everything },
]

/**
 * rangeType of D-49: 1 ticked rows, 2 an organisation and all below it, 4 the caller's whole scope; with or without the filters.
 */
function rowsOf(range: RangeKey, { chosen, parent, filters }: ExportTarget) {
  if (range === 'chosen') return { rangeType: '1', orgIds: [...chosen] }
  if (range === 'below' && parent) return { rangeType: '2', orgId: parent.id }
  const filled = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return { rangeType: '4', ...(range === 'found' && { query: JSON.stringify(filled) }) }
}
