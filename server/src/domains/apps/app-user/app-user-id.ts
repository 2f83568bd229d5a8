import { refuse } from '../../../platform/http/refuse.ts'

/**
 * The id of a user in an application on the wire. It is made of both ids, because an entitled user needs no row of their own.
 * 32 hex digits become 22 characters of base64url to stay within the 32 of D-09; other ids are kept.
 */
export function appUserId(seq: number, userId: string): string {
  const head = seq.toString(36)
  return /^[0-9a-f]{32}$/.test(userId) ? `${head}_${Buffer.from(userId, 'hex').toString('base64url')}` : `${head}-${userId}`
}

/** Parses strictly, so that each id has one spelling only. */
export function readAppUserId(id: string): { seq: number; userId: string } {
  const parts = /^([0-9a-z]{1,7})([_-])(.+)$/.exec(id)
  if (!parts) return refuse('appUserMissing')
  const [, head, separator, tail] = parts as unknown as [string, string, string, string]
  const seq = Number.parseInt(head, 36)
  const userId = separator === '_' ? Buffer.from(tail, 'base64url').toString('hex') : tail
  if (seq > 0x7fffffff || appUserId(seq, userId) !== id) refuse('appUserMissing')
  return { seq, userId }
}
