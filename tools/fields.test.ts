import { fieldColumns, fieldObject } from '../server/src/platform/database/field-columns.sql.ts'
import { jobFields } from '@hufu/contract/fields/job-fields'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
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

test('every label of a field has its English in refusals', () => {
  const labels = [userFields, orgFields, jobFields].flatMap(catalogue => Object.values(catalogue).map(({ label }) => label))
  expect(labels.filter(label => labelInEnglish(label).includes('“'))).toEqual([])
})
