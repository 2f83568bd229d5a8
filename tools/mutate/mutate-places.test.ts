import { expect, test } from 'vitest'
import { findEquivalent, equivalents } from './mutants-equivalent.ts'
import { kinds, places } from './mutate-places.ts'
import { testsOf } from './mutate-tests.ts'
import { sourceFiles } from '../source-files.ts'

test('guards of every kind are found at their places', () => {
  const found = places()
  for (const kind of kinds) expect(found.filter(place => place.kind === kind).length, kind).toBeGreaterThan(50)
  const narrowing = new Set(found.filter(({ kind }) => kind === 'scope').map(({ before }) => before.slice(0, before.indexOf('('))))
  expect([...narrowing]).toEqual(expect.arrayContaining(['inScope', 'personInScope', 'accountInScope', 'amongPeopleInScope']))
})

test('each listed equivalent mutant is one that can be made', () => {
  const made = new Set(places().map(place => findEquivalent(place)))
  expect(equivalents.filter(one => !made.has(one))).toEqual([])
})

test('tests beside the mutated file run first, then those of limited administrators that send its calls, and none twice', () => {
  const stages = testsOf({ path: 'server/src/domains/directory/org/org.sql.ts', kind: 'scope' }, sourceFiles())
  expect(stages[0]).toContain('server/src/domains/directory/org/org.test.ts')
  expect(stages[1]).toContain('server/test/scope.test.ts')
  expect(stages[1]).not.toContain('server/test/matrix.test.ts')
  expect(stages.flat()).toContain('server/test/scope-model.test.ts')
  expect(stages.flat().length).toBe(new Set(stages.flat()).size)
})

test('for a file in a room the tests that send the calls of its noun run, too', () => {
  const files = sourceFiles()
  const [beside, senders] = testsOf({ path: 'server/src/domains/directory/user/list/user-export.sql.ts', kind: 'scope' }, files)
  expect(beside?.every(path => path.startsWith('server/src/domains/directory/user/list/'))).toBe(true)
  expect(senders).toContain('server/src/sheets/export.test.ts')
})
