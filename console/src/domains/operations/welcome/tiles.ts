import type { Overview } from '@hufu/contract/operations/welcome'
import type { text } from './text.ts'

export type Counter = keyof typeof text.tiles

/** Each counter with the list it counts. */
export const targets: readonly (readonly [counter: Counter & keyof Overview, path: string])[] = [
  ['pendingUser', '/examine/review-user'],
  ['pendingOrg', '/examine/review-org'],
  ['userCount', '/organiz/index'],
  ['orgCount', '/organiz/org-list'],
  ['appCount', '/app/list'],
  ['onlineCount', '/audit/getPage'],
  ['todayLogin', '/audit/loginLog'],
]

export interface Tile {
  counter: Counter
  count: number
  /** Absent if the user may not open the list, or it does not exist. */
  path: string | undefined
}

/** The counters the user may see; null ones are hidden. */
export function tilesOf(overview: Overview, mayGo: (path: string) => boolean): Tile[] {
  return targets.flatMap(([counter, path]) => {
    const count = overview[counter]
    return count === null ? [] : [{ counter, count, path: mayGo(path) ? path : undefined }]
  })
}

export function partOfDay(hour: number): 'night' | 'morning' | 'noon' | 'afternoon' | 'evening' {
  if (hour < 5) return 'night'
  if (hour < 11) return 'morning'
  if (hour < 13) return 'noon'
  return hour < 18 ? 'afternoon' : 'evening'
}
