import { session } from '../../platform/session.ts'
import type { PaletteHit } from './found.ts'

const KEY = 'hufu-recent'
const RECENT_MAX = 6

/** The hits chosen last in this window by this user, newest first. */
export function recentlyFound(): PaletteHit[] {
  const stored = sessionStorage.getItem(KEY)
  if (stored === null) return []
  const { owner, found } = JSON.parse(stored) as { owner: string; found: PaletteHit[] }
  return owner === session.get().id ? found : []
}

export function keepFound(found: PaletteHit): void {
  const rest = recentlyFound().filter(({ kind, id }) => kind !== found.kind || id !== found.id)
  sessionStorage.setItem(KEY, JSON.stringify({ owner: session.get().id, found: [found, ...rest].slice(0, RECENT_MAX) }))
}
