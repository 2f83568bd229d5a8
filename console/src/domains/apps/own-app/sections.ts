import type { OwnApp } from '@hufu/contract/apps/own-app'

export interface Section {
  key: string
  /** Undefined: those used of late. */
  name: string | undefined
  apps: readonly OwnApp[]
}

/** So many are found at a glance anyway. */
const FEW = 6
/** One line of them, on a wide screen. */
const RECENT = 5

/** By groups, in the order of the list; where there are many, those used last stand above them once more. */
export function sectionsOf(apps: readonly OwnApp[], typed: string): Section[] {
  const sought = typed.trim().toLowerCase()
  const found = apps.filter(({ name, remark }) => `${name} ${remark ?? ''}`.toLowerCase().includes(sought))
  const used = byUse(found.filter(({ lastTime }) => lastTime !== null)).slice(0, RECENT)
  const isMany = sought === '' && apps.length > FEW && used.length > 0
  const groups = [...Map.groupBy(found, ({ appGroupId }) => appGroupId)].map(([key, of]) => ({ key, name: of[0]!.appGroupName, apps: of }))
  if (isMany) return [{ key: '', name: undefined, apps: used }, ...groups]
  return groups.map(group => ({ ...group, apps: byUse(group.apps) }))
}

/** The last used first, the others as they stand. */
const byUse = (apps: readonly OwnApp[]) => apps.toSorted((one, other) => (other.lastTime ?? '').localeCompare(one.lastTime ?? ''))
