interface Leaf {
  id: string
  name: string
  status: number
}
/** What may be granted, as the tree shows it: a menu with its buttons, an application with its roles. */
export interface RightsNode extends Leaf {
  children: readonly RightsNode[]
  buttons: readonly Leaf[]
}

/** A menu or a button as the tree of rights knows it. */
export interface Entry {
  id: string
  name: string
  kind: 'menu' | 'button'
  /** Holds other menus: it comes and goes with them. */
  isDirectory: boolean
  /** Its name with those above. */
  way: string
  above: readonly string[]
  below: readonly string[]
}
export type Entries = ReadonlyMap<string, Entry>

const WAY = ' / '

/** Every node by its id, in the order of the tree. */
export function entriesOf(tree: readonly RightsNode[]): Entries {
  const entries = new Map<string, Entry>()
  const walk = (node: RightsNode, above: readonly string[], names: readonly string[]): string[] => {
    const [way, ways] = [
      [...names, node.name],
      [node.id, ...above],
    ]
    const entry = { id: node.id, name: node.name, kind: 'menu' as const, isDirectory: node.children.length > 0, way: way.join(WAY), above }
    const below: string[] = []
    entries.set(node.id, { ...entry, below })
    for (const button of node.buttons) {
      const { id, name } = button
      entries.set(id, { id, name, kind: 'button', isDirectory: false, way: [...way, name].join(WAY), above: ways, below: [] })
      below.push(id)
    }
    for (const child of node.children) below.push(...walk(child, ways, way))
    return [node.id, ...below]
  }
  for (const node of tree) walk(node, [], [])
  return entries
}

interface Tick {
  on: boolean
  /** A page takes its buttons along. A directory always takes everything. */
  linked: boolean
  /** What the one who ticks may give and take. */
  may: (id: string) => boolean
}

/** What is chosen after a tick: with a button comes its page, with a page go its buttons, a directory goes with its last page. */
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
  // What is not their to take keeps its place.
  for (const one of entry.below) if (after.has(one)) for (const above of entries.get(one)!.above) after.add(above)
  for (const one of entry.above) {
    const above = entries.get(one)!
    if (above.isDirectory && !above.below.some(below => after.has(below))) after.delete(one)
  }
  return after
}

export type Mark = 'all' | 'some' | 'none'
/** A directory is chosen whole, in part or not at all; a page and a button stand for themselves. */
export function markOf(entry: Entry, chosen: ReadonlySet<string>): Mark {
  if (!entry.isDirectory) return chosen.has(entry.id) ? 'all' : 'none'
  const count = entry.below.filter(id => chosen.has(id)).length
  return count === 0 ? 'none' : count === entry.below.length ? 'all' : 'some'
}

export interface Difference {
  gained: Entry[]
  lost: Entry[]
}

/** What would be gained and lost; directories are not counted, they grant nothing of their own. */
export function differenceOf(entries: Entries, before: ReadonlySet<string>, after: ReadonlySet<string>): Difference {
  const told = [...entries.values()].filter(entry => !entry.isDirectory)
  return {
    gained: told.filter(({ id }) => after.has(id) && !before.has(id)),
    lost: told.filter(({ id }) => before.has(id) && !after.has(id)),
  }
}

/** What is sent: directories come with what they hold. */
export const idsOf = (entries: Entries, chosen: ReadonlySet<string>, kind: Entry['kind']): string[] =>
  [...chosen].filter(id => entries.get(id)?.kind === kind && !entries.get(id)!.isDirectory)

/** The nodes that meet a condition, and those above them so that they have a place. */
export function shownOf(entries: Entries, meets: (entry: Entry) => boolean): ReadonlySet<string> {
  const shown = new Set<string>()
  for (const entry of entries.values()) if (meets(entry)) for (const id of [entry.id, ...entry.above]) shown.add(id)
  return shown
}
