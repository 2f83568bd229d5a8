import { expect, test } from 'vitest'
import * as auditWords from './audit/audit-words.ts'
import * as auditWordsInEnglish from './audit/audit-words.en.ts'
import * as historyWords from './audit/history-words.ts'
import * as historyWordsInEnglish from './audit/history-words.en.ts'
import { loginTypes } from './audit/login-types.ts'
import { loginTypes as loginTypesInEnglish } from './audit/login-types.en.ts'
import { plural, type Translated } from './language.ts'
import * as chinese from './text.ts'
import * as english from './text.en.ts'
import * as acts from './text/acts.en.ts'
import * as faults from './text/faults.en.ts'
import * as fields from './text/fields.en.ts'
import * as named from './text/named.en.ts'
import * as outcomes from './text/outcomes.en.ts'
import * as states from './text/states.en.ts'
import * as things from './text/things.en.ts'

/** The compiler compares the two by their names and by the parameters of their sentences. */
const shared: Translated<typeof chinese> = { ...english, acts, faults, fields, named, outcomes, states, things }

/** The names of all sentences, nested ones included, in any order. */
const namesOf = (of: unknown, path = ''): string[] =>
  typeof of === 'object' && of !== null
    ? Object.entries(of)
        .flatMap(([name, part]) => namesOf(part, `${path}.${name}`))
        .toSorted()
    : [path]

test('rule 10: every shared sentence has an English one', () => {
  expect(namesOf(shared)).toEqual(namesOf(chinese))
})

test('rule 10: modules, acts, tables, fields and their codes are called the same things in English', () => {
  expect(namesOf({ ...auditWordsInEnglish })).toEqual(namesOf({ ...auditWords }))
  expect(namesOf({ ...historyWordsInEnglish })).toEqual(namesOf({ ...historyWords }))
  expect(namesOf(loginTypesInEnglish)).toEqual(namesOf(loginTypes))
})

test('English texts use the singular for a count of one', () => {
  expect([plural(1, 'user'), plural(0, 'user'), plural(2, 'person', 'people')]).toEqual(['1 user', '0 users', '2 people'])
})
