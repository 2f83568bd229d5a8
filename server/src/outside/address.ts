import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Addresses where no external system is: this machine's own under other names, multicast groups, and metadata services of
 * clouds. Private networks are allowed, as a super administrator configured them.
 */
const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 3],
] as const)
  // prettier-ignore
  closed.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['fd00:ec2::', 32],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  // prettier-ignore
  closed.addSubnet(net, bits, 'ipv6')

/** Whether this server may connect to the address (T23). An IPv4-mapped address is checked as IPv4. */
export function isAllowedAddress(address: string, withLoopback: boolean): boolean {
  const bare = address.split('%', 1)[0]!
  const family = isIP(bare)
  if (family === 0) return false
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  return loopback.check(bare, kind) ? withLoopback : !closed.check(bare, kind)
}
