import { isNamed, readRule, rangeOf, type AddressRange } from './ip-rules.ts'

/** The largest network accepted as proxies, /8 of IPv4 or /16 of IPv6; a larger one would trust nearly everybody. */
const WIDEST = { ipv4: 1n << 24n, ipv6: 1n << 112n }
/** The whole list may cover this many such networks, because many small networks can add up to a large one. */
const ALL_RANGES_FACTOR = 4n
/** The range in IPv6 that maps IPv4 addresses. */
const MAPPED = { first: 0xffffn << 32n, last: (0x10000n << 32n) - 1n }

/** Whether these addresses, networks and ranges can be the proxies in front of the server; false if they cover too much (N-08). */
export function areProxies(lines: readonly string[]): boolean {
  const together = { ipv4: 0n, ipv6: 0n }
  for (const line of lines) {
    const rule = readRule(line)
    if (!rule) return false
    const range = rangeOf(rule)
    const count = range.last - range.first + 1n
    together[range.family] += count
    if (range.first === 0n || count > WIDEST[range.family] || holdsMapped(range)) return false
  }
  return together.ipv4 <= WIDEST.ipv4 * ALL_RANGES_FACTOR && together.ipv6 <= WIDEST.ipv6 * ALL_RANGES_FACTOR
}

const holdsMapped = ({ family, first, last }: AddressRange) => family === 'ipv6' && first <= MAPPED.last && last >= MAPPED.first

/**
 * Whether headers that only a proxy may set are trusted from this address. An older stored list that covers too much names no
 * proxy.
 */
export const isProxy = (lines: readonly string[], ip: string): boolean => isNamed(lines, ip) && areProxies(lines)
