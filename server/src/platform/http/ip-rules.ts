import { BlockList, isIP } from 'node:net'
import type { ConfigValues } from '../config/config-catalog.ts'

/** One rule: a single address, a network (10.0.0.0/8) or a range (10.0.0.1-10.0.0.9), of either family. */
export type IpRule =
  | { kind: 'one'; address: Address }
  | { kind: 'net'; address: Address; bits: number }
  | { kind: 'range'; from: Address; to: Address }
interface Address {
  text: string
  family: 'ipv4' | 'ipv6'
}
interface Rules {
  list: BlockList
  /** An empty list means everybody. */
  empty: boolean
}

// Matches the shortest form of an IPv4-mapped address.
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const MAPPED_BITS = 96
const BITS = { ipv4: 32, ipv6: 128 }

/** The form in which addresses are compared: without zone, an IPv4-mapped address as IPv4. */
export function readAddress(text: string): Address | undefined {
  const bare = text.trim().replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 4) return { text: bare, family: 'ipv4' }
  if (version !== 6) return undefined
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = MAPPED.exec(short)
  if (mapped) return { text: dotted(parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)), family: 'ipv4' }
  return { text: short, family: 'ipv6' }
}

const NETWORK_GROUPS = 4

/** The network that counts as one sender: for IPv6 the first 64 bits, because a subscriber usually owns them all. */
export function networkOf(ip: string): string {
  const address = readAddress(ip)
  if (address?.family !== 'ipv6') return address?.text ?? ip
  return `${groupsOf(address.text).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(text: string): string[] {
  const [head = '', tail] = text.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

interface AddressRange {
  family: Address['family']
  first: bigint
  last: bigint
}

/** The addresses a rule covers. */
function rangeOf(rule: IpRule): AddressRange {
  if (rule.kind === 'range') return { family: rule.from.family, first: numberOf(rule.from), last: numberOf(rule.to) }
  const { family } = rule.address
  const host = BigInt(rule.kind === 'net' ? BITS[family] - rule.bits : 0)
  const first = (numberOf(rule.address) >> host) << host
  return { family, first, last: first + (1n << host) - 1n }
}

function numberOf({ text, family }: Address): bigint {
  if (family === 'ipv4') return text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  return groupsOf(text).reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** Undefined if the line is no valid rule. */
function readRule(line: string): IpRule | undefined {
  const [left, right, ...more] = line.split(/[/-]/)
  const address = readAddress(left!)
  if (!address || more.length > 0) return undefined
  if (right === undefined) return { kind: 'one', address }
  if (line.includes('/')) return readNetwork(address, left!, right)
  const to = readAddress(right)
  if (!to || to.family !== address.family || !isAscending(address, to)) return undefined
  return { kind: 'range', from: address, to }
}

function readNetwork(address: Address, written: string, width: string): IpRule | undefined {
  if (!/^\d{1,3}$/.test(width.trim())) return undefined
  const isMapped = address.family === 'ipv4' && written.includes(':')
  const bits = Number(width) - (isMapped ? MAPPED_BITS : 0)
  if (bits < 0 || bits > BITS[address.family]) return undefined
  return { kind: 'net', address, bits }
}

function isAscending(from: Address, to: Address): boolean {
  const blocks = new BlockList()
  try {
    blocks.addRange(from.text, to.text, from.family)
    return true
  } catch {
    return false
  }
}

/** The number of the first invalid line, counted from 1; undefined if all are valid. */
export function firstInvalidLine(lines: readonly string[]): number | undefined {
  const found = lines.findIndex(line => readRule(line) === undefined)
  return found < 0 ? undefined : found + 1
}

// The cache goes by identity, because the configuration is always read as a whole and so a changed list is a new object.
const rulesCache = new WeakMap<readonly string[], Rules>()
function rulesOf(lines: readonly string[]): Rules {
  const cached = rulesCache.get(lines)
  if (cached) return cached
  const list = new BlockList()
  for (const rule of lines.map(readRule)) {
    if (rule?.kind === 'one') list.addAddress(rule.address.text, rule.address.family)
    if (rule?.kind === 'net') list.addSubnet(rule.address.text, rule.bits, rule.address.family)
    if (rule?.kind === 'range') list.addRange(rule.from.text, rule.to.text, rule.from.family)
  }
  const rules = { list, empty: lines.length === 0 }
  rulesCache.set(lines, rules)
  return rules
}

/** Whether a rule covers this address; an empty list covers none. */
function isNamed(lines: readonly string[], ip: string): boolean {
  const address = readAddress(ip)
  return address !== undefined && rulesOf(lines).list.check(address.text, address.family)
}

type IpLimit = Pick<ConfigValues, 'openIpLimit' | 'ipWhitelist' | 'ipBlacklist'>

/** Whether sign-in is allowed from this address: not on the blacklist, and on the whitelist unless that is empty. */
export function addressAllowed({ openIpLimit, ipWhitelist, ipBlacklist }: IpLimit, ip: string): boolean {
  if (!openIpLimit) return true
  const address = readAddress(ip)
  if (!address) return false
  const black = rulesOf(ipBlacklist)
  const white = rulesOf(ipWhitelist)
  if (black.list.check(address.text, address.family)) return false
  return white.empty || white.list.check(address.text, address.family)
}

type Hours = Pick<ConfigValues, 'openTimeLimit' | 'beginTime' | 'endTime'>
// China has no daylight saving time.
const SHANGHAI_MS = 8 * 3_600_000

/** Whether sign-in is allowed at this time: the end minute is included, and the window may cross midnight. */
export function isHourAllowed({ openTimeLimit, beginTime, endTime }: Hours, now: Date): boolean {
  if (!openTimeLimit || beginTime === endTime) return true
  const minute = new Date(now.getTime() + SHANGHAI_MS).toISOString().slice(11, 16)
  if (beginTime < endTime) return beginTime <= minute && minute <= endTime
  return minute >= beginTime || minute <= endTime
}

/** The largest network accepted as proxies, /8 of IPv4 or /16 of IPv6; a larger one would trust nearly everybody. */
const WIDEST = { ipv4: 1n << 24n, ipv6: 1n << 112n }
/** The whole list may cover this many such networks, because many small networks can add up to a large one. */
const ALL_RANGES_FACTOR = 4n
/** The range in IPv6 that maps IPv4 addresses. */
const MAPPED_RANGE = { first: 0xffffn << 32n, last: (0x10000n << 32n) - 1n }

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

const holdsMapped = ({ family, first, last }: AddressRange) => family === 'ipv6' && first <= MAPPED_RANGE.last && last >= MAPPED_RANGE.first

/**
 * Whether headers that only a proxy may set are trusted from this address. An older stored list that covers too much names no
 * proxy.
 */
export const isProxy = (lines: readonly string[], ip: string): boolean => isNamed(lines, ip) && areProxies(lines)
