/** The part in which two addresses differ. */
export type Difference = 'same' | 'slash' | 'scheme' | 'host' | 'port' | 'case' | 'path' | 'query' | 'other'

const likeness = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/** The registered address most similar to the sent one. */
export const nearestOf = (sent: string, registered: readonly string[]): string | undefined =>
  registered.toSorted((one, other) => likeness(other, sent) - likeness(one, sent))[0]

export function differenceOf(sent: string, registered: string): Difference {
  if (sent === registered) return 'same'
  if (!URL.canParse(sent) || !URL.canParse(registered)) return 'other'
  const [one, other] = [new URL(sent), new URL(registered)]
  if (one.protocol !== other.protocol) return 'scheme'
  if (one.hostname !== other.hostname) return 'host'
  if (one.port !== other.port) return 'port'
  if (one.pathname !== other.pathname) {
    if (one.pathname.replace(/\/$/, '') === other.pathname.replace(/\/$/, '')) return 'slash'
    return one.pathname.toLowerCase() === other.pathname.toLowerCase() ? 'case' : 'path'
  }
  if (one.search !== other.search) return 'query'
  // Two spellings of the same address, which protocols compare exactly.
  return `${sent}/` === registered || `${registered}/` === sent ? 'slash' : 'case'
}
