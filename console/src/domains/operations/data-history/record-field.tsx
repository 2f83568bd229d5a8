import { dataHistory } from '@hufu/contract/operations/data-history'
import { useCall } from '../../../platform/calls.ts'
import { ObjectField } from '../../../pickers/object-field.tsx'
import { useSearch } from '../../../ui/list/search-bar.tsx'
import { text } from './text.ts'

const FRESH_MS = 600_000

/** The record whose changes are searched; records of other kinds are chosen from one of their changes. */
export function RecordField({ id }: { id?: string }) {
  const { values, change } = useSearch()
  const recordId = String(values.recordId ?? '')
  const query = { recordId, current: 1, size: 1 }
  const last = useCall(dataHistory.page, { query, enabled: recordId !== '', staleTime: FRESH_MS, quietly: true })
  const name = last.data?.records[0]?.recordName ?? undefined
  return <ObjectField id={id} label={text.fields.record} value={recordId} name={name} onChange={chosen => change({ recordId: chosen })} />
}
