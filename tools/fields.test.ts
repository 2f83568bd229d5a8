import { fieldColumns, fieldObject } from '../server/src/platform/database/field-columns.sql.ts'
import { jobFields } from '@hufu/contract/fields/job-fields'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { labelInEnglish } from '@hufu/contract/words.en'
import { expect, test } from 'vitest'
import { isTest } from './domains.ts'
import { sourceFiles } from './source-files.ts'

const NEAR = 25
const MANY = 7
/** Files that say something else about many fields: their labels, and the notes beside the columns of a sheet. */
const apart = /^contract\/src\/(fields\/user-fields|text\/fields|words\.en)\.ts$|^server\/src\/domains\/directory\/user\/text\.ts$/
const names = Object.entries(userFields).flatMap(([key, field]) =>
  'column' in field ? [new RegExp(`\\b(?:${key}|${field.column}\\w*)\\b`)] : [],
)

/** How many fields of a user some lines name. */
const named = (lines: readonly string[]) => {
  const text = lines.join('\n')
  return names.filter(name => name.test(text)).length
}

test('RM-01 only the catalogue lists the fields of a user', () => {
  const files = sourceFiles().filter(file => /^(contract|server|console)\/src\//.test(file.path) && !isTest(file) && !apart.test(file.path))
  const lists = files.flatMap(({ path, text }) => {
    const lines = text.split('\n')
    const at = lines.findIndex((_, n) => named(lines.slice(n, n + NEAR)) >= MANY)
    return at < 0 ? [] : [`${path}:${at + 1}`]
  })
  expect(lists).toEqual([])
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
