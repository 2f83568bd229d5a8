import { expect, test } from 'vitest'
import { plural } from './language.ts'

test('English texts use the singular for a count of one', () => {
  expect([plural(1, 'user'), plural(0, 'user'), plural(2, 'person', 'people')]).toEqual(['1 user', '0 users', '2 people'])
})
