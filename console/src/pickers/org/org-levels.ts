import { org, type OrgNode } from '@hufu/contract/directory/org'
import type { businessLine } from '@hufu/contract/directory/business-line'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData, keyOf } from '../../platform/calls.ts'
import { onSignOut } from '../../platform/session.ts'

/** Which tree: the caller's own, that of a range of organisations, or that of a business line. */
export interface OrgAsking {
  /** Passed with its call, as most pages do not use business lines. */
  line?: { id: string; tree: typeof businessLine.tree } | undefined
  orgRangeId?: string | undefined
  hasOnlyEnable?: boolean | undefined
}
/** The children of an opened node: undefined while loading. */
export interface OrgLevel {
  nodes: OrgNode[] | undefined
  failed: boolean
  again: () => void
}

/** The ancestors of an organisation change seldom. */
export const PATH_FRESH_MS = 60_000
// A level just seen is not requested again; changes of a level refresh org.tree.
const FRESH_MS = 30_000
/** A tree with few tops starts with these open. */
const FEW_TOPS = 3

/** The open nodes of each tree, remembered until sign-out. */
const remembered = new Map<string, string[]>()
onSignOut(() => remembered.clear())

/** The tops of the caller's tree. */
export const useOrgTops = (asking: OrgAsking = {}) => useQuery({ ...levelOf(asking), staleTime: FRESH_MS, retry: false })

/** The query of one level; without a parent, of the tops. */
function levelOf({ line, ...range }: OrgAsking, parentId?: string) {
  const cachedQuery = (key: unknown[], fetch: (signal: AbortSignal) => Promise<OrgNode[]>) => ({
    queryKey: key,
    queryFn: ({ signal }: { signal: AbortSignal }) => fetch(signal),
  })
  if (!line) {
    const query = { ...range, parentId }
    return cachedQuery(keyOf(org.tree, query, undefined), signal => fetchData(org.tree, { query, signal }))
  }
  const query = { stripeId: line.id, parentId }
  return cachedQuery(keyOf(line.tree, query, undefined), signal => fetchData(line.tree, { query, signal }))
}

/** The open levels of a tree, each requested when opened. */
export function useOrgLevels(asking: OrgAsking) {
  const name = JSON.stringify({ ...asking, line: asking.line?.id })
  const tops = useOrgTops(asking)
  const [kept, setKept] = useState(remembered.get(name))
  const opened = kept ?? defaultOpened(tops.data)
  const found = useQueries({
    queries: opened.map(parentId => ({ ...levelOf(asking, parentId), staleTime: FRESH_MS, retry: false })),
  })
  const levels = new Map<string, OrgLevel>(
    opened.map((id, index) => {
      const { data, isError, refetch } = found[index]!
      return [id, { nodes: data, failed: isError && !data, again: () => void refetch() }]
    }),
  )
  const setOpened = (ids: string[]) => {
    remembered.set(name, ids)
    setKept(ids)
  }
  return { tops, levels, opened, setOpened }
}

const defaultOpened = (tops: OrgNode[] | undefined): string[] =>
  tops && tops.length <= FEW_TOPS ? tops.filter(top => top.hasChildren).map(top => top.id) : []
