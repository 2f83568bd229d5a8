import { isNamed, readRule, rangeOf, type AddressRange } from './ip-rules.ts'

/** A network wider than this is not a list of proxies but nearly everybody: /8 of IPv4, /16 of IPv6. */
const WIDEST = { ipv4: 1n << 24n, ipv6: 1n << 112n }
/** All of a list together, as many small networks make a wide one. */
const ALL_RANGES_FACTOR = 4n
/** Where IPv6 holds the addresses of IPv4. */
const MAPPED = { first: 0xffffn << 32n, last: (0x10000n << 32n) - 1n }

/** Whether these can be the proxies in front of a server: addresses, networks and ranges, none of them everybody (N-08). */
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

/** Whether what a proxy alone may say is believed of this address; a list of everybody, kept from earlier, names nobody. */
export const isProxy = (lines: readonly string[], ip: string): boolean => isNamed(lines, ip) && areProxies(lines)
