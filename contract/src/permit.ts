import type { PagePermit } from './call.ts'

/** What a user was granted: pages and, for each, the codes of the buttons on it and on the pages above it. */
export type Holdings = ReadonlyMap<string, ReadonlySet<string>>

interface Page {
  id: string
  parentId: string
  address: string
}

/** `pages`: the granted pages; `above`: finds the parent of a node, whether granted or not. */
export function holdingsOf(
  pages: readonly Page[],
  buttons: readonly { parentId: string; code: string }[],
  above: (id: string) => { id: string; parentId: string } | undefined,
): Holdings {
  const codesAt = Map.groupBy(buttons, button => button.parentId)
  const upwards = (node: { id: string; parentId: string } | undefined, depth = 0): string[] =>
    node && depth < MAX_DEPTH ? [node.id, ...upwards(above(node.parentId), depth + 1)] : []
  return new Map(pages.map(page => [page.address, new Set(upwards(page).flatMap(id => (codesAt.get(id) ?? []).map(({ code }) => code)))]))
}
const MAX_DEPTH = 20

/** A named button is always required, except on the pages the permit lists in `alone`. */
export function allows({ pages, buttons, alone }: PagePermit, holdings: Holdings): boolean {
  if (pages === '*') return holdings.size > 0
  return pages.some(page => {
    const codes = holdings.get(page)
    return codes !== undefined && (buttons.length === 0 || alone.includes(page) || buttons.some(code => codes.has(code)))
  })
}
