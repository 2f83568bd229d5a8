import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles, type SourceFile } from '../source-files.ts'
import { changedSince, sourceGraph, type SourceGraph } from './changed.ts'
import { goldenJourneys, openWindowJourneys, releaseJourneys } from '../../e2e/layers.ts'
import { changedTitles } from './journey-titles.ts'
import { isDrawn, type Selection } from './selection.ts'

// What one run of `npm test` takes of the suites that are too long to run whole each time (decision 0130).

const ONE_DAY = 24 * 60 * 60
/** The share of the journeys, and of the files of the server, that nothing names which is drawn. */
const JOURNEYS_DRAWN = 0.05
const SERVER_DRAWN = 0.25
/** A change that names a larger share of the journeys is wide, such as a rearrangement: of what it names in the browser, a third is drawn. */
const WIDE = 0.5
const ONE_OF_WIDE = 3
/** Files of the tests themselves, as opposed to the product. */
const isOfTests = /^(e2e|tools|bench|server\/test)\/|\.test\.tsx?$|^vitest\.config\.ts$/
/** Tests that compare random acts with a model, and of which a fifth runs. */
const isModel = ({ path, imports }: SourceFile) => path.endsWith('.test.ts') && imports.some(({ of }) => of === 'server/test/sampled.ts')

/** Tests of the server that every run has whole: rights of every call, scopes, attacks, migrations, statements, foreign keys, audit. */
const isOfEveryRun =
  /^server\/test\/(matrix|rights|scope|foreign|threats|fuzz|wire|unknown-fields|secret-marks|migrations|statements|prepared|tables|audit|giving)/

type TestFile = Pick<SourceFile, 'path' | 'text'>

export interface Chosen {
  selection: Selection
  /** The files of the server to run. */
  server: string[]
  /** The files of journeys to run. */
  journeys: string[]
  /** One line for each thing a reader should know of the choice. */
  notes: string[]
}

/** Chooses for the commit checked out, or for the seed. */
export function choose(seed = headSeed()): Chosen {
  const files = sourceFiles()
  const graph = sourceGraph(files)
  const base = baseCommit()
  const changed = base === undefined ? files.map(({ path }) => path) : changedSince(base)
  const titles = base === undefined ? {} : titlesChangedAlone(graph, changed, base)
  const named = namedTests(
    graph,
    changed.filter(path => !(path in titles)),
  )
  const journeys = files.filter(({ path }) => isJourney(path))
  const { isWide, named: namedJourneys, run: ofNamed } = journeysNamed(journeys, named, seed)
  const pool = journeys.filter(({ path }) => !named.has(path) && !isRelease(path))
  const drawn = drawnFiles(pool, seed, JOURNEYS_DRAWN)
  const whole = [...[...named].filter(path => !isJourney(path)), ...ofNamed, ...drawn]
  const allScreens = screenSources(graph, changed)
  const screens = isWide ? thirdOfScreens(allScreens, seed) : allScreens
  const always = [...Object.keys(goldenJourneys), ...Object.keys(openWindowJourneys)].map(fileOf)
  const tour = files.filter(({ path }) => isTour(path) && path.endsWith('.test.ts')).map(({ path }) => path)
  const server = serverTests(files, named, seed)
  const models = files.filter(isModel).map(({ path }) => path)
  return {
    selection: { seed, files: whole, titles, screens },
    server,
    journeys: [...new Set([...whole.filter(isJourney), ...always, ...Object.keys(titles), ...tour])],
    notes: [
      `种子 ${seed}；改动自 ${base?.slice(0, 8) ?? '无'} 起 ${changed.length} 个文件。同一选择可重现：npm test -- --seed=${seed}`,
      `服务端：改动涉及的、每次必查的和其余的 ${SERVER_DRAWN * 100}%，共 ${server.length} 个文件（全部 ${files.filter(isServerTest).length} 个）`,
      `浏览器：主路径与单页测试，改动涉及的 ${wideNote(ofNamed.length, namedJourneys)}个文件和 ${Object.values(titles).flat().length} 个测试，另抽 ${drawn.length} 个文件（共 ${journeys.length} 个）`,
      `界面巡览：改动涉及的 ${wideNote(changedOf(screens), changedOf(allScreens))}个界面，其余抽十分之一（共 ${Object.keys(screens).length} 个界面）`,
      `随机模型：${models.filter(path => !named.has(path)).length} 个文件抽五分之一，${models.filter(path => named.has(path)).length} 个因改动完整运行`,
    ],
  }
}

/** How many run, and of how many if some are only drawn from. */
const wideNote = (run: number, named: number) => (run === named ? `${run} ` : `${named} 个中抽取的 ${run} `)
const changedOf = (screens: Selection['screens']) => Object.values(screens).filter(({ isChanged }) => isChanged).length

const isServerTest = ({ path }: SourceFile) => /^server\/(src\/(domains|sheets(?!\/xlsx))|test(?!\/counterparts))\/.*\.test\.ts$/.test(path)
const isTour = (path: string) => path.startsWith('e2e/tour/')
const isJourney = (path: string) => path.startsWith('e2e/') && path.endsWith('.test.ts') && !isTour(path)
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const fileOf = (name: string) => `e2e/${name}.test.ts`
const isRelease = (path: string) => releaseJourneys.map(fileOf).includes(path)

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const headOf = (format: string) => git('log', '-1', `--format=${format}`)

export const headSeed = (): string => headOf('%H').slice(0, 8)

