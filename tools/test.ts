import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStages, tool, type Stage } from './run.ts'
import { changedSince, testsTouched } from './test/changed.ts'
import { holdCheckout } from './test/one-run.ts'
import { counted, printTimes } from './test/report.ts'
import { openRunFolder } from './test/run-folder.ts'
import { choose, headSeed } from './test/select.ts'
import { SELECTION } from './test/selection.ts'
import { buildConsole, stagesOfAll, stagesOfGate, together } from './test/stages.ts'

/** What every change passes. The seed chooses what is drawn; without one, the commit does. */
async function gate(seed?: string): Promise<number> {
  const chosen = choose(seed)
  const folder = await mkdtemp(join(tmpdir(), 'hufu-selection-'))
  const file = join(folder, 'selection.json')
  await writeFile(file, JSON.stringify(chosen.selection))
  return await withReports(reports => stagesOfGate(reports, chosen, { [SELECTION]: file }), chosen.notes)
}

/** Everything; a failure ends only its own stage, so that one night tells all. */
const everything = (): Promise<number> => withReports(reports => stagesOfAll(reports, headSeed()), [`种子 ${headSeed()}`], { all: true })

async function withReports(stages: (reports: string) => Stage[], notes: readonly string[], options = {}): Promise<number> {
  const reports = await mkdtemp(join(tmpdir(), 'hufu-reports-'))
  for (const note of notes) console.log(note)
  const { code, times } = await runStages(stages(reports), options)
  const { passed, failed } = counted(reports)
  printTimes(times)
  for (const note of notes) console.log(note)
  // A failure outside the tests (format, types, a suite that did not load) counts as one, too.
  console.log(`\n${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`)
  return code
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
  const { child, ended } = buildConsole()
  setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  const built = ended.finally(() => rm(folder, { recursive: true, force: true }))
  return await together(built, tool('vitest', ['run', ...args], { HUFU_CONSOLE_BUILDING: marker }))
}

/**
 * `npm test`: the suites, the main paths in the browser, and a part of what is long (tools/test/select.ts); the last lines have the
 * figures. `-- --seed=<8 hex digits>` repeats the choice of another commit.
 * `npm run test:all`: everything, whole.
 * `npm test -- <filter>`: only Vitest, with these filters.
 * `npm test -- --changed[=<commit>]`: only the tests a change since then can affect.
 */
async function main(args: readonly string[]): Promise<number> {
  const [first = ''] = args
  const since = /^--changed(?:=(.+))?$/.exec(first)
  const seed = /^--seed=([0-9a-f]{8})$/.exec(first)
  if (since) return await testsTouchedSince(since[1] ?? 'HEAD', args.slice(1))
  if (first === '--all') return await everything()
  if (args.length === 0 || seed) return await gate(seed?.[1])
  return await runChosen(args)
}

const checkout = await holdCheckout()
const folder = openRunFolder()
try {
  process.exitCode = await main(process.argv.slice(2))
} finally {
  folder.close()
  checkout.release()
}
