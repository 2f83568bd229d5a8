import { expect, test } from 'vitest'
import { divisions } from './divisions.ts'

test('the divisions are a forest of 31 provinces, parents before children', () => {
  const all = divisions()
  const seen = new Set([''])
  for (const { code, name, parent } of all) {
    expect(seen.has(parent) && !seen.has(code) && name !== '', code).toBe(true)
    seen.add(code)
  }
  expect(all.filter(division => division.parent === '')).toHaveLength(31)
  expect(all.length).toBeGreaterThan(44_000)
})
