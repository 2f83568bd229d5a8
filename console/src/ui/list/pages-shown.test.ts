import { expect, test } from 'vitest'
import { pagesShown } from './pages-shown.ts'

test('a pager shows the first page, the last and those around the current one', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(1, 2)).toEqual([1, 2])
  expect(pagesShown(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pagesShown(1, 50)).toEqual([1, 2, 3, 4, 5, 6, undefined, 50])
  expect(pagesShown(20, 50)).toEqual([1, undefined, 18, 19, 20, 21, 22, undefined, 50])
  expect(pagesShown(50, 50)).toEqual([1, undefined, 45, 46, 47, 48, 49, 50])
})

test('no page is left out where its number needs as much room as the gap', () => {
  for (let last = 1; last <= 12; last++)
    for (let current = 1; current <= last; current++) {
      const shown = pagesShown(current, last)
      const numbers = shown.filter(page => page !== undefined)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect([numbers[0], numbers.at(-1)]).toEqual([1, last])
      expect(numbers).toContain(current)
      shown.forEach((page, index) => page === undefined && expect(shown[index + 1]! - shown[index - 1]!).toBeGreaterThan(2))
    }
})
