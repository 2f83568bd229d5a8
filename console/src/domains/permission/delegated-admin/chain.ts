import type { DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'

export interface Link {
  row: DelegatedAdmin
  /** The delegations that derive from it. */
  below: Link[]
  /** It derives from a delegation that is not among the given rows. */
  isCut: boolean
}

/**
 * The delegations as a forest: each below the one it derives from. Those
 * given by a role, or whose source is not given, are at the top.
 */
export function chainOf(rows: readonly DelegatedAdmin[]): Link[] {
  const links = new Map(rows.map(row => [row.id, { row, below: [] as Link[], isCut: false }]))
  const tops: Link[] = []
  for (const link of links.values()) {
    const source = link.row.sourceId === null ? undefined : links.get(link.row.sourceId)
    if (source) source.below.push(link)
    else tops.push(Object.assign(link, { isCut: link.row.sourceId !== null }))
  }
  return tops
}
