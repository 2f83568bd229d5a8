import { expect, test } from 'vitest'
import { rateOf } from './tiles.tsx'

test('ROUTE-37 the failure rate is empty before anything was sent, and never 0 % if one message failed', () => {
  expect(rateOf(0, 0)).toBe('—')
  expect(rateOf(0, 7)).toBe('0%')
  expect(rateOf(1, 3)).toBe('33.3%')
  expect(rateOf(1, 100_000)).toBe('<0.1%')
  expect(rateOf(3, 3)).toBe('100%')
})
