import { expect, test } from 'vitest'
import { readReleases } from './changelog.ts'

test('ROUTE-12 D-63 versions are listed as the file gives them, and what is no version is left out', () => {
  const good = { version: 'V1.0.0', date: '2026-11-20', items: ['新增组织机构'] }
  expect(readReleases([good, { date: 'x' }, null, 'x', { version: 'V0.9', items: [1, '修复'] }])).toEqual([
    good,
    { version: 'V0.9', date: '', items: ['修复'] },
  ])
})

test('D-63 a file that is no list is an empty history', () => {
  for (const raw of [undefined, null, {}, 'x', 1]) expect(readReleases(raw)).toEqual([])
})
