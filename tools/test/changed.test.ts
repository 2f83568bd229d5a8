import { expect, test } from 'vitest'
import { testsTouched } from './changed.ts'
import { sourceFiles, type SourceFile } from '../source-files.ts'

const file = (path: string, imports: string[] = [], text = ''): SourceFile => ({
  path,
  text,
  code: text,
  imports: imports.map(of => ({ of, local: true, atOnce: true })),
})
const server = (path: string) => `server/src/domains/${path}`
const screens = "'/things': () => import('./domains/thing/thing-page.tsx'),\n'/other/:id': () => import('./domains/other/other-page.tsx'),"

/** Two nouns on both sides, their tests, and the files that import all of them. */
const files = [
  file('contract/src/calls.ts', ['contract/src/thing.ts', 'contract/src/other.ts']),
  file('contract/src/thing.ts'),
  file('contract/src/other.ts'),
  file('server/src/app.ts', [server('thing/thing.routes.ts'), server('other/other.routes.ts'), 'server/src/platform/gate.ts']),
  file('server/src/platform/gate.ts', ['contract/src/calls.ts']),
  file(server('thing/thing.routes.ts'), ['contract/src/thing.ts', server('thing/thing.sql.ts')]),
  file(server('thing/thing.sql.ts')),
  file(server('other/other.routes.ts'), ['contract/src/other.ts']),
  file('server/test/harness.ts', ['server/src/app.ts']),
  file(server('thing/thing.test.ts'), ['server/test/harness.ts', 'contract/src/thing.ts']),
  file(server('other/other.test.ts'), ['server/test/harness.ts', 'contract/src/other.ts']),
  file('console/src/main.tsx', ['console/src/screens.tsx', 'console/src/shell.tsx']),
  file('console/src/screens.tsx', ['console/src/domains/thing/thing-page.tsx', 'console/src/domains/other/other-page.tsx'], screens),
  file('console/src/app-part-imports.ts', ['console/src/domains/below/part.tsx'], "  part: () => import('./domains/below/part.tsx'),"),
  file('console/src/shell.tsx'),
  file('console/src/domains/thing/thing-page.tsx', ['contract/src/thing.ts'], "const Part = appParts.get('part')"),
  file('console/src/domains/below/part.tsx'),
  file('console/src/domains/other/other-page.tsx', ['contract/src/other.ts']),
  file('console/src/domains/thing/thing.test.ts', ['contract/src/thing.ts']),
  file('e2e/browser.ts', ['server/test/harness.ts']),
  file('e2e/thing.test.ts', ['e2e/browser.ts'], "visit('/things')"),
  file('e2e/other.test.ts', ['e2e/browser.ts'], 'visit(`/other/${id}`)'),
  file('tools/source-files.ts'),
  file('tools/house.test.ts', ['tools/source-files.ts']),
]
const touched = (...changed: string[]) => testsTouched(changed, files)
const LAYOUT = 'tools/house.test.ts'

test('a change of SQL runs the tests that send its calls or open a screen that does', () => {
  expect(touched(server('thing/thing.sql.ts'))).toEqual([server('thing/thing.test.ts'), 'e2e/thing.test.ts', LAYOUT])
})

test('a change of a page runs the journeys that name its address', () => {
  expect(touched('console/src/domains/other/other-page.tsx')).toEqual(['e2e/other.test.ts', LAYOUT])
})

test('a change of a part that a page gets from a domain below runs the journeys of the page', () => {
  expect(touched('console/src/domains/below/part.tsx')).toEqual(['e2e/thing.test.ts', LAYOUT])
})

test('a change of what every server or every page needs runs all of their tests', () => {
  const journeys = ['e2e/thing.test.ts', 'e2e/other.test.ts']
  expect(touched('console/src/shell.tsx')).toEqual([...journeys, LAYOUT])
  expect(touched('server/src/platform/gate.ts')).toEqual([
    server('thing/thing.test.ts'),
    server('other/other.test.ts'),
    ...journeys,
    LAYOUT,
  ])
})

test('a change of the contract runs the tests of both sides', () => {
  const both = [server('thing/thing.test.ts'), 'console/src/domains/thing/thing.test.ts', 'e2e/thing.test.ts']
  expect(touched('contract/src/thing.ts')).toEqual(expect.arrayContaining(both))
  expect(touched('contract/src/thing.ts')).toContain(LAYOUT)
})

test('a change outside the sources, such as a lock file or a migration, runs everything; prose runs only what reads it', () => {
  expect(touched('package-lock.json')).toBeUndefined()
  expect(touched('server/migrations/0001.sql')).toBeUndefined()
  expect(touched('docs/house.md')).toEqual([LAYOUT])
})

test('the parts that are named by their paths exist in this repository', () => {
  const real = sourceFiles()
  expect(testsTouched(['console/src/domains/federation/saml/saml-peer-tab.tsx'], real)).toContain('e2e/saml.test.ts')
  const harness = testsTouched(['server/test/harness.ts'], real)!
  const served = real.filter(({ path, imports }) => path.endsWith('.test.ts') && imports.some(({ of }) => of === 'server/test/harness.ts'))
  expect(served.map(({ path }) => path).filter(path => !harness.includes(path))).toEqual([])
  const tests = real.filter(({ path }) => /\.test\.tsx?$/.test(path)).length
  for (const name of ['label', 'face', 'business-line']) {
    const { path } = real.find(({ path }) => path.endsWith(`/${name}.routes.ts`))!
    const touched = testsTouched([path], real)!
    expect(
      touched.some(test => test.startsWith('server/')),
      path,
    ).toBe(true)
    expect(
      touched.some(test => test.startsWith('e2e/')),
      path,
    ).toBe(true)
    expect(touched.length, path).toBeLessThan(tests / 2)
  }
})
