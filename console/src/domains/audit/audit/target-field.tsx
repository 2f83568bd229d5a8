import { operLog } from '@hufu/contract/audit/audit'
import { useCall } from '../../../platform/calls.ts'
import { ObjectField } from '../../../pickers/object-field.tsx'
import { useSearch } from '../../../ui/list/search-bar.tsx'
import { text } from './text.ts'

const FRESH_MS = 600_000

/** The object whose records are searched. */
export function TargetField({ id }: { id?: string }) {
  const { values, change } = useSearch()
  const target = String(values.target ?? '')
  const named = useCall(operLog.targetName, { query: { id: target }, enabled: target !== '', staleTime: FRESH_MS, quietly: true })
  const name = named.data?.name ?? undefined
  return <ObjectField id={id} label={text.labels.target} value={target} name={name} onChange={chosen => change({ target: chosen })} />
}
