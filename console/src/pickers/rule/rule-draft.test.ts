import { expect, test } from 'vitest'
import { LabelRule } from '@hufu/contract/directory/label-rule'
import { blankOf, countOf, emptyRule, type Field, operatorOf, operatorsOf, isWhole, withOperator } from './rule-draft.ts'

const fields: Field[] = [
  'org',
  'jobType',
  'rank',
  'title',
  'duty',
  'post',
  'status',
  'gender',
  'validEndTime',
  'realName',
  'userName',
  'employeeNumber',
]

test('every comparison of every field is read back as chosen', () => {
  for (const field of fields)
    for (const how of operatorsOf(field)) expect(operatorOf(withOperator(blankOf(field), how)), `${field} ${how}`).toBe(how)
})

test('the editor accepts as complete exactly what the contract accepts', () => {
  const filled = (field: Field) => {
    const one = blankOf(field)
    if ('ids' in one) return { ...one, ids: ['a'] }
    if ('orgIds' in one) return { ...one, orgIds: ['a'] }
    if ('text' in one) return { ...one, text: 'a' }
    return one.field === 'validEndTime' ? { ...one, time: '2030-01-01 00:00:00' } : one
  }
  for (const field of fields) {
    const [open, whole] = [blankOf(field), filled(field)].map(one => ({ match: 'all', conditions: [one] }) as LabelRule)
    for (const rule of [open!, whole!]) expect(isWhole(rule), field).toBe(LabelRule.safeParse(rule).success)
    expect(isWhole(whole!)).toBe(true)
  }
  const nested: LabelRule = { match: 'any', conditions: [{ match: 'all', conditions: [filled('org'), filled('rank')] }, filled('status')] }
  expect([isWhole(nested), LabelRule.safeParse(nested).success, countOf(nested)]).toEqual([true, true, 3])
  expect([isWhole({ match: 'all', conditions: [] }), isWhole(emptyRule())]).toEqual([false, false])
})
