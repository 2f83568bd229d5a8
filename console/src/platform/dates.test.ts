import { expect, test } from 'vitest'
import { ago, presets, wholeDays } from './dates.ts'

const now = new Date('2026-11-20T10:00:00+08:00')
const rangeOf = (name: string, at = now) =>
  presets({ withLong: true })
    .find(preset => preset.name === name)!
    .range(at)

test.each([
  ['FIELD-15', 'today', '2026-11-20', '2026-11-20'],
  ['FIELD-16', 'yesterday', '2026-11-19', '2026-11-19'],
  ['FIELD-17', 'lastWeek', '2026-11-14', '2026-11-20'],
  ['FIELD-18', 'last30Days', '2026-10-22', '2026-11-20'],
  ['FIELD-19', 'last3Months', '2026-08-20', '2026-11-20'],
  ['FIELD-20', 'lastHalfYear', '2026-05-20', '2026-11-20'],
  ['FIELD-21', 'lastYear', '2025-11-20', '2026-11-20'],
])('%s %s is %s to %s', (_id, name, first, last) => {
  expect(rangeOf(name)).toEqual([`${first} 00:00:00`, `${last} 23:59:59`])
})

test('FIELD-19 FIELD-20 FIELD-21 the long presets are offered only if requested', () => {
  expect(presets().map(preset => preset.label)).toEqual(['今天', '昨天', '最近一周', '最近30天'])
  const long = ['最近三个月', '最近半年', '最近一年']
  expect(
    presets({ withLong: true })
      .slice(4)
      .map(preset => preset.label),
  ).toEqual(long)
})

test('FIELD-23 FIELD-25 a range runs from 00:00:00 to 23:59:59 in yyyy-MM-dd HH:mm:ss', () => {
  expect(wholeDays('2026-11-18', '2026-11-20')).toEqual(['2026-11-18 00:00:00', '2026-11-20 23:59:59'])
})

test('D-09 days are counted in the time of China, and months end with their last day', () => {
  expect(rangeOf('today', new Date('2026-11-30T22:00:00Z'))[0]).toBe('2026-12-01 00:00:00')
  expect(rangeOf('last3Months', new Date('2026-05-31T12:00:00+08:00'))[0]).toBe('2026-02-28 00:00:00')
  expect(rangeOf('lastYear', new Date('2028-02-29T12:00:00+08:00'))[0]).toBe('2027-02-28 00:00:00')
})

test('a preset is calculated when clicked, not when the page was loaded', () => {
  const preset = presets()[0]!
  expect(preset.range(new Date('2026-11-20T12:00:00Z'))).not.toEqual(preset.range(new Date('2026-11-21T12:00:00Z')))
})

test('the age of a time is given in the largest unit that fits', () => {
  expect(['2026-11-20 09:59:00', '2026-11-20 07:10:00', '2026-11-12 10:00:00', '2024-01-01 00:00:00'].map(time => ago(time, now))).toEqual([
    '1分钟前',
    '2小时前',
    '8天前',
    '2年前',
  ])
})

test('a time below a minute is just now, also where the clock of the server is ahead', () => {
  for (const time of ['2026-11-20 09:59:01', '2026-11-20 10:00:00', '2026-11-20 10:00:40'])
    expect([time, ago(time, now)]).toEqual([time, '刚刚'])
})
