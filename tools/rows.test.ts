import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '@hufu/contract/calls'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

interface Row {
  id: string
  statement: string
  open: string
}

const rows = [...readFileSync(join(root, 'docs/rows.md'), 'utf8').matchAll(/^\| (?!ID |-)(.+?) \| (.+?) \| (.*?) ?\|$/gm)].map(
  ([, id, statement, open]): Row => ({ id: id!, statement: statement!, open: open! }),
)
const isNotYet = ({ open }: Row) => open.startsWith('not yet')
const areas = new Set(rows.map(({ id }) => /^(.*[A-Z])-\d\d$/.exec(id)?.[1]).filter(area => area !== undefined))

/** A title, and the table of a `test.each` before it: its rows may carry IDs too. */
const titleForm = /\btest(?:\.\w+)*(?:\((\[\n[^]*?\n\]|\[[^\n]*\]|\w+)(?: as const)?\))?\(\s*(['"`])([^\n]*?)\2/g

/** `A-01`, `A-01 to A-09`; `T1`; `bad input 3`, `bad inputs 1, 2, 6`. */
function idsIn(title: string): string[] {
  const ranges = [...title.matchAll(/((?:X-)?[A-Z]+)-(\d\d)(?: to \1-(\d\d))?/g)].filter(([, area]) => areas.has(area!))
  const inputs = [...title.matchAll(/\bbad inputs? (\d+(?:(?:, | and )\d+)*)/g)]
  return [
    ...ranges.flatMap(([, area, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${area}-${String(Number(first) + n).padStart(2, '0')}`),
    ),
    ...[...title.matchAll(/\bT\d+\b/g)].map(([id]) => id),
    ...inputs.flatMap(([, numbers]) => numbers!.match(/\d+/g)!.map(number => `bad input ${number}`)),
  ]
}

const titles = sourceFiles()
  .filter(({ path }) => /\.test\.tsx?$/.test(path))
  .flatMap(({ text }) => [...text.matchAll(titleForm)].map(([, table = '', , title]) => `${table} ${title}`))
const provenIds = new Set(titles.flatMap(idsIn))

test('every row that is due has a test whose title carries its ID', () => {
  expect(rows.length).toBeGreaterThan(500)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.filter(row => !isNotYet(row) && !provenIds.has(row.id)).map(({ id }) => id)).toEqual([])
})

test('no test carries the ID of a row that is not yet built or does not exist', () => {
  const rowById = new Map(rows.map(row => [row.id, row]))
  expect([...provenIds].filter(id => !rowById.has(id) || isNotYet(rowById.get(id)!))).toEqual([])
})

test('every call named by a row that is due is in the contract, with this method and path', () => {
  const built = new Set(Object.values(allCalls).flatMap(group => Object.values(group).map(call => `${call.method} ${call.path}`)))
  const named = rows.filter(({ statement }) => /^(GET|POST) \//.test(statement))
  expect(named.length).toBeGreaterThan(130)
  expect(named.filter(row => built.has(row.statement) === isNotYet(row)).map(({ id, statement }) => `${id} ${statement}`)).toEqual([])
})
