import { useState } from 'react'
import { useLocation } from 'react-router'
import { filtersOf, pageSize, type Plain, type Widened } from './list-params.ts'
import { useStoredLayout } from './columns/use-columns.ts'
import { narrows } from './search/search-bar.tsx'
import { useListParams } from './use-list-params.ts'

export type Values = Record<string, Plain>
export interface Paging {
  current: number
  size: number
}
type Patch<P> = (patch: Partial<P>) => void

/**
 * The state of a list page, kept in its address: filters, page and the parameters `besides`. `search` is spread into the
 * SearchBar, `table` into the DataTable; `tools` is for the ListTools.
 */
export function useList<F extends Values, B extends Values = F>(noFilters: F, besides?: B) {
  const [params, setParams, defaults] = useListParams({ current: 1, size: pageSize(), ...noFilters, ...besides })
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { tab, type } = params as Values
  const part = tab ?? type ?? ''
  const arranged = useStoredLayout(useLocation().pathname + (part === '' ? '' : `#${part}`))
  const list = listOf(params as Paging & Widened<F> & Widened<B>, setParams as Patch<Paging & Widened<F> & Widened<B>>, noFilters, defaults)
  const active = Object.keys(list.filters).filter(name => narrows(list.filters[name]))
  const clearAll = () =>
    list.search.onSearch({ ...list.filters, ...Object.fromEntries(active.map(name => [name, ''])) } as Record<string, string>)
  return {
    ...list,
    table: { ...list.table, arranged },
    tools: { arranged, filters: active.length > 0 ? { setSlot, clearAll } : undefined },
    search: { ...list.search, slot },
  }
}

/** Builds a list from values and a way to change them, wherever they are kept. */
export function listOf<P extends Paging, F extends Values>(params: P, setParams: Patch<P>, noFilters: F, defaults: Values) {
  const current = params as unknown as Values
  const filters = Object.fromEntries(Object.keys(noFilters).map(name => [name, current[name]])) as Widened<F>
  const narrow = (patch: Partial<P>) => setParams({ ...patch, current: 1 })
  const clear = () => narrow(noFilters as unknown as Partial<P>)
  const isFiltered = Object.keys(noFilters).some(name => current[name] !== defaults[name])
  const paging: Paging = { current: params.current, size: params.size }
  return {
    params,
    paging,
    filters,
    isFiltered,
    /** A key of the filters: a selection made under other filters is void. */
    scope: JSON.stringify(filtersOf(current)),
    setParams,
    /** Changes filters and returns to the first page. */
    narrow,
    clear,
    search: { values: filters, onSearch: (typed: Record<string, string>) => narrow(typed as unknown as Partial<P>), onReset: clear },
    table: {
      paging,
      onPage: (next: Paging) => setParams(next as Partial<P>),
      onClearFilters: isFiltered ? clear : undefined,
    },
  }
}

export type List<F extends Values, B extends Values = F> = ReturnType<typeof useList<F, B>>
