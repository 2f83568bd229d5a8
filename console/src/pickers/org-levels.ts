import { org, type OrgNode } from '@hufu/contract/directory/org'
import type { businessLine } from '@hufu/contract/directory/business-line'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData, keyOf } from '../platform/calls.ts'
import { onSignOut } from '../platform/session.ts'

/** Which tree is meant: the caller's own, one of a range of organisations, or that of a line. */
export interface OrgAsking {
  /** The call comes with it: most pages know nothing of lines. */
  line?: { id: string; tree: typeof businessLine.tree } | undefined
  orgRangeId?: string | undefined
  hasOnlyEnable?: boolean | undefined
}
/** The children of one opened node: undefined while they are fetched. */
export interface OrgLevel {
  nodes: OrgNode[] | undefined
  failed: boolean
  again: () => void
}

/** What stands above an organisation changes seldom. */
export const PATH_FRESH_MS = 60_000
// A level that has just been seen need not be asked for again; what changes a level refreshes org.tree.
const FRESH_MS = 30_000
/** A tree of a few tops begins with these open. */
const FEW_TOPS = 3

/** What stood open in a tree when it was last seen; forgotten at log-out. */
const remembered = new Map<string, string[]>()
onSignOut(() => remembered.clear())

/** Where the caller's tree begins. */
export const useOrgTops = (asking: OrgAsking = {}) => useQuery({ ...levelOf(asking), staleTime: FRESH_MS, retry: false })

/** One level, as the query cache knows it; without a parent the tops. */
function levelOf({ line, ...range }: OrgAsking, parentId?: string) {
  const kept = (key: unknown[], fetch: (signal: AbortSignal) => Promise<OrgNode[]>) => ({
    queryKey: key,
    queryFn: ({ signal }: { signal: AbortSignal }) => fetch(signal),
  })
  if (!line) {
    const query = { ...range, parentId }
    return kept(keyOf(org.tree, query, undefined), signal => fetchData(org.tree, { query, signal }))
  }
  const query = { stripeId: line.id, parentId }
  return kept(keyOf(line.tree, query, undefined), signal => fetchData(line.tree, { query, signal }))
}

/** The levels of a tree that are open, each fetched when it is opened. */
export function useOrgLevels(asking: OrgAsking) {
  const name = JSON.stringify({ ...asking, line: asking.line?.id })
  const tops = useOrgTops(asking)
  const [kept, setKept] = useState(remembered.get(name))
  const opened = kept ?? usual(tops.data)
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

const usual = (tops: OrgNode[] | undefined): string[] =>
  tops && tops.length <= FEW_TOPS ? tops.filter(top => top.hasChildren).map(top => top.id) : []
