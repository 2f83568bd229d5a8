import { useState } from 'react'
import { pageSize, type Widened } from './list-params.ts'
import { listOf, type Paging, type Values } from './use-list.ts'

/** useList for dialogs and drawers, without the address. */
export function useLocalList<F extends Values>(noFilters: F, size = pageSize()) {
  const [params, setParams] = useState({ current: 1, size, ...noFilters } as Paging & Widened<F>)
  return listOf(params, patch => setParams(now => ({ ...now, ...patch })), noFilters, noFilters)
}
