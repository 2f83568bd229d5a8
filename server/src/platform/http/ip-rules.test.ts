import { expect, test } from 'vitest'
import { addressAllowed, firstInvalidLine, isHourAllowed, networkOf } from './ip-rules.ts'

const open = { openIpLimit: true, ipWhitelist: [] as string[], ipBlacklist: [] as string[] }
const white = (...ipWhitelist: string[]) => ({ ...open, ipWhitelist })
const black = (...ipBlacklist: string[]) => ({ ...open, ipBlacklist })

test.for([
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '10.1.2.4', false],
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.1.2.99/24', '10.1.2.1', true],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['10.0.0.5-10.0.0.9', '10.0.0.5', true],
  ['10.0.0.5-10.0.0.9', '10.0.0.9', true],
  ['10.0.0.5 - 10.0.0.9', '10.0.0.10', false],
  ['10.0.0.250-10.0.1.4', '10.0.1.1', true],
  ['2001:db8::/32', '2001:db8:1::7', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:db8::1-2001:db8::ff', '2001:0DB8:0::00aa', true],
  ['::1', '0:0:0:0:0:0:0:1', true],
  // An IPv4-mapped IPv6 address, in the request or in a rule, means the IPv4 address.
  ['10.1.2.3', '::ffff:10.1.2.3', true],
  ['10.1.2.3', '::ffff:a01:203', true],
  ['::ffff:10.1.2.3', '10.1.2.3', true],
  ['::FFFF:10.1.2.0/120', '10.1.2.77', true],
  ['::ffff:10.1.2.0/120', '10.1.3.77', false],
  ['fe80::1', 'fe80::1%eth0', true],
  ['10.0.0.0/8', 'not an address', false],
  ['10.0.0.0/8', '', false],
] as const)('CONF-10 whitelist %s, address %s: %s', ([rule, ip, allowed]) => {
  expect(addressAllowed(white(rule), ip)).toBe(allowed)
})

test('CONF-10 the blacklist wins, an empty whitelist allows everybody, and the switch turns both off', () => {
  expect(addressAllowed(black('10.0.0.7'), '10.0.0.7')).toBe(false)
  expect(addressAllowed(black('10.0.0.7'), '::ffff:10.0.0.7')).toBe(false)
  expect(addressAllowed(black('10.0.0.7'), '10.0.0.8')).toBe(true)
  const both = { ...open, ipWhitelist: ['10.0.0.0/24'], ipBlacklist: ['10.0.0.7', '2001:db8::/32'] }
  expect(addressAllowed(both, '10.0.0.7')).toBe(false)
  expect(addressAllowed(both, '10.0.0.8')).toBe(true)
  expect(addressAllowed(both, '10.0.1.8')).toBe(false)
  expect(addressAllowed({ ...both, openIpLimit: false }, '10.0.0.7')).toBe(true)
})

test('CONF-10 an unreadable whitelist allows nobody', () => {
  expect(addressAllowed(white('rubbish'), '10.0.0.1')).toBe(false)
})

test.for([
  '10.0.0', '10.0.0.256', '010.0.0.1', '10.0.0.1/33', '10.0.0.1/-1', '10.0.0.1/', '10.0.0.1/8/8', '2001:db8::/129', '::ffff:10.0.0.1/95',
  '10.0.0.9-10.0.0.5', '10.0.0.1-2001:db8::1', '10.0.0.1-', '-10.0.0.1', '10.0.0.*', 'localhost', '', ' ', '10.0.0.1 10.0.0.2', '1.2.3.4/0x8',
])('CONF-10 «%s» is no valid rule, and the number of its line is returned', line => {
  expect(firstInvalidLine(['10.0.0.1', '2001:db8::/32', line, 'also wrong'])).toBe(3)
}) // prettier-ignore

test('CONF-10 valid lines have no problem', () => {
  expect(firstInvalidLine([])).toBeUndefined()
  expect(firstInvalidLine(['10.0.0.1', ' 10.0.0.0/8 ', '10.0.0.1-10.0.0.1', '::/0', 'fe80::1-fe80::2'])).toBeUndefined()
})

const at = (utc: string) => new Date(`2026-11-20T${utc}Z`)
const hours = (beginTime: string, endTime: string) => ({ openTimeLimit: true, beginTime, endTime })

test.for([
  // 00:00 UTC is 08:00 in China
  ['08:00', '18:00', '00:00:00', true],
  ['08:00', '18:00', '10:00:59.999', true],
  ['08:00', '18:00', '10:01:00', false],
  ['08:00', '18:00', '23:59:59', false],
  ['22:00', '06:00', '14:00:00', true],
  ['22:00', '06:00', '16:30:00', true],
  ['22:00', '06:00', '22:00:30', true],
  ['22:00', '06:00', '22:01:00', false],
  ['22:00', '06:00', '04:00:00', false],
  ['00:00', '23:59', '15:59:59', true],
  // Equal begin and end: no restriction.
  ['09:00', '09:00', '12:00:00', true],
] as const)('CONF-11 from %s to %s, at %s UTC: %s', ([begin, end, utc, allowed]) => {
  expect(isHourAllowed(hours(begin, end), at(utc))).toBe(allowed)
  expect(isHourAllowed({ ...hours(begin, end), openTimeLimit: false }, at(utc))).toBe(true)
})

test.for([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::7', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('N-06 the limits count %s as %s', ([ip, network]) => {
  expect(networkOf(ip!)).toBe(network)
})
