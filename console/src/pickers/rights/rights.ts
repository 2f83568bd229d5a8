interface Leaf {
  id: string
  name: string
  status: number
}
/** A node of the permission tree: a menu with its buttons, or an application with its roles. */
export interface RightsNode extends Leaf {
  children: readonly RightsNode[]
  buttons: readonly Leaf[]
}

/** A node with its relations, for computing ticks. */
export interface Entry {
  id: string
  name: string
  kind: 'menu' | 'button'
  /** Holds other menus, and is chosen exactly with them. */
  isDirectory: boolean
  /** Its name with those above it. */
  path: string
  above: readonly string[]
  below: readonly string[]
}
export type Entries = ReadonlyMap<string, Entry>

const PATH_SEPARATOR = ' / '

/** Every node by id, in tree order. */
export function entriesOf(tree: readonly RightsNode[]): Entries {
  const entries = new Map<string, Entry>()
  const walk = (node: RightsNode, above: readonly string[], names: readonly string[]): string[] => {
    const [pathNames, pathIds] = [
      [...names, node.name],
      [node.id, ...above],
    ]
    const entry = {
      id: node.id,
      name: node.name,
      kind: 'menu' as const,
      isDirectory: node.children.length > 0,
      path: pathNames.join(PATH_SEPARATOR),
      above,
    }
    const below: string[] = []
    entries.set(node.id, { ...entry, below })
    for (const button of node.buttons) {
      const { id, name } = button
      entries.set(id, {
        id,
        name,
        kind: 'button',
        isDirectory: false,
        path: [...pathNames, name].join(PATH_SEPARATOR),
        above: pathIds,
        below: [],
      })
      below.push(id)
    }
    for (const child of node.children) below.push(...walk(child, pathIds, pathNames))
    return [node.id, ...below]
  }
  for (const node of tree) walk(node, [], [])
  return entries
}

interface Tick {
  on: boolean
  /** A page includes its buttons. A directory always includes everything. */
  linked: boolean
  /** Whether the user may tick and untick it. */
  may: (id: string) => boolean
}

/** The choice after a tick: a button includes its page, a page loses its buttons, a directory goes with its last page. */
export function tick(entries: Entries, chosen: ReadonlySet<string>, id: string, { on, linked, may }: Tick): Set<string> {
  const entry = entries.get(id)
  const after = new Set(chosen)
  if (!entry) return after
  if (on) {
    const taken = linked || entry.isDirectory ? entry.below.filter(may) : []
    for (const one of [id, ...entry.above, ...taken]) after.add(one)
    for (const one of taken) for (const above of entries.get(one)!.above) after.add(above)
    return after
  }
  for (const one of [id, ...entry.below]) if (may(one)) after.delete(one)
  // What the user may not untick keeps the nodes above it.
  for (const one of entry.below) if (after.has(one)) for (const above of entries.get(one)!.above) after.add(above)
  for (const one of entry.above) {
    const above = entries.get(one)!
    if (above.isDirectory && !above.below.some(below => after.has(below))) after.delete(one)
  }
  return after
}

export type CheckState = 'all' | 'some' | 'none'
/** The tick of a directory depends on what is below; pages and buttons have their own. */
export function markOf(entry: Entry, chosen: ReadonlySet<string>): CheckState {
  if (!entry.isDirectory) return chosen.has(entry.id) ? 'all' : 'none'
  const count = entry.below.filter(id => chosen.has(id)).length
  return count === 0 ? 'none' : count === entry.below.length ? 'all' : 'some'
}

export interface Difference {
  gained: Entry[]
  lost: Entry[]
}

/** Gains and losses without directories, which grant nothing. */
export function differenceOf(entries: Entries, before: ReadonlySet<string>, after: ReadonlySet<string>): Difference {
  const shown = [...entries.values()].filter(entry => !entry.isDirectory)
  return {
    gained: shown.filter(({ id }) => after.has(id) && !before.has(id)),
    lost: shown.filter(({ id }) => before.has(id) && !after.has(id)),
  }
}

/** The ids to send; directories are included if anything below is. */
export const idsOf = (entries: Entries, chosen: ReadonlySet<string>, kind: Entry['kind']): string[] =>
  [...chosen].filter(id => entries.get(id)?.kind === kind && !entries.get(id)!.isDirectory)

/** Nodes that meet a condition, with those above them. */
export function shownOf(entries: Entries, meets: (entry: Entry) => boolean): ReadonlySet<string> {
  const shown = new Set<string>()
  for (const entry of entries.values()) if (meets(entry)) for (const id of [entry.id, ...entry.above]) shown.add(id)
  return shown
}
