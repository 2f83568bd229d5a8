import { plainTime, cleanName, foldName, mobileOf, phoneForm } from './written.ts'
import { expect, test } from 'vitest'
import { names, phones, times } from '../../server/test/written-cases.ts'

test.each(names)('the name %j is kept as %j and compared as %j', (typed, kept, compared) => {
  expect(cleanName(typed)).toBe(kept)
  expect(cleanName(kept)).toBe(kept)
  expect(foldName(typed)).toBe(compared)
  expect(foldName(kept)).toBe(compared)
})

test.each(phones)('the telephone %j is read as %j', (typed, meant) => {
  expect(mobileOf(typed)).toBe(meant)
})

test('a mobile number is 11 digits from 13 to 19', () => {
  for (const good of ['13800000001', '19912345678']) expect(phoneForm.test(good)).toBe(true)
  for (const bad of ['12800000001', '1380000000', '138000000011', '１３800000001', '+8613800000001', '13800000001\n']) {
    expect(phoneForm.test(bad)).toBe(false)
  }
})

test.each(times)('the time %j is read as %j', (typed, meant) => {
  expect(plainTime(typed)).toBe(meant)
})
