import { expect, test } from 'vitest'
import type { AnyCall } from './call.ts'
import { allCalls } from './calls.ts'

const hasId = ({ body }: AnyCall) => body !== undefined && 'shape' in body && 'id' in (body.shape as object)
const updates = Object.entries(allCalls).flatMap(([noun, calls]) =>
  Object.entries(calls)
    .filter(([name, call]) => name === 'update' || (name === 'save' && hasId(call)))
    .map(([name, call]) => ({ name: `${noun}.${name}`, call, calls })),
)

test('RM-11 each call that updates a record by its id says which call reads it', () => {
  expect(updates.length).toBeGreaterThan(30)
  expect(updates.filter(({ call }) => call.reads === undefined).map(({ name }) => name)).toEqual([])
})

test('RM-11 the call it names exists, and those that name none have none', () => {
  const wrong = Object.entries(allCalls).flatMap(([noun, calls]) =>
    Object.entries(calls)
      .filter(([, { reads }]) => (reads === 'nothing' ? calls.byId || calls.get : reads !== undefined && calls[reads]?.changes !== false))
      .map(([name]) => `${noun}.${name}`),
  )
  expect(wrong).toEqual([])
})
