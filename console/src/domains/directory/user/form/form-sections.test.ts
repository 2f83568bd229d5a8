import { expect, test } from 'vitest'
import { changesOf, firstFields, isFolded, needsMore, sectionsOf } from './form-sections.ts'

const required = { phone: true, idCard: false, originUserId: false, employeeNumber: false }

test('each part of the form shows how many of its required fields are missing', () => {
  const missing = (typed: object, isNew = true, needed = required) =>
    sectionsOf(typed, { isNew, required: needed }).map(section => section.missing)
  expect(missing({})).toEqual([4, undefined, undefined, undefined, undefined])
  const filled = { realName: '甲', userName: 'jia', phone: '139', main: { orgId: '1' } }
  expect(missing({ ...filled, others: [{}] })).toEqual([0, undefined, 1, undefined, undefined])
  expect(missing({ passwordType: 3 })[3]).toBe(1)
  expect(missing({ passwordType: 3 }, false)[3]).toBe(undefined)
  expect(missing({ idCard: '1' }, true, { phone: false, idCard: true, originUserId: true, employeeNumber: true })).toEqual([
    3,
    1,
    undefined,
    1,
    undefined,
  ])
})

test('changed fields are named; emptying a field that is already empty is no change', () => {
  const initial = { realName: '甲', phone: null, main: { id: 'j', orgId: '1', rankId: null }, others: [], labelIds: ['a'] }
  expect(changesOf(initial, { ...initial, phone: '', main: { orgId: '1' } })).toEqual([])
  expect(changesOf(initial, { ...initial, realName: '乙', labelIds: [] })).toEqual(['姓名', '标签'])
  expect(changesOf(initial, { ...initial, main: { orgId: '2' } })).toEqual(['任职'])
})

test('an invalid field is counted in its part of the form, wherever it is', () => {
  const wrong = (...faulty: string[]) => sectionsOf({}, { isNew: true, required, faulty }).map(section => section.wrong)
  expect(wrong()).toEqual([0, 0, 0, 0, 0])
  expect(wrong('phone', 'email', 'others.0.orgId', 'password')).toEqual([1, 1, 1, 1, 0])
  expect(wrong('main.orgId', 'main.sortNum', 'labelIds', 'originUserId')).toEqual([1, 0, 1, 1, 1])
})

test('the first part has names, phone and organisation; what is below 更多 opens it when required or filled', () => {
  expect(firstFields).toEqual(['userName', 'realName', 'phone'])
  expect(['phone', 'main.orgId', 'idCard', 'main.rankId', 'password'].map(isFolded)).toEqual([false, false, true, true, true])
  const filled = { realName: '甲', userName: 'jia', phone: '139', gender: null, main: { orgId: '1', sortNum: 4 }, others: [], labelIds: [] }
  expect(needsMore(filled, required)).toBe(false)
  expect(needsMore(filled, { ...required, idCard: true })).toBe(true)
  for (const more of [{ gender: 1 as const }, { others: [{}] }, { labelIds: ['a'] }, { main: { rankId: 'r' } }, { status: 0 as const }])
    expect(needsMore({ ...filled, ...more }, required)).toBe(true)
})
