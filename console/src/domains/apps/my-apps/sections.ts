import type { AccountApp } from '@hufu/contract/apps/account-apps'

export interface Section {
  key: string
  /** Undefined for the recently used ones. */
  name: string | undefined
  apps: readonly AccountApp[]
}

/** Up to this many applications need no section of recently used ones. */
const FEW = 6
/** How many recently used applications are shown: as many as fit in one row of a wide screen. */
const RECENT = 5

/** By group in the order of the list; if there are many, the last used are repeated on top. */
export function sectionsOf(apps: readonly AccountApp[], typed: string): Section[] {
  const sought = typed.trim().toLowerCase()
  const found = apps.filter(({ name, remark }) => `${name} ${remark ?? ''}`.toLowerCase().includes(sought))
  const used = byLastUse(found.filter(({ lastTime }) => lastTime !== null)).slice(0, RECENT)
  const isMany = sought === '' && apps.length > FEW && used.length > 0
  const groups = [...Map.groupBy(found, ({ appGroupId }) => appGroupId)].map(([key, of]) => ({ key, name: of[0]!.appGroupName, apps: of }))
  if (isMany) return [{ key: '', name: undefined, apps: used }, ...groups]
  return groups.map(group => ({ ...group, apps: byLastUse(group.apps) }))
}

/** The last used first, the others in their order. */
const byLastUse = (apps: readonly AccountApp[]) => apps.toSorted((one, other) => (other.lastTime ?? '').localeCompare(one.lastTime ?? ''))
