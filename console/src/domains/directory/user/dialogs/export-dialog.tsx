import { user } from '@hufu/contract/directory/user'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { ExportDialog } from '../../../../ui/list/export-dialog.tsx'
import { EXPORT_IDS_MAX } from '../list/list-params.ts'
import { text as dialogText } from './dialog-text.ts'
import type { Place } from './transfer-dialog.tsx'

/** rangeType of exportExcel (D-49). */
export type ExportRange = '1' | '2' | '3' | '4'
interface Props {
  ids: string[]
  from: Place
  /** The filters in use, without the organisation. */
  filters: Record<string, string>
  range: ExportRange
  onClose: () => void
}

export function UserExport({ ids, from, filters, range, onClose }: Props) {
  const columns = useCall(user.attributes, { staleTime: Infinity })
  const start = useAction(user.exportExcel)
  const words = dialogText.exporting
  const ranges: { value: ExportRange; label: string }[] = [
    { value: '3', label: words.org(from.name) },
    { value: '2', label: words.below(from.name) },
    { value: '4', label: words.all },
  ]
  if (ids.length > 0 && ids.length <= EXPORT_IDS_MAX) ranges.unshift({ value: '1', label: words.chosen(ids.length) })
  return (
    <ExportDialog<ExportRange>
      title={words.title}
      columns={columns}
      ranges={ranges}
      range={range}
      note={words.masked}
      start={(uuid, rangeType, attributes) =>
        start.run({ query: { uuid, rangeType, attributes, ...whomOf(rangeType, { ids, orgId: from.id, filters }) } })
      }
      onClose={onClose}
    />
  )
}

/** Without organisations below, the export ignores filters and takes the organisation as it is. */
function whomOf(rangeType: ExportRange, { ids, orgId, filters }: { ids: string[]; orgId: string; filters: Record<string, string> }) {
  const query = Object.keys(filters).length > 0 ? JSON.stringify(filters) : undefined
  if (rangeType === '1') return { userIds: ids }
  if (rangeType === '3') return { orgIds: [orgId] }
  return rangeType === '2' ? { orgId, query } : { query }
}
