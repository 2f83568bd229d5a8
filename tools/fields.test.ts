import { fieldColumns, fieldObject } from '../server/src/platform/database/field-columns.sql.ts'
import { fieldNames } from '@hufu/contract/audit/history-words'
import { fieldLabel } from '@hufu/contract/field-text'
import { columnLabels, keysWith } from '@hufu/contract/fields/field'
import { jobFields } from '@hufu/contract/fields/job-fields'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { reviewedFieldLabel } from '@hufu/contract/governance/review-text'
import { labelInEnglish } from '@hufu/contract/words.en'
import { expect, test } from 'vitest'
import { fieldLists, saysSomethingElse } from './field-lists.ts'
import { sourceFiles } from './source-files.ts'

test('RM-01 only the catalogue lists the fields of a user', () => {
  expect(fieldLists(sourceFiles()).filter(({ path }) => !saysSomethingElse.test(path))).toEqual([])
})

test('RM-03 a sealed field is read by derived SQL only as its mask or its blind index', () => {
  expect(() => fieldColumns('u', userFields, ['userName', 'phone'])).toThrow(/sealed/)
  expect(() => fieldObject('u', userFields, ['idCard'])).toThrow(/sealed/)
  const compiled = JSON.stringify(fieldObject('u', userFields, ['phone', 'idCard'], 'mask').toOperationNode())
  expect(compiled).toContain('u.phone_mask')
  expect(compiled).not.toMatch(/cipher/)
})

/** Columns of many tables, for which the data history has one general word. */
const ofManyTables = new Set(['name', 'code', 'parent_id'])

test('RM-04 a field has one label: data history, reviews and refusals call it as its catalogue does', () => {
  for (const catalogue of [userFields, orgFields, jobFields]) {
    const columns = Object.entries(columnLabels(catalogue)).filter(([column]) => !ofManyTables.has(column))
    expect(fieldNames).toMatchObject(Object.fromEntries(columns))
  }
  expect(fieldNames.user_name).toBe('用户名')
  for (const key of keysWith(orgFields, 'review')) expect(reviewedFieldLabel('org', key)).toBe(orgFields[key].label)
  for (const key of keysWith(userFields, 'review')) expect(reviewedFieldLabel('user', key)).toBe(userFields[key].label)
  const keys = keysWith(userFields, 'form')
  expect(keys.map(fieldLabel)).toEqual(keys.map(key => userFields[key].label))
})

test('every label of a field has its English in refusals', () => {
  const labels = [userFields, orgFields, jobFields].flatMap(catalogue => Object.values(catalogue).map(({ label }) => label))
  expect(labels.filter(label => labelInEnglish(label).includes('“'))).toEqual([])
})
