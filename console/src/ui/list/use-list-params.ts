import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { filtersOf, type Plain, readParams, type Widened, writeParams } from './list-params.ts'

export interface ListState {
  /** Something other than page and order differs from its default. */
  isFiltered: boolean
  /** Back to the defaults; also starts the list anew. */
  reset: () => void
  /** One string for the filters that stand: a selection made under others is void. */
  scope: string
}

/** The state of a list, kept in its address: back, reload and a sent link show the same rows. */
export function useListParams<T extends Record<string, Plain>>(given: T): [Widened<T>, (patch: Partial<Widened<T>>) => void, ListState] {
  const [defaults] = useState(given)
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readParams(search, defaults), [search, defaults])
  // Replaced, not pushed: the back button leaves the page, it does not walk through its filters.
  const setParams = (patch: Partial<Widened<T>>) => setSearch(now => writeParams(now, patch, defaults), { replace: true })
  const standing = filtersOf(params as Record<string, Plain>)
  const usual = filtersOf(defaults)
  return [
    params,
    setParams,
    {
      isFiltered: Object.entries(standing).some(([key, value]) => value !== usual[key as keyof typeof usual]),
      reset: () => setParams(defaults as unknown as Partial<Widened<T>>),
      scope: JSON.stringify(standing),
    },
  ]
}
