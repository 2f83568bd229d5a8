import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles, type SourceFile } from '../source-files.ts'

/** Files that import all domains, or serve the tests of all, and therefore do not show which domain uses which. */
const together =
  /^server\/src\/(app|first-start|background|domains\/[\w-]+\/features)\.ts$|^server\/test\/(harness|given)\.ts$|^console\/src\/(screens\.tsx|app-part-imports\.ts)$|^contract\/src\/calls\.ts$/
const isFeature = /^(server|console)\/src\/(domains|sheets)\//
const isSeed = /-seed\.ts$/
/** Tests that run against a whole server. */
const isServed = /^(server|e2e)\//
/** Files that send calls: tests and the console. */
const isSender = /^(e2e|server\/test|console)\/|\.test\.ts$/
const isHandler = /^server\/src\/.*\.routes\.ts$/
const SCREENS = 'console/src/screens.tsx'
const APP_PARTS = 'console/src/app-part-imports.ts'
const CONSOLE = 'console/src/main.tsx'
const CALLS = 'contract/src/calls.ts'
const FILE_LIST = 'tools/source-files.ts'

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isProse = (path: string) => path.endsWith('.md')

/** Files changed since a commit, uncommitted ones included. */
export function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}

export interface SourceGraph {
  /** The files a test reaches by imports, by the calls it sends, and by the addresses of screens it opens; itself included. */
  reachedBy: ReadonlyMap<string, ReadonlySet<string>>
  /** By the address of a screen: the files it shows, and those that answer its calls. */
  reachedByScreen: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether a file is no source and is imported by none, such as a lock file or a migration: every test may depend on it. */
  isUnknown(path: string): boolean
}

export function sourceGraph(files: readonly SourceFile[] = sourceFiles()): SourceGraph {
  const known = new Set(files.flatMap(({ path, imports }) => [path, ...imports.filter(({ local }) => local).map(({ of }) => of)]))
  const next = arrows(files)
  const reach = (from: string, served: boolean) => {
    const reached = new Set([from])
    for (const path of reached) for (const other of next(path, served)) reached.add(other)
    return reached
  }
  const tests = files.map(({ path }) => path).filter(isTest)
  const screens = screensOf(files.find(({ path }) => path === SCREENS))
  return {
    reachedBy: new Map(tests.map(path => [path, reach(path, isServed.test(path))])),
    reachedByScreen: new Map(screens.map(([address, of]) => [address, reach(of, true)])),
    // A deleted file is imported by none, and every file that did has changed with it.
    isUnknown: path => !known.has(path) && !isProse(path) && (!isSourceFile(path) || existsSync(join(root, path))),
  }
}

const isSourceFile = (path: string) => /\.(ts|tsx|css)$/.test(path)

/**
 * The tests a change can affect, or undefined if that is all of them. Tests that read the sources are always included.
 */
export function testsTouched(changed: readonly string[], files?: readonly SourceFile[]): string[] | undefined {
  const graph = sourceGraph(files)
  if (changed.some(graph.isUnknown)) return undefined
  const wanted = new Set(changed.filter(path => !isProse(path)))
  return [...graph.reachedBy].flatMap(([test, reached]) => (reached.has(FILE_LIST) || !reached.isDisjointFrom(wanted) ? [test] : []))
}

function arrows(files: readonly SourceFile[]): (path: string, isServed: boolean) => Iterable<string> {
  const fileByPath = new Map(files.map(file => [file.path, file]))
  const calls = new Set(fileByPath.get(CALLS)?.imports.map(({ of }) => of))
  const answers = new Map<string, string[]>()
  for (const { path, imports } of files)
    if (isHandler.test(path))
      for (const { of } of imports.filter(({ of }) => calls.has(of))) answers.set(of, [...(answers.get(of) ?? []), path])
  const screens = screensOf(fileByPath.get(SCREENS))
  const parts = partsOf(fileByPath.get(APP_PARTS))
  return (path, isServed) => {
    const file = fileByPath.get(path)
    if (!file) return []
    const imported = file.imports.filter(({ local }) => local).map(({ of }) => of)
    if (together.test(path)) return imported.filter(of => isSeed.test(of) || !(isFeature.test(of) || of.startsWith('contract/')))
    const answered = isServed && isSender.test(path) ? imported.flatMap(of => answers.get(of) ?? []) : []
    const shown = path.startsWith('e2e/')
      ? [CONSOLE, ...screens.filter(([address]) => file.text.includes(address.replace(/\/:.*/, ''))).map(([, of]) => of)]
      : []
    const given = [...file.text.matchAll(/appParts\.get\('(\w+)'/g)].flatMap(([, name]) => parts.get(name!) ?? [])
    return [...imported, ...answered, ...shown, ...given]
  }
}

/** The address and the file of every screen. */
function screensOf(file: SourceFile | undefined): [address: string, of: string][] {
  const lines = [...(file?.text.matchAll(/'(\/[^']*)': \(\) => import\('\.\/([^']+)'\)/g) ?? [])]
  return lines.map(([, address, of]) => [address!, `console/src/${of}`])
}

/** The files that a page shows of domains below its own, by the names it gets them by (pickers/app-parts.ts). */
function partsOf(file: SourceFile | undefined): ReadonlyMap<string, string> {
  const lines = [...(file?.text.matchAll(/^ {2}(\w+): \(\) => import\('\.\/([^']+)'\)/gm) ?? [])]
  return new Map(lines.map(([, name, of]) => [name!, `console/src/${of}`]))
}
