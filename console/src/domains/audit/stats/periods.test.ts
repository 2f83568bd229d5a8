import { expect, test } from 'vitest'
import { endOf, periodsOf, rangeOf } from './periods.ts'

const now = new Date('2026-11-21T12:00:00+08:00')
const day = (date: string, success: number, fail = 0) => ({ date, success, fail })

test('by default the last thirty days are shown, today included', () => {
  expect(rangeOf('', '', now)).toEqual({ range: ['2026-10-23 00:00:00', '2026-11-21 23:59:59'], isCut: false })
})

test('X-AUDIT-08 a range that is too long is cut at its beginning, and the page says so', () => {
  expect(rangeOf('2025-11-21 00:00:00', '2026-11-21 23:59:59', now).isCut).toBe(false)
  expect(rangeOf('2025-11-20 00:00:00', '2026-11-21 23:59:59', now)).toEqual({
    range: ['2025-11-21 00:00:00', '2026-11-21 23:59:59'],
    isCut: true,
  })
})

test('weeks begin on Monday, months on the first; both end with the range', () => {
  // 2024-08-30 is a Friday
  const days = [day('2024-08-30', 1), day('2024-08-31', 2, 1), day('2024-09-01', 3), day('2024-09-02', 4, 2)]
  expect(periodsOf(days, 'day')).toHaveLength(4)
  expect(periodsOf(days, 'week')).toEqual([
    { first: '2024-08-30', last: '2024-09-01', success: 6, fail: 1 },
    { first: '2024-09-02', last: '2024-09-02', success: 4, fail: 2 },
  ])
  expect(periodsOf(days, 'month')).toEqual([
    { first: '2024-08-30', last: '2024-08-31', success: 3, fail: 1 },
    { first: '2024-09-01', last: '2024-09-02', success: 7, fail: 2 },
  ])
  expect([endOf('2024-02-01', 'month'), endOf('2024-08-26', 'week'), endOf('2024-08-26', 'day')]).toEqual([
    '2024-02-29',
    '2024-09-01',
    '2024-08-26',
  ])
})
