import { expect, test } from 'vitest'
import { changesOf, sectionsOf } from './form-sections.ts'

const required = { phone: true, idCard: false, originUserId: false, employeeNumber: false }

test('each part of the form shows how many of its required fields are missing', () => {
  const missing = (typed: object, isNew = true) => sectionsOf(typed, { isNew, required }).map(section => section.missing)
  expect(missing({})).toEqual([3, 1, 0, undefined])
  expect(missing({ realName: '甲', userName: 'jia', phone: '139', main: { orgId: '1' }, others: [{}] })).toEqual([0, 1, 0, undefined])
  expect(missing({ passwordType: 3 })[2]).toBe(1)
  expect(missing({}, false)).toHaveLength(3)
})

test('changed fields are named; emptying a field that is already empty is no change', () => {
  const initial = { realName: '甲', phone: null, main: { id: 'j', orgId: '1', rankId: null }, others: [], labelIds: ['a'] }
  expect(changesOf(initial, { ...initial, phone: '', main: { orgId: '1' } })).toEqual([])
  expect(changesOf(initial, { ...initial, realName: '乙', labelIds: [] })).toEqual(['姓名', '标签'])
  expect(changesOf(initial, { ...initial, main: { orgId: '2' } })).toEqual(['任职'])
})

test('an invalid field is counted in its part of the form, wherever it is', () => {
  const wrong = (...faulty: string[]) => sectionsOf({}, { isNew: true, required, faulty }).map(section => section.wrong)
  expect(wrong()).toEqual([0, 0, 0, 0])
  expect(wrong('phone', 'email', 'others', 'password')).toEqual([2, 1, 1, 0])
  expect(wrong('labelIds')).toEqual([0, 0, 0, 1])
})
