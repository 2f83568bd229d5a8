import { beginnings } from './changelog-names.ts'

export interface Release {
  version: string
  date: string
  items: string[]
}

/** Reads the file of product.changelog; invalid entries are left out. */
export function readReleases(raw: unknown): Release[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const { version, date, items } = entry as Record<string, unknown>
    if (typeof version !== 'string') return []
    const entries = Array.isArray(items) ? items.filter(item => typeof item === 'string') : []
    return [{ version, date: typeof date === 'string' ? date : '', items: entries }]
  })
}

export type Kind = keyof typeof beginnings

/** The kind of change, from the beginning of the item (新增：…). */
export function kindOf(item: string): { kind: Kind | undefined; words: string } {
  const kind = (Object.keys(beginnings) as Kind[]).find(one => item.startsWith(beginnings[one]))
  return { kind, words: kind ? item.slice(beginnings[kind].length) : item }
}

export async function fetchReleases(address: string): Promise<Release[]> {
  // A static file beside config.json; if missing or broken, the history is empty.
  const response = await fetch(address, { cache: 'no-cache' })
  return readReleases(await response.json())
}
