import type { PagePermit } from './call.ts'

/** What somebody was granted: pages and, on each, the codes of its buttons with those of the pages above it. */
export type Holdings = ReadonlyMap<string, ReadonlySet<string>>

interface Page {
  id: string
  parentId: string
  address: string
}

/** `pages` are those granted; `above` finds a node that stands above one, whether granted or not. */
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

/** N-01: a named button is always required, but on the pages that the permit excepts. */
export function allows({ pages, buttons, alone }: PagePermit, holdings: Holdings): boolean {
  if (pages === '*') return holdings.size > 0
  return pages.some(page => {
    const codes = holdings.get(page)
    return codes !== undefined && (buttons.length === 0 || alone.includes(page) || buttons.some(code => codes.has(code)))
  })
}