/**
 * The commit that changes are counted from: where this branch left origin/main. In a clone of main itself, the newest commit that is
 * more than a day older than the head. Undefined if there is none, as in a shallow clone.
 */
function baseCommit(): string | undefined {
  try {
    const base = git('merge-base', 'HEAD', 'origin/main')
    if (base !== headOf('%H')) return base
  } catch {
    // There is no origin.
  }
  return git('log', '-1', `--before=${Number(headOf('%ct')) - ONE_DAY}`, '--format=%H') || undefined
}

/** Looks are for the tour, and each sentence has its own tests. */
const namesNothing = /\.css$|^contract\/src\/refusals(\.en)?\.ts$/

/**
 * The tests that a change names. What more than half of the journeys reach, such as the frame of the console, would name all of
 * them: it is covered by the main paths and by what is drawn, and names only the tests of the server that reach it. What all tests
 * share among themselves, such as the test server, names none.
 */
export function namedTests(graph: SourceGraph, changed: readonly string[]): Set<string> {
  const journeys = [...graph.reachedBy].filter(([path]) => isJourney(path))
  const isShared = (path: string) =>
    graph.isUnknown(path) || journeys.filter(([, reached]) => reached.has(path)).length > journeys.length / 2
  const naming = changed.filter(path => !namesNothing.test(path))
  const [shared, own] = [naming.filter(isShared), naming.filter(path => !isShared(path))]
  const ofProduct = shared.filter(path => !isOfTests.test(path))
  const names = (test: string, reached: ReadonlySet<string>) =>
    own.some(path => reached.has(path)) || (!test.startsWith('e2e/') && ofProduct.some(path => reached.has(path) || graph.isUnknown(path)))
  return new Set([...graph.reachedBy].flatMap(([test, reached]) => (names(test, reached) ? [test] : [])))
}

/** Of the journeys a change names, those that run: all, or a third of those that a wide change names. */
export function journeysNamed(journeys: readonly TestFile[], names: ReadonlySet<string>, seed: string) {
  const named = journeys.filter(({ path }) => names.has(path))
  const isWide = named.length > journeys.length * WIDE
  const run = isWide ? drawnFiles(named, seed, 1 / ONE_OF_WIDE) : named.map(({ path }) => path)
  return { isWide, named: named.length, run }
}

/** Files of journeys of which only some were changed, with the titles of these. */
function titlesChangedAlone(graph: SourceGraph, changed: readonly string[], base: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    changed.filter(isJourney).flatMap(path => {
      if (!graph.reachedBy.has(path)) return []
      const titles = changedTitles(textOf(path), formerText(base, path))
      return titles ? [[path, titles]] : []
    }),
  )
}

/** Empty if the file is new. */
function formerText(base: string, path: string): string {
  try {
    return execFileSync('git', ['show', `${base}:${path}`], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/** Files of the server's tests: those of every run, those that a change names, and a part of the others. */
function serverTests(files: readonly SourceFile[], named: ReadonlySet<string>, seed: string): string[] {
  const all = files.filter(isServerTest)
  const chosen = all.filter(({ path }) => isOfEveryRun.test(path) || named.has(path))
  const others = all.filter(file => !chosen.includes(file))
  return [...chosen.map(({ path }) => path), ...drawnFiles(others, seed, SERVER_DRAWN)]
}

/** A share of the tests by whole files, so that their servers are started for many tests and not for one. */
function drawnFiles(pool: readonly TestFile[], seed: string, share: number): string[] {
  const countOf = ({ text }: TestFile) => text.match(/^\s*test(?:\.\w+\([^)]*\))?\(/gm)?.length ?? 1
  const orderOf = ({ path }: TestFile) => createHash('sha256').update(`${seed}\0${path}`).digest('hex')
  const wanted = pool.reduce((sum, file) => sum + countOf(file), 0) * share
  const drawn: string[] = []
  let count = 0
  for (const file of pool.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))) {
    if (count >= wanted) break
    drawn.push(file.path)
    count += countOf(file)
  }
  return drawn
}

function screenSources(graph: SourceGraph, changed: readonly string[]): Selection['screens'] {
  const screens = [...graph.reachedByScreen]
  const tour = [...graph.reachedBy].flatMap(([path, reached]) => (isTour(path) ? [...reached] : []))
  const own = changed.filter(path => screens.filter(([, reached]) => reached.has(path)).length <= screens.length / 2)
  return Object.fromEntries(
    screens.map(([address, reached]) => [
      address,
      { hash: hashOf(['package-lock.json', ...reached, ...tour]), isChanged: own.some(path => reached.has(path)) },
    ]),
  )
}

const thirdOfScreens = (screens: Selection['screens'], seed: string): Selection['screens'] =>
  Object.fromEntries(
    Object.entries(screens).map(([address, { hash, isChanged }]) => [
      address,
      { hash, isChanged: isChanged && isDrawn(seed, address, ONE_OF_WIDE) },
    ]),
  )

const hashByPath = new Map<string, string>()
function hashOf(paths: readonly string[]): string {
  const sum = createHash('sha256')
  for (const path of [...new Set(paths)].toSorted()) {
    if (!existsSync(join(root, path))) continue
    if (!hashByPath.has(path)) hashByPath.set(path, createHash('sha256').update(textOf(path)).digest('hex'))
    sum.update(`${path}\0${hashByPath.get(path)}\0`)
  }
  return sum.digest('hex')
}
