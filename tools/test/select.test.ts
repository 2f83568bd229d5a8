import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goldenJourneys, openWindowJourneys, releaseJourneys } from '../../e2e/layers.ts'
import { root } from '../source-files.ts'
import type { SourceGraph } from './changed.ts'
import { changedTitles } from './journey-titles.ts'
import { choose, journeysNamed, namedTests } from './select.ts'

const fileOf = (name: string) => join(root, 'e2e', `${name}.test.ts`)

test('every journey that is named by its title exists, and every file of release journeys', () => {
  const named = [...Object.entries(goldenJourneys), ...Object.entries(openWindowJourneys)]
  const missing = named.flatMap(([name, titles]) => {
    const text = readFileSync(fileOf(name), 'utf8').replaceAll("\\'", "'")
    return titles.filter(title => !text.includes(title))
  })
  expect(missing).toEqual([])
  expect(releaseJourneys.filter(name => !existsSync(fileOf(name)))).toEqual([])
})

/** Ten journeys; all start the shell, one shows a list. */
const shell = 'console/src/shell/shell.tsx'
const list = 'console/src/domains/thing/thing-page.tsx'
const harness = 'server/test/harness.ts'
const gate = 'server/src/platform/http/gate.ts'
const served = [harness, gate]
const graph: SourceGraph = {
  reachedBy: new Map([
    ...Array.from(
      { length: 10 },
      (_, n) => [`e2e/j${n}.test.ts`, new Set([`e2e/j${n}.test.ts`, shell, ...served, ...(n === 3 ? [list] : [])])] as const,
    ),
    ['server/test/model.test.ts', new Set(['server/test/model.test.ts', ...served])],
  ]),
  reachedByScreen: new Map(),
  isUnknown: path => path.endsWith('.sql') || path === 'package-lock.json',
}
const named = (...changed: string[]) => [...namedTests(graph, changed)]

test('a changed page names the journeys that open it, and a changed journey names itself', () => {
  expect(named(list)).toEqual(['e2e/j3.test.ts'])
  expect(named('e2e/j7.test.ts')).toEqual(['e2e/j7.test.ts'])
})

test('what more than half of the journeys reach names the models of the server, and no journey', () => {
  expect(named(shell)).toEqual([])
  expect(named(gate)).toEqual(['server/test/model.test.ts'])
  expect(named('server/migrations/0200-thing.sql')).toEqual(['server/test/model.test.ts'])
  expect(named('package-lock.json')).toEqual(['server/test/model.test.ts'])
})

test('a change that names more than half of the journeys gets a third of them, by the seed', () => {
  const journeys = Array.from({ length: 30 }, (_, n) => ({ path: `e2e/j${n}.test.ts`, text: "test('one', () => {})" }))
  const runOf = (count: number, seed: string) => journeysNamed(journeys, new Set(journeys.slice(0, count).map(({ path }) => path)), seed)
  expect(runOf(15, '0000abcd')).toMatchObject({ isWide: false, named: 15, run: journeys.slice(0, 15).map(({ path }) => path) })
  const wide = runOf(30, '0000abcd')
  expect([wide.isWide, wide.named, wide.run.length]).toEqual([true, 30, 10])
  expect(runOf(30, '0000abcd').run).toEqual(wide.run)
  expect(runOf(30, '1111abcd').run).not.toEqual(wide.run)
})

test('looks and sentences name no test', () => {
  expect(named('console/src/ui/list/list.css', 'contract/src/refusals.ts')).toEqual([])
})

test('every run has the tests of rights, scopes, attacks, migrations, statements, foreign keys and audit', { timeout: 60_000 }, () => {
  const { server } = choose('0000abcd')
  const always = ['matrix', 'rights', 'scope', 'threats', 'fuzz', 'migrations', 'statements', 'foreign-keys', 'audit-targets']
  expect(server).toEqual(expect.arrayContaining(always.map(name => `server/test/${name}.test.ts`)))
})

test('what all tests share among themselves names none of them', () => {
  expect(named(harness)).toEqual([])
})

test('RM-13 a run names its seed; the same seed chooses the same tests, another seed others', () => {
  const [chosen, again, other] = [choose('0000abcd'), choose('0000abcd'), choose('1111abcd')]
  expect(chosen.notes.join()).toContain('npm test -- --seed=0000abcd')
  expect(again).toEqual(chosen)
  expect(other.selection.files.toSorted()).not.toEqual(chosen.selection.files.toSorted())
})

const former = "const a = 1\n\ntest('one', () => {\n  a\n})\n\ntest('it\\'s two', async () => {\n  b\n})\n"

test('of a file in which only some journeys were changed, only these are named', () => {
  expect(changedTitles(former, former)).toEqual([])
  expect(changedTitles(former.replace('  b', '  c'), former)).toEqual(["it's two"])
  expect(changedTitles(`${former}test('three', () => {})\n`, former)).toEqual(['three'])
  expect(changedTitles(former.replace('const a = 1', 'const a = 2'), former)).toBeUndefined()
})
