import { runChecks } from '../checks.ts'
import { run, start, tool, type Stage } from '../run.ts'
import { root } from '../source-files.ts'
import { startThrowAwayPostgres } from '../throw-away-postgres.ts'
import { join } from 'node:path'
import { type Need, needs, POSTGRES_15, provide } from './needs.ts'
import { suitesOnPostgres15 } from './postgres-15.ts'
import { reportIn } from './report.ts'
import type { Chosen } from './select.ts'

// The stages of `npm test` and of `npm run test:all`, the fastest first.

interface PartialRun {
  report?: string
  /** All files of the project unless given. */
  files?: readonly string[]
  env?: Record<string, string> | undefined
}
type Suite = (project: string, part?: PartialRun) => Promise<number>

/** Runs a project of vitest.config.ts, or some of its files. */
const suiteIn =
  (reports: string): Suite =>
  (project, { report = project, files = [], env } = {}) =>
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
        '--reporter=tools/test/tried-again.ts',
        `--outputFile.json=${reportIn(reports, report)}`,
      ],
      env,
    )

/** What every change passes: what it can affect, what is checked each time, and a part of the rest. */
export function stagesOfGate(reports: string, { server, journeys }: Chosen, env: Record<string, string>): Stage[] {
  const suite = suiteIn(reports)
  return [
    quickStage(suite, env),
    { name: '服务端：PostgreSQL 18', run: () => suite('server', { files: server, env }) },
    onPostgres15(url => suite('server', { report: 'server-15', files: PREPARED, env: { ...env, HUFU_TEST_DATABASE: url } })),
    inBrowser(() => suite('e2e', { files: journeys, env })),
  ]
}
/** Suites that prepare every statement of the server. */
const PREPARED = ['server/test/statements.test.ts', 'server/test/prepared.test.ts']

/** Everything, whole. */
export function stagesOfAll(reports: string, seed: string): Stage[] {
  const suite = suiteIn(reports)
  return [
    quickStage(suite),
    { name: '服务端：PostgreSQL 18', run: () => suite('server') },
    onPostgres15(url => suite('server', { report: 'server-15', files: suitesOnPostgres15(), env: { HUFU_TEST_DATABASE: url } })),
    inBrowser(() => suite('e2e')),
    ...counterparts(suite),
    { name: '去掉二十处防护', run: () => run(process.execPath, [join(root, 'tools/mutate.ts'), '20', String(Number.parseInt(seed, 16))]) },
  ]
}

const quickStage = (suite: Suite, env?: Record<string, string>): Stage => ({
  name: '格式、规范、类型，单元，构建控制台',
  run: () => together(runChecks(), suite('unit', { env }), buildConsole().ended),
})

export const buildConsole = () => start(process.execPath, [join(root, 'tools/start.mjs'), 'build'])

export const together = async (...work: Promise<number>[]): Promise<number> => (await Promise.all(work)).find(code => code !== 0) ?? 0

const onPostgres15 = (work: (url: string) => Promise<number>): Stage => ({
  name: '服务端：PostgreSQL 15',
  run: () =>
    withNeed('postgres15', async () => {
      const postgres = await startThrowAwayPostgres(POSTGRES_15)
      try {
        return await work(postgres.url)
      } finally {
        await postgres.stop()
      }
    }),
})

const inBrowser = (work: () => Promise<number>): Stage => ({
  name: '浏览器',
  run: () =>
    withNeed('browser', async () => {
      await provide(needs.headlessShell)
      return work()
    }),
})

/** Other software that Hufu works with, each with its packages and the files of its tests. */
const counterpartSuites = [
  { need: 'apache', name: 'Apache', files: ['openidc', 'cas', 'mellon'] },
  { need: 'shibboleth', name: 'Shibboleth', files: ['shib.test'] },
  { need: 'pythonSaml', name: 'pysaml2 与 lasso', files: ['python-sp.test'] },
  { need: 'simplesaml', name: 'SimpleSAMLphp', files: ['simplesaml.test'] },
  { need: 'slapd', name: 'OpenLDAP', files: ['slapd'] },
  { need: 'mariadb', name: 'MariaDB', files: ['mariadb'] },
] as const

const counterparts = (suite: Suite): Stage[] =>
  counterpartSuites.map(({ need, name, files }) => ({
    name: `与 ${name} 对接`,
    run: () => withNeed(need, () => suite('counterparts', { report: `counterparts-${need}`, files })),
  }))

/** Skips the stage if the need cannot be provided; in CI this fails, unless the need is an extra. */
async function withNeed(name: keyof typeof needs, work: () => Promise<number>): Promise<number | undefined> {
  const { isExtra = false } = needs[name] as Need
  if (await provide(needs[name])) return work()
  return process.env.CI === 'true' && !isExtra ? 1 : undefined
}
