import type { DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'

export interface Link {
  row: DelegatedAdmin
  /** What was handed on from it. */
  below: Link[]
  /** It was handed on from a grant that is not among these. */
  isCut: boolean
}

/** Grants as they hang on each other; those given by a role, or from outside of what is known, stand at the top. */
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
