import { expect, test } from 'vitest'
import { parseLargeJson } from './large-json.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n, name: `张${n}`, jobs: [{ org: n % 7 }], remark: 'x'.repeat(60) }))

test.each([
  ['a list within objects', { code: 0, data: { list: people(20_000), next: 'cursor' }, total: 20_000 }],
  ['a list alone', people(20_000)],
  ['two lists', { users: people(9_000), orgs: people(9_000), none: [] }],
  ['a list of lists', { rows: Array.from({ length: 1200 }, () => Array.from({ length: 600 }, () => 1)) }],
  ['one long text', { text: '好'.repeat(1_500_000) }],
  ['keys that objects have by themselves', JSON.parse(`{"__proto__":${JSON.stringify(people(20_000))},"toString":1}`) as unknown],
])('a long JSON text is read as JSON.parse reads it: %s', async (_name, value) => {
  const json = JSON.stringify(value)
  expect(json.length).toBeGreaterThan(1_000_000)
  // Compared as text, so that the keys are compared with their order and __proto__ too.
  expect(JSON.stringify(await parseLargeJson(json))).toBe(json)
})

test('whole numbers beyond 2^53 keep their digits in a long text', async () => {
  const ids = Array.from({ length: 60_000 }, (_, n) => `12345678901234${String(n).padStart(6, '0')}`)
  expect(await parseLargeJson(`{"ids":[${ids.join()}]}`)).toEqual({ ids })
})

test('a long text that is no JSON is refused as a short one is', async () => {
  await expect(parseLargeJson(`{"list":${JSON.stringify(people(20_000))}`)).rejects.toThrow(SyntaxError)
})

test('a long text is parsed beside the event loop: each piece of a list is a turn of its own', async () => {
  const json = JSON.stringify({ list: people(50_000) })
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  turn()
  await parseLargeJson(json)
  isDone = true
  expect(turns).toBeGreaterThan(50_000 / 500)
})
