import { FOUND_MAX, MAX_PAGE, type Page } from '@hufu/contract/shapes'
import { useQueries } from '@tanstack/react-query'
import { type UIEvent, useState } from 'react'
import { fetchData, keyOf, useCall } from './calls.ts'
import { isNearBottom } from './scroll-load.ts'
import type { GivenQuery, Sendable } from './transport/wire.ts'

type Rows = readonly unknown[] | Page<unknown>
type RowOf<R> = R extends readonly (infer T)[] ? T : R extends Page<infer T> ? T : never

interface PagesOptions<Q> {
  query: Omit<GivenQuery<Q>, 'current'>
  enabled?: boolean
}

/** Options of a dropdown: the server's list page by page; `onScroll` near the end loads the next. */
export function usePages<Q extends { current: number }, R extends Rows>(
  call: Sendable<Q, undefined, R>,
  { query, enabled = true }: PagesOptions<NoInfer<Q>>,
) {
  const of = JSON.stringify(query)
  const [wished, setWished] = useState({ of, pages: 1 })
  const pages = enabled && wished.of === of ? wished.pages : 1
  const plain = call as Sendable<unknown, undefined, R>
  const first = useCall(plain, { query, enabled, keepPrevious: true })
  const others = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) => {
      const pageQuery = { ...query, current: index + 2 }
      return {
        queryKey: keyOf(call, pageQuery),
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchData(plain, { query: pageQuery, signal }),
        retry: false,
      }
    }),
  })
  const found = [first, ...others]
  const last = found.at(-1)!.data
  return {
    rows: first.data && (found.flatMap(({ data }) => (data ? [...rowsOf(data)] : [])) as RowOf<R>[]),
    total: first.data === undefined ? 0 : isList(first.data) ? first.data.length : first.data.total,
    isFetching: found.some(one => one.isFetching),
    isLoadingOn: others.some(one => one.isPending),
    error: first.data ? null : first.error,
    refetch: () => void first.refetch(),
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => {
      if (last && !first.isPlaceholderData && hasMore(last, pages) && isNearBottom(currentTarget)) setWished({ of, pages: pages + 1 })
    },
  }
}

/** All rows of a list, read page by page, because a tree needs every row. `data` is set after the last page. */
export function useAllPages<Q extends { current: number; size: number }, T>(
  call: Sendable<Q, undefined, Page<T>>,
  { query }: { query: Omit<GivenQuery<NoInfer<Q>>, 'current' | 'size'> },
) {
  const plain = call as Sendable<unknown, undefined, Page<T>>
  const pageOf = (current: number) => ({ ...query, current, size: MAX_PAGE })
  const first = useCall(plain, { query: pageOf(1), keepPrevious: true })
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, (first.data?.pages ?? 1) - 1) }, (_, index) => {
      const pageQuery = pageOf(index + 2)
      return {
        queryKey: keyOf(call, pageQuery),
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchData(plain, { query: pageQuery, signal }),
        retry: false,
      }
    }),
  })
  const found = [first, ...others]
  const isWhole = found.every(({ data }) => data !== undefined)
  return {
    data: isWhole ? { records: found.flatMap(({ data }) => data!.records) } : undefined,
    error: found.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(found.map(one => one.refetch())),
  }
}
export type AllPages<T> = Pick<ReturnType<typeof useAllPages<{ current: number; size: number }, T>>, 'data' | 'error' | 'refetch'>

const isList = (rows: Rows): rows is readonly unknown[] => Array.isArray(rows)
const rowsOf = (rows: Rows) => (isList(rows) ? rows : rows.records)
const hasMore = (last: Rows, pages: number) => (isList(last) ? last.length === FOUND_MAX : pages < last.pages)
