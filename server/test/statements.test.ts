import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences } from '../../tools/statements/compare.ts'
import { Describer } from '../../tools/statements/describe.ts'
import { Project, type Site } from '../../tools/statements/project.ts'
import { assertedRow } from '../../tools/statements/row-type.ts'
import { textsOf } from '../../tools/statements/texts.ts'
import { startTestServer, type TestServer } from './harness.ts'

/** Statements that cannot be prepared in this test, by file and function, and why. */
const unprepared: Readonly<Record<string, string>> = {
  'statistics.ts gatherStatistics': 'names the columns that the statement before it found',
  'migrate.ts runStatements': 'carries out the files of the migrations',
  'start-checks.ts refuseUnfitData': 'reads a table that only an unfinished restore leaves behind',
}

const WRONG = 'tools/statements/wrong-statements.sql.ts'

let server: TestServer
let project: Project
let describer: Describer
beforeAll(async () => {
  server = await startTestServer()
  describer = await Describer.open(server.kernel.pool)
  project = new Project(['server/src/', WRONG])
})
afterAll(async () => {
  project.close()
  describer.close()
  await server.close()
})

const isWrong = ({ place }: Site) => place.startsWith(WRONG)

/** The problems of all forms of a statement. */
async function problemsOf(site: Site): Promise<string[]> {
  const row = assertedRow(project, site.row)
  const { texts, reasons } = textsOf(project, site)
  if (texts.length === 0) return [`${site.place} cannot be read: ${reasons.join('; ')}`]
  const problems = new Set<string>()
  for (const text of texts) {
    const columns = await describer.columnsOf(text).catch((error: unknown) => `${String(error)} in ${text.replace(/\s+/g, ' ')}`)
    if (typeof columns === 'string') problems.add(columns)
    else if (row) for (const one of differences(row, columns)) problems.add(one)
  }
  return [...problems].map(problem => `${site.place} ${problem}`)
}

test('every raw statement is valid, and returns the rows its type states', { timeout: 600_000 }, async () => {
  const problems: string[] = []
  const excused = new Set<string>()
  for (const site of project.sites.filter(one => !isWrong(one))) {
    const found = await problemsOf(site)
    if (found.length > 0 && unprepared[site.owner]) excused.add(site.owner)
    else problems.push(...found)
  }
  expect(problems).toEqual([])
  expect([...excused].toSorted()).toEqual(Object.keys(unprepared).toSorted())
  expect(project.sites.length).toBeGreaterThan(500)
})

test('a wrong row type is reported with its place, column, stated and actual type', async () => {
  const problems: string[][] = []
  for (const site of project.sites.filter(isWrong)) problems.push(await problemsOf(site))
  const file = /^tools\/statements\/wrong-statements\.sql\.ts:\d+ /
  expect(problems.flat().every(problem => file.test(problem))).toBe(true)
  expect(problems.map(found => found.map(problem => problem.replace(file, '')))).toEqual([
    ['name: asserted number, found string (text)'],
    ['phone: asserted string, found string | null'],
    ['name: asserted, not selected'],
    ['name: selected, not asserted'],
    ['error: column "idd" does not exist in select idd as id from org'],
    ['n: asserted number, found string (text)'],
  ])
})
