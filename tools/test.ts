import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSince, testsTouched } from './changed.ts'
import { runChecks } from './checks.ts'
import { type Need, needs, POSTGRES_15, provide } from './needs.ts'
import { suitesOnPostgres15 } from './postgres-15.ts'
import { runStages, start, tool, type Stage } from './run.ts'
import { root } from './source-files.ts'
import { startThrowAwayPostgres } from './throw-away-postgres.ts'

async function everything(): Promise<number> {
  const reports = await mkdtemp(join(tmpdir(), 'hufu-reports-'))
  try {
    const code = await runStages(stages(reports))
    const { passed, failed } = counted(reports)
    // A failure outside the tests (format, types, a suite that did not load) counts as one, too.
    console.log(`\n${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`)
    return code
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}

interface PartialRun {
  report?: string
  /** All files of the project unless given. */
  files?: readonly string[]
  env?: Record<string, string>
}

/** Third-party service providers, each with a package of its own. */
const samlSites = [
  { need: 'shibboleth', name: 'Shibboleth', file: 'shib' },
  { need: 'pythonSaml', name: 'pysaml2 与 lasso', file: 'python-sp' },
  { need: 'simplesaml', name: 'SimpleSAMLphp', file: 'simplesaml' },
] as const

function stages(reports: string): Stage[] {
  const suite = (project: string, { report = project, files = [], env }: PartialRun = {}) =>
    tool(
      'vitest',
      [
        'run',
        ...files,
        '--project',
        project,
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        '--reporter=tools/tried-again.ts',
        `--outputFile.json=${reportIn(reports, report)}`,
      ],
      env,
    )
  const inBrowser = async () => {
    await provide(needs.headlessShell)
    return suite('e2e')
  }
  return [
    { name: '格式、规范、类型，与单元', run: () => both(runChecks(), suite('unit')) },
    { name: '服务端：内置 PostgreSQL 18', run: () => suite('server') },
    {
      name: '服务端：PostgreSQL 15',
      run: () => withNeed('postgres15', () => onPostgres15(url => suite('server', on15(url)))),
    },
    { name: '浏览器', run: () => withNeed('browser', inBrowser) },
    { name: '与 Apache 对接', run: () => withNeed('apache', () => suite('counterparts', { files: ['openidc', 'cas', 'mellon'] })) },
    ...samlSites.map(({ need, name, file }) => ({
      name: `与 ${name} 对接`,
      run: () => withNeed(need, () => suite('counterparts', { report: `counterparts-${file}`, files: [`${file}.test`] })),
    })),
    {
      name: '与 OpenLDAP 对接',
      run: () => withNeed('slapd', () => suite('counterparts', { report: 'counterparts-slapd', files: ['slapd'] })),
    },
    {
      name: '与 MariaDB 对接',
      run: () => withNeed('mariadb', () => suite('counterparts', { report: 'counterparts-mariadb', files: ['mariadb'] })),
    },
  ]
}

const on15 = (url: string): PartialRun => ({ report: 'server-15', files: suitesOnPostgres15(), env: { HUFU_TEST_DATABASE: url } })

const both = async (...work: Promise<number>[]): Promise<number> => (await Promise.all(work)).find(code => code !== 0) ?? 0

/** Skips the stage if the need cannot be provided; in CI this fails, unless the need is an extra. */
async function withNeed(name: keyof typeof needs, work: () => Promise<number>): Promise<number | undefined> {
  const { isExtra = false } = needs[name] as Need
  if (await provide(needs[name])) return work()
  return process.env.CI === 'true' && !isExtra ? 1 : undefined
}

async function onPostgres15(work: (url: string) => Promise<number>): Promise<number> {
  const postgres = await startThrowAwayPostgres(POSTGRES_15)
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

const counterparts = ['slapd', 'mariadb', ...samlSites.map(({ file }) => file)].map(name => `counterparts-${name}`)
const suites = ['unit', 'server', 'server-15', 'e2e', 'counterparts', ...counterparts]
const reportIn = (folder: string, name: string) => join(folder, `${name}.json`)

function counted(reports: string): { passed: number; failed: number } {
  const read = suites.map(name => reportIn(reports, name)).filter(existsSync)
  const sums = read.map(file => JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number })
  return {
    passed: sums.reduce((sum, each) => sum + each.numPassedTests, 0),
    failed: sums.reduce((sum, each) => sum + each.numFailedTests, 0),
  }
}

async function testsTouchedSince(commit: string, options: readonly string[]): Promise<number> {
  const changed = changedSince(commit)
  if (changed.length === 0) console.log('没有改动。')
  const tests = changed.length === 0 ? [] : testsTouched(changed)
  if (tests) console.log(`改动 ${changed.length} 个文件，涉及 ${tests.length} 个测试文件。`)
  if (tests?.length === 0) return 0
  return await runChosen([...(tests ?? []), ...options])
}

/** Runs the chosen tests while the console is built: unit and server tests do without the new one, journeys wait for it. */
async function runChosen(args: readonly string[]): Promise<number> {
  const projects = [...args.join(' ').matchAll(/--project[ =](\S+)/g)].map(found => found[1])
  if (projects.length > 0 && !projects.includes('e2e')) return await tool('vitest', ['run', ...args])
  const folder = await mkdtemp(join(tmpdir(), 'hufu-build-'))
  const marker = join(folder, 'building')
  await writeFile(marker, '')
  const { child, ended } = start(process.execPath, [join(root, 'tools/start.mjs'), 'build'])
  setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  const built = ended.finally(() => rm(folder, { recursive: true, force: true }))
  return await both(built, tool('vitest', ['run', ...args], { HUFU_CONSOLE_BUILDING: marker }))
}

/**
 * `npm test`: runs fast stages first and stops at the first failure; the last line has the numbers.
 * `npm test -- <filter>`: only Vitest, with these filters.
 * `npm test -- --changed[=<commit>]`: only the tests a change since then can affect.
 */
const args = process.argv.slice(2)
const since = /^--changed(?:=(.+))?$/.exec(args[0] ?? '')
if (since) process.exitCode = await testsTouchedSince(since[1] ?? 'HEAD', args.slice(1))
else process.exitCode = args.length > 0 ? await runChosen(args) : await everything()
