import { expect, test } from 'vitest'
import { kindOf, readReleases } from './changelog.ts'

test('ROUTE-12 D-63 versions are listed as in the file, and invalid ones are left out', () => {
  const good = { version: 'V1.0.0', date: '2026-11-20', items: ['新增组织机构'] }
  expect(readReleases([good, { date: 'x' }, null, 'x', { version: 'V0.9', items: [1, '修复'] }])).toEqual([
    good,
    { version: 'V0.9', date: '', items: ['修复'] },
  ])
})

test('D-63 a file without a list is an empty history', () => {
  for (const raw of [undefined, null, {}, 'x', 1]) expect(readReleases(raw)).toEqual([])
})

test('the kind of a change is read from the beginning of its entry', () => {
  expect(kindOf('修复：翻页')).toEqual({ kind: 'mended', words: '翻页' })
  expect(kindOf('新增组织机构')).toEqual({ kind: undefined, words: '新增组织机构' })
})
