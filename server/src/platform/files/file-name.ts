const NAME_MAX = 200

/** Controls, signs that take no room, and those that make a reader see a name backwards. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g
/** What no file system of a desktop takes in a name; a colon would hide a second type behind the first. */
const RESERVED = /[<>:"|?*]/g
/** Windows leaves these out when it stores a name, and judges what is then the end of it. */
const EDGES = /^[.\s]+|[.\s]+$/g

/**
 * A name as it may be stored, shown and judged by its end: only its last part, nothing unseen in it, never hidden, at most
 * 200 characters (T15).
 */
export function plainName(name: string): string {
  const last = name.toWellFormed().replace(INVISIBLE, '').split(/[/\\]/).pop() ?? ''
  const whole = last.replace(RESERVED, '_').replace(EDGES, '')
  return [...whole].slice(-NAME_MAX).join('').replace(EDGES, '') || 'file'
}
