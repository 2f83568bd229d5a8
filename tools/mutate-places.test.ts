import { expect, test } from 'vitest'
import { kinds, places } from './mutate-places.ts'

test('guards of every kind are found, where they stand', () => {
  const found = places()
  for (const kind of kinds) expect(found.filter(place => place.kind === kind).length, kind).toBeGreaterThan(50)
  const narrowing = new Set(found.filter(({ kind }) => kind === 'scope').map(({ before }) => before.slice(0, before.indexOf('('))))
  expect([...narrowing]).toEqual(expect.arrayContaining(['inScope', 'personInScope', 'accountInScope', 'amongPeopleInScope']))
})
