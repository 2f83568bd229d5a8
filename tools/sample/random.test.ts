import { expect, test } from 'vitest'
import { mulberry32, pick, permuted } from './random.ts'

test('one seed gives one sequence of numbers, evenly spread', () => {
  const [one, same, other] = [mulberry32(1), mulberry32(1), mulberry32(2)]
  const row = Array.from({ length: 10_000 }, one)
  expect(row.slice(0, 5)).toEqual(Array.from({ length: 5 }, same))
  expect(row[0]).not.toBe(other())
  expect(row.reduce((sum, value) => sum + value) / row.length).toBeCloseTo(0.5, 1)
  expect(row.every(value => value >= 0 && value < 1)).toBe(true)
})

test('a pick is one of the items', () => {
  expect(['a', 'b']).toContain(pick(['a', 'b'], mulberry32(3)))
})

test('the permutation visits every place once', () => {
  const places = Array.from({ length: 60_000 }, (_, n) => permuted(n, 60_000))
  expect(new Set(places).size).toBe(60_000)
})
