import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolPath } from './run.ts'
import { mulberry32 } from './sample/random.ts'
import { kinds, places, type Kind, type Place } from './mutate-places.ts'
import { root } from './source-files.ts'

/** The tests that must notice, quickest first; and those beside the mutated file. */
const PERMITS = ['tools/print.test.ts', 'server/test/matrix.test.ts', 'server/test/scope.test.ts', 'server/test/keycloak-cases.test.ts']
const GIVING = ['server/src/domains/apps/giving']
const AUTHORITY = [
  'server/test/seniority.test.ts',
  'server/src/domains/directory/user/second-job.test.ts',
  'server/src/domains/apps/authorize',
  'server/src/domains/apps/app-user',
  'server/src/domains/permission',
  'server/src/domains/federation/scim',
]
const GUARD = [
  'server/src/domains/sign-in/sign-in',
  'server/src/domains/operations/file',
  'server/src/platform/http',
  'server/test/flood.test.ts',
  'server/test/step-up.test.ts',
]
const TESTS: Record<Kind, string[][]> = {
  permit: [PERMITS, ['server/test/scope-model.test.ts']],
  scope: [[...PERMITS, 'server/test/names-in-scope.test.ts'], AUTHORITY, ['server/test/scope-model.test.ts']],
  stepUp: [['server/test/step-up.test.ts']],
  guard: [GUARD],
  giving: [GIVING, AUTHORITY, ['server/test/giving-model.test.ts']],
}
const FOLDERS = ['bench', 'contract', 'console', 'docs', 'e2e', 'server', 'tools']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'CHANGELOG.md']

const words = process.argv.slice(2)
const [count = 10, seed = 20_261_121] = words.filter(word => /^\d+$/.test(word)).map(Number)
const named = words.filter(word => !/^\d+$/.test(word))
const all = places()
const unknown = named.find(word => !all.some(place => isNamedBy(place, word)))
if (unknown === undefined) process.exitCode = hunt(chosen(all.filter(isNamed), count, seed))
else {
  console.error(`没有可去掉的“${unknown}”。用法：npm run mutate -- [数量 [种子]] [${kinds.join(' | ')} | 文件:行…]`)
  process.exitCode = 1
}

/** Of a kind, or where its file and line are named. */
function isNamed(place: Place): boolean {
  return named.length === 0 || named.some(word => isNamedBy(place, word))
}

function isNamedBy({ kind, path, line }: Place, word: string): boolean {
  return word === kind || `${path}:${line}`.includes(word)
}

function chosen(all: readonly Place[], wanted: number, from: number): Place[] {
  const random = mulberry32(from)
  const left = [...all]
  const found = kinds.map(kind => `${all.filter(place => place.kind === kind).length} ${kind}`).join(', ')
  console.log(`${found}; ${wanted} of them, seed ${from}`)
  return Array.from({ length: Math.min(wanted, all.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}

/** Takes them out one at a time in a copy; answers 1 where one is missed by every test. */
function hunt(mutants: readonly Place[]): number {
  const copy = mkdtempSync(join(tmpdir(), 'hufu-mutate-'))
  let missed = 0
  try {
    for (const name of [...FOLDERS, ...FILES])
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: path => !/[/\\]node_modules$/.test(path) })
    linkModules(copy)
    const without = [...new Set(mutants.map(({ kind }) => kind))]
      .map(kind => caughtBy(copy, { path: '', kind }))
      .find(by => by !== undefined)
    if (without) throw new Error(`nothing is taken out, and yet: ${without}`)
    for (const place of mutants) {
      const file = join(copy, place.path)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.slice(0, place.at) + place.after + text.slice(place.at + place.before.length))
      const by = caughtBy(copy, place)
      writeFileSync(file, text)
      if (by === undefined) missed++
      console.log(
        `${by === undefined ? 'MISSED' : 'caught'}  ${`${place.path}:${place.line}`.padEnd(52)} ${`${place.before.replace(/\s+/g, ' ').slice(0, 60)} → ${place.after}`.padEnd(80)}  ${by ?? ''}`,
      )
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  if (mutants.length === 0) console.log('nothing was taken out')
  else console.log(missed === 0 ? 'every one is caught' : `${missed} missed`)
  return missed === 0 && mutants.length > 0 ? 0 : 1
}

/** All that is installed, but the workspaces are the copy's own. */
function linkModules(copy: string): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@hufu'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@hufu') symlinkSync(join(from, name), join(to, name))
  for (const name of ['contract', 'server', 'console']) symlinkSync(join(copy, name), join(to, '@hufu', name))
}

/** The first test that fails without it. */
function caughtBy(copy: string, { path, kind }: Pick<Place, 'path' | 'kind'>): string | undefined {
  const own = path.startsWith('server/src/domains/') ? [path.slice(0, path.lastIndexOf('/'))] : []
  const [first = [], ...others] = TESTS[kind]
  for (const tests of [[...first, ...own], ...others]) {
    const options = ['run', '--bail', '1', '--retry', '0', '--project', 'unit', '--project', 'server', ...new Set(tests)]
    const env = { HUFU_MODEL_OPERATIONS: '600', ...process.env, NO_COLOR: '1' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [toolPath('vitest'), ...options], { cwd: copy, encoding: 'utf8', env })
    if (status !== 0) return / FAIL .*? > (.+)/.exec(stdout + stderr)?.[1]?.slice(0, 90) ?? `no test, but ${stderr.slice(0, 300)}`
  }
  return undefined
}
