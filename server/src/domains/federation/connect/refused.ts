import type { Kernel } from '../../../platform/kernel.ts'
import type { Db } from '../../../platform/database/db.ts'
import { likelySenders, type Refused, writeFirstSignIn, writeRefused } from './refused.sql.ts'

const SENT_MAX = 300

/** The displayable part of a value: without characters PostgreSQL or a screen cannot hold. */
export const shownValue = (value: unknown): string =>
  // oxlint-disable-next-line no-control-regex -- exactly these are taken out
  typeof value === 'string' ? value.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, SENT_MAX) : ''

/** The displayable part of an address: without user info, and with query values hidden unless they are registered. */
export function shownAddress(value: unknown, registered: readonly string[] = []): string {
  const sent = shownValue(value)
  if (registered.includes(sent)) return sent
  if (!URL.canParse(sent)) return sent.split(/[?#]/, 1)[0]!
  const [before = '', query] = sent
    .replace(/^([^/]*\/\/)[^/?#]*@/, '$1')
    .split('#', 1)[0]!
    .split('?', 2)
  if (query === undefined) return before
  const parameters = new Set(registered.flatMap(uri => (URL.canParse(uri) ? new URL(uri).search.slice(1).split('&') : [])))
  const pairs = query.split('&').map(pair => (parameters.has(pair) ? pair : pair.replace(/=.*$/, '=…')))
  return `${before}?${pairs.join('&')}`
}

export const noteRefused = async (db: Db, appIds: readonly string[], refused: Refused): Promise<void> => {
  for (const appId of appIds) await writeRefused(db, appId, refused)
}

/** Records an address that belongs to no application, for the applications it may have come from. */
export const noteUnknownAddress = async (db: Db, protocol: string, address: string, refused: Refused): Promise<void> =>
  noteRefused(db, await likelySenders(db, protocol, address), refused)

const seen = new WeakMap<Kernel, Set<string>>()
/** Records the first completed sign-in of an application. Each node writes it only once. */
export async function noteFirstSignIn(kernel: Kernel, appId: string): Promise<void> {
  const recorded = seen.get(kernel) ?? new Set()
  seen.set(kernel, recorded)
  if (recorded.has(appId)) return
  await writeFirstSignIn(kernel.db, appId)
  recorded.add(appId)
}
