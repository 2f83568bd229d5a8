import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolPath } from './run.ts'
import { mulberry32 } from './sample/random.ts'
import { root, sourceFiles } from './source-files.ts'

/** A place where one guard can be taken out of the code. */
interface Place {
  path: string
  line: number
  kind: 'permit' | 'scope'
  before: string
  after: string
  /** Where in the file it begins. */
  at: number
}

/** The tests that must notice, quickest first; a feature's own besides. */
const ALWAYS = ['tools/print.test.ts', 'server/test/matrix.test.ts', 'server/test/scope.test.ts', 'server/test/keycloak-cases.test.ts']
const AT_LAST = ['server/test/scope-model.test.ts']
const FOLDERS = ['bench', 'contract', 'console', 'docs', 'e2e', 'server', 'tools']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'CHANGELOG.md']

const [count = 10, seed = 20_261_121] = process.argv.slice(2).map(Number)
process.exitCode = hunt(chosen(places(), count, seed))

function places(): Place[] {
  const product = sourceFiles().filter(({ path }) => !path.endsWith('.test.ts'))
  const contract = product.filter(({ path }) => path.startsWith('contract/src/') && path !== 'contract/src/call.ts')
  const server = product.filter(({ path }) => path.startsWith('server/src/') && path !== 'server/src/platform/access/scope.ts')
  return [
    // A call without its permit is anybody's who is signed in.
    ...contract.flatMap(file => calls(file, /\bpermit(?::\s*|(?=,))/g, 'permit')),
    // A scope that is always met narrows nothing.
    ...server.flatMap(file => calls(file, /\b(?:within|personWithin)(?=\()/g, 'scope')),
  ]
}

function calls({ path, text }: { path: string; text: string }, form: RegExp, kind: Place['kind']): Place[] {
  return [...text.matchAll(form)].flatMap(({ 0: found, index }) => {
    const end = kind === 'permit' ? endOfValue(text, index + found.length) : endOfValue(text, index)
    const before = text.slice(index, end)
    // Where a shared permit is named or declared, each call that uses it is its own place.
    if (before.includes("'signedIn'") || before.includes("'anyone'") || before.includes('\n')) return []
    const after = kind === 'permit' ? "permit: 'signedIn'" : 'sql<boolean>`true`'
    return [{ path, line: text.slice(0, index).split('\n').length, kind, before, after, at: index }]
  })
}

/** Up to the comma or the bracket that ends what begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    if (')]}'.includes(text[at]!) && --depth < 0) return at
    if (depth === 0 && text[at] === ',') return at
    if (depth === 0 && text[at] === ')') return at + 1
  }
  return text.length
}

function chosen(all: readonly Place[], wanted: number, from: number): Place[] {
  const random = mulberry32(from)
  const left = [...all]
  console.log(
    `${all.filter(({ kind }) => kind === 'permit').length} permits, ${all.filter(({ kind }) => kind === 'scope').length} scopes; ${wanted} of them, seed ${from}`,
  )
  return Array.from({ length: Math.min(wanted, all.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}

/** Takes them out one at a time in a copy; answers 1 where one is missed by every test. */
function hunt(mutants: readonly Place[]): number {
  const copy = mkdtempSync(join(tmpdir(), 'hufu-mutate-'))
  let missed = 0
  try {
    for (const name of [...FOLDERS, ...FILES])
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: path => !/[/\\](node_modules|dist)$/.test(path) })
    linkModules(copy)
    const without = caughtBy(copy, { path: '' })
    if (without !== undefined) throw new Error(`nothing is taken out, and yet: ${without}`)
    for (const place of mutants) {
      const file = join(copy, place.path)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.slice(0, place.at) + place.after + text.slice(place.at + place.before.length))
      const by = caughtBy(copy, place)
      writeFileSync(file, text)
      if (by === undefined) missed++
      console.log(
        `${by === undefined ? 'MISSED' : 'caught'}  ${`${place.path}:${place.line}`.padEnd(52)} ${place.before.slice(0, 50).padEnd(50)}  ${by ?? ''}`,
      )
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(missed === 0 ? 'every one is caught' : `${missed} missed`)
  return missed === 0 ? 0 : 1
}

/** All that is installed, but the workspaces are the copy's own. */
function linkModules(copy: string): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@hufu'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@hufu') symlinkSync(join(from, name), join(to, name))
  for (const name of ['contract', 'server', 'console']) symlinkSync(join(copy, name), join(to, '@hufu', name))
}

/** The first test that fails without it. */
function caughtBy(copy: string, { path }: Pick<Place, 'path'>): string | undefined {
  const own = path.startsWith('server/src/domains/') ? [path.slice(0, path.lastIndexOf('/'))] : []
  for (const tests of [[...ALWAYS, ...own], AT_LAST]) {
    const options = ['run', '--bail', '1', '--project', 'unit', '--project', 'server', ...tests]
    const env = { HUFU_MODEL_OPERATIONS: '600', ...process.env, NO_COLOR: '1' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [toolPath('vitest'), ...options], { cwd: copy, encoding: 'utf8', env })
    if (status !== 0) return / FAIL .*? > (.+)/.exec(stdout + stderr)?.[1]?.slice(0, 90) ?? `no test, but ${stderr.slice(0, 300)}`
  }
  return undefined
}
