import { org, type OrgNode } from '@hufu/contract/org'
import { stripe } from '@hufu/contract/stripe'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData, keyOf, useCall } from '../kernel/calls.ts'
import { onLogOut } from '../kernel/session.ts'

/** Which tree is meant: the caller's own, one of a range of organisations, or that of a line. */
export interface OrgAsking {
  stripeId?: string | undefined
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
onLogOut(() => remembered.clear())

/** Where the caller's tree begins. */
export const useOrgTops = (asking: OrgAsking = {}) => {
  const tops = useCall(org.tree, { query: asking, staleTime: FRESH_MS, enabled: asking.stripeId === undefined })
  const stripeTops = useCall(stripe.tree, { query: lineOf(asking), staleTime: FRESH_MS, enabled: asking.stripeId !== undefined })
  return asking.stripeId === undefined ? tops : stripeTops
}

const lineOf = ({ stripeId = '' }: OrgAsking) => ({ stripeId })

/** One level, as the query cache knows it. */
const levelOf = (asking: OrgAsking, parentId: string) =>
  asking.stripeId === undefined
    ? {
        queryKey: keyOf(org.tree, { ...asking, parentId }, undefined),
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchData(org.tree, { query: { ...asking, parentId }, signal }),
      }
    : {
        queryKey: keyOf(stripe.tree, { ...lineOf(asking), parentId }, undefined),
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchData(stripe.tree, { query: { ...lineOf(asking), parentId }, signal }),
      }

/** The levels of a tree that are open, each fetched when it is opened. */
export function useOrgLevels(asking: OrgAsking) {
  const name = JSON.stringify(asking)
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
