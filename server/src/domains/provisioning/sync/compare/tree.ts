/** The parent of each organisation of a source: its id, null at the top, or the reason why it cannot be placed. */
export interface Tree {
  places: ReadonlyMap<string, string | null | 'circle' | 'missing'>
  /** Depth by origin id, 0 at the top. */
  levels: ReadonlyMap<string, number>
}

/** Parent ids by which many systems say that an organisation has no parent. */
const NO_PARENT_IDS = new Set(['0', '-1'])

export function treeOf(orgs: readonly { originId: string; parentOriginId: string | null }[]): Tree {
  const parents = new Map(orgs.map(org => [org.originId, org.parentOriginId]))
  const places = new Map<string, string | null | 'circle' | 'missing'>()
  const levels = new Map<string, number>()
  const parentOf = (originId: string): string | null => {
    const parent = parents.get(originId) ?? null
    return parent === null || parent === originId || (NO_PARENT_IDS.has(parent) && !parents.has(parent)) ? null : parent
  }
  for (const { originId } of orgs) {
    const path: string[] = []
    const onWay = new Set<string>()
    let at: string | null = originId
    while (at !== null && !levels.has(at) && !places.has(at) && !onWay.has(at)) {
      path.push(at)
      onWay.add(at)
      const parent: string | null = parentOf(at)
      const isMissing = parent !== null && !parents.has(parent)
      if (isMissing) places.set(at, 'missing')
      at = isMissing ? null : parent
    }
    const isCircle = at !== null && onWay.has(at) && !places.has(at)
    const circleFrom = isCircle ? path.indexOf(at!) : -1
    for (const [n, each] of [...path.entries()].toReversed()) {
      const parent = parentOf(each)
      if (isCircle && n >= circleFrom) places.set(each, 'circle')
      else places.set(each, places.get(each) ?? parent)
      levels.set(each, parent === null ? 0 : (levels.get(parent) ?? 0) + 1)
    }
  }
  return { places, levels }
}
