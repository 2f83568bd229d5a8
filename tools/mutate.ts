import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEquivalent } from './mutate/mutants-equivalent.ts'
import { TestRunner, type Failed } from './mutate/mutate-runner.ts'
import { mulberry32 } from './sample/random.ts'
import { kinds, places, type Place } from './mutate/mutate-places.ts'
import { root } from './source-files.ts'

const FOLDERS = ['bench', 'contract', 'console', 'docs', 'e2e', 'server', 'tools']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'CHANGELOG.md']
const CAUGHT = 'caught'
const EQUIVALENT = 'equivalent'

const words = process.argv.slice(2)
const [count = 10, seed = 20_261_121] = words.filter(word => /^\d+$/.test(word)).map(Number)
const named = words.filter(word => !/^\d+$/.test(word))
const all = places()
const unknown = named.find(word => !all.some(place => isNamedBy(place, word)))
if (unknown === undefined) process.exitCode = await runMutants(chosen(all.filter(isNamed), count, seed))
else {
  console.error(`没有可去掉的“${unknown}”。用法：npm run mutate -- [数量 [种子]] [${kinds.join(' | ')} | 文件:行…]`)
  process.exitCode = 1
}

/** Whether its kind, or its file and line, is named; without names, every place. */
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

/**
 * Applies the mutants one at a time in a copy. Returns 1 if one is not caught, or is caught although it is listed as equivalent.
 */
async function runMutants(mutants: readonly Place[]): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'hufu-mutate-'))
  const tally = new Map<string, number>()
  for (const name of [...FOLDERS, ...FILES])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: path => !/[/\\]node_modules$/.test(path) })
  linkModules(copy)
  const runner = new TestRunner(copy, mutants)
  try {
    for (const place of mutants) {
      const by = await runner.caughtBy(place)
      const reason = findEquivalent(place)?.reason
      const what = outcomeOf(by, reason)
      tally.set(what, (tally.get(what) ?? 0) + 1)
      const change = `${place.before.replace(/\s+/g, ' ').slice(0, 60)} → ${place.after}`
      console.log(`${what}  ${place.path}:${place.line}  ${change}  ${by ? `${by.path} ${by.title}` : (reason ?? '')}`)
    }
  } finally {
    await runner.close()
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(mutants.length === 0 ? 'nothing was taken out' : [...tally].map(([what, n]) => `${n} ${what}`).join(', '))
  return mutants.length > 0 && [...tally.keys()].every(what => what === CAUGHT || what === EQUIVALENT) ? 0 : 1
}

function outcomeOf(by: Failed | undefined, reason: string | undefined): string {
  if (by?.isUndecided) return 'UNDECIDED, a test was too slow or fails without it:'
  if (by) return reason === undefined ? CAUGHT : 'CAUGHT, and yet listed as equivalent:'
  return reason === undefined ? 'MISSED' : EQUIVALENT
}

/** Links all installed packages, except the workspaces, which are the copy's own. */
function linkModules(copy: string): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@hufu'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@hufu') symlinkSync(join(from, name), join(to, name))
  for (const name of ['contract', 'server', 'console']) symlinkSync(join(copy, name), join(to, '@hufu', name))
}
