const NAME_MAX = 200

/** Control characters, invisible characters, and those that reverse the direction of text. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Characters that desktop file systems do not allow in a name; after a colon a second file type could hide. */
const RESERVED = /[<>:"|?*]/g
/** Windows drops these when it stores a name, so another extension could become the last one. */
const EDGES = /^[.\s]+|[.\s]+$/g

/**
 * A name that is safe to store, show and judge by its extension: only the last path segment, no invisible characters, not hidden,
 * at most 200 characters.
 */
export function plainName(name: string): string {
  const last = name.toWellFormed().replace(INVISIBLE, '').split(/[/\\]/).pop() ?? ''
  const whole = last.replace(RESERVED, '_').replace(EDGES, '')
  return [...whole].slice(-NAME_MAX).join('').replace(EDGES, '') || 'file'
}
