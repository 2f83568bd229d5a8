import { expect, test } from 'vitest'
import { LatestChange, withOverlap } from './latest-change.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
const latest = (values: readonly unknown[], since?: string) => {
  const change = new LatestChange(NOW, since)
  for (const value of values) change.take(value)
  return change.value
}

test('F10 9 the watermark is the latest change in the source’s own times, whatever their format', () => {
  expect(latest(['20261123080000Z', '20261123090001Z', '20261122235959Z'])).toBe('20261123090001Z')
  expect(latest(['2026-11-23 16:00:00+08', '2026-11-23T07:59:59Z'])).toBe('2026-11-23 16:00:00+08')
  expect(latest([1_763_888_400, '1763888500'])).toBe('1763888500')
  expect(latest(['9', '10', '8'])).toBe('10')
  expect(latest(['', null, undefined, {}], '2026-01-01 00:00:00')).toBe('2026-01-01 00:00:00')
})

test('F10 9 a row dated years ahead does not move the watermark', () => {
  expect(latest(['2026-11-23T08:00:00Z', '2099-01-01T00:00:00Z', '4102444800000'])).toBe('2026-11-23T08:00:00Z')
})

test('F7 times are read from five minutes earlier, in their own format; numbers from where they ended', () => {
  expect(withOverlap('20261123000200Z')).toBe('20261122235700Z')
  expect(withOverlap('20261123000200.0Z')).toBe('20261122235700.0Z')
  expect(withOverlap('2026-03-01 00:00:00.123456+08')).toBe('2026-02-28 23:55:00.123456+08')
  expect(withOverlap('2026-11-23T09:30:00+08:00')).toBe('2026-11-23T09:25:00+08:00')
  expect(withOverlap('1763888400')).toBe('1763888100')
  expect(withOverlap('1763888400000')).toBe('1763888100000')
  expect([withOverlap('4711'), withOverlap('v12')]).toEqual(['4711', 'v12'])
})
