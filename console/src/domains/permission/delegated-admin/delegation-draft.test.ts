import type { DelegatedAdminInFull } from '@hufu/contract/permission/delegated-admin'
import { expect, test } from 'vitest'
import { changedIn, endProblem, typedOf } from './delegation-draft.ts'
import { text } from './text.ts'

const delegation = { orgId: 'o1', hasIncludeChild: 0, hasHandOn: 1, beginTime: '2026-01-01 00:00:00', endTime: '2026-06-30 23:59:59' }
const now = new Date('2026-03-01T12:00:00+08:00')

test('a copied delegation keeps the scope but not the period, and takes the organisation that is open', () => {
  expect(typedOf('o2', undefined, delegation as DelegatedAdminInFull)).toMatchObject({
    orgId: 'o2', hasIncludeChild: 0, hasHandOn: 1, beginTime: null, endTime: null,
  }) // prettier-ignore
  expect(typedOf('', undefined, delegation as DelegatedAdminInFull).orgId).toBe('o1')
})

test('fields that were changed outside the tree of rights are named', () => {
  const before = typedOf('', delegation as DelegatedAdminInFull)
  expect(changedIn(before, before)).toEqual([])
  expect(changedIn(before, { ...before, hasIncludeChild: 1, endTime: null })).toEqual([text.editor.reach, text.editor.end])
})

test('a period must end after it begins, and not before the end of today', () => {
  expect(endProblem(null, '2026-05-01 00:00:00', now)).toBeUndefined()
  expect(endProblem('2026-03-01 23:59:59', null, now)).toBeUndefined()
  expect(endProblem('2026-02-28 23:59:59', null, now)).toBe(text.editor.ended)
  expect(endProblem('2026-04-30 23:59:59', '2026-05-01 00:00:00', now)).toBe(text.editor.endBeforeBegin)
})
