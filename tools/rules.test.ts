import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const idsOf = (text: string) => [...text.matchAll(/^\| (?!id |ID |-)(.+?) \|/gm)].map(([, id]) => id!)

const rules = read('docs/rules.md')
const ruleIds = idsOf(rules)
const rows = idsOf(read('docs/rows.md'))

/** Texts that look like ids but are an encoding, or numbers of things in tests. */
const NO_IDS = new Set(['UTF-16', 'A-01', 'A-09'])

/** `D-08`, `X-ORG-05`, `OP-30`; `T14` and `R18`, unless quoted, as those are codes of test data; `bad input 3`. */
const forms = [/\b(?:X-)?[A-Z]{1,12}-\d\d\b(?!-\d)/g, /\b[RT][1-9]\d?\b(?!['"])/g, /\bbad inputs? \d+/gi]
const citedIn = (text: string) =>
  forms
    .flatMap(form => text.match(form) ?? [])
    .map(id => id.replace(/^bad inputs? /i, 'bad input '))
    .filter(id => !NO_IDS.has(id))
/** Advisories count as rules only in the tests of those cases; elsewhere they are reasons. */
const advisoriesIn = (text: string) => text.match(/\bCVE-\d{4}-\d+\b/g) ?? []

const texts = [
  ...sourceFiles().filter(({ path }) => path !== 'tools/rules.test.ts' && path !== 'tools/rows.test.ts'),
  ...['docs', 'docs/decisions', 'server/migrations'].flatMap(folder =>
    readdirSync(join(root, folder))
      .filter(name => /\.(md|sql)$/.test(name) && name !== 'rules.md' && name !== 'rows.md')
      .map(name => ({ path: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
  ),
]
const advisories = texts.filter(({ path }) => path === 'server/test/keycloak-cases.test.ts').flatMap(({ text }) => advisoriesIn(text))
const cited = new Map([
  ...advisories.map(id => [id, 'server/test/keycloak-cases.test.ts'] as const),
  ...texts.flatMap(({ path, text }) => citedIn(text).map(id => [id, path] as const)),
])

test('every id that code, tests, documents and migrations cite is defined in rules.md or rows.md', () => {
  expect(cited.size).toBeGreaterThan(500)
  const defined = new Set([...ruleIds, ...rows])
  expect([...cited].filter(([id]) => !defined.has(id)).map(([id, path]) => `${id} in ${path}`)).toEqual([])
})

test('every id that rules.md defines is cited, by the code or by another rule', () => {
  const lines = [...rules.matchAll(/^\| (.+?) \| (.+) \|$/gm)]
  const byRules = new Set(lines.flatMap(([, own, rule]) => citedIn(rule!).filter(id => id !== own)))
  expect(ruleIds.filter(id => !cited.has(id) && !byRules.has(id))).toEqual([])
})

test('no id is defined twice', () => {
  expect(ruleIds.length).toBeGreaterThan(200)
  expect(ruleIds.filter((id, n) => ruleIds.indexOf(id) !== n || rows.includes(id))).toEqual([])
})

/** Newer decisions first, then decisions, readings, reliability, then the families of the chapter; by number within each. */
const FAMILIES = ['N', 'D', 'O', 'R']
function compare(a: string, b: string): number {
  const [first, second] = [a, b].map(id => {
    const family = /^(?:X-)?[A-Z]+/.exec(id)![0]
    const place = FAMILIES.includes(family) ? FAMILIES.indexOf(family) : FAMILIES.length
    return { place, family, numbers: id.match(/\d+/g)!.map(Number) }
  }) as [Sortable, Sortable]
  const byFamily = first.place - second.place || first.family.localeCompare(second.family)
  return byFamily || first.numbers[0]! - second.numbers[0]! || (first.numbers[1] ?? 0) - (second.numbers[1] ?? 0)
}
interface Sortable {
  place: number
  family: string
  numbers: number[]
}

test('the rules of each group are in the order of their ids', () => {
  const groups = rules
    .split(/^## /m)
    .map(idsOf)
    .filter(ids => ids.length > 0)
  expect(groups.length).toBeGreaterThan(8)
  expect(groups.filter(ids => ids.join() !== ids.toSorted(compare).join())).toEqual([])
})
