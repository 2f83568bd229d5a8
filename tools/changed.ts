import { execFileSync } from 'node:child_process'
import { root, sourceFiles, type SourceFile } from './source-files.ts'

/** Files that import all domains, and therefore do not show which domain uses which. */
const together =
  /^server\/src\/(app|first-start|background|domains\/[\w-]+\/features)\.ts$|^console\/src\/screens\.tsx$|^contract\/src\/calls\.ts$/
const isFeature = /^(server|console)\/src\/(domains|sheets)\//
const isSeed = /-seed\.ts$/
/** Tests that run against a whole server. */
const isServed = /^(server|e2e)\//
/** Files that send calls: tests and the console. */
const isSender = /^(e2e|server\/test|console)\/|\.test\.ts$/
const isHandler = /^server\/src\/.*\.routes\.ts$/
const SCREENS = 'console/src/screens.tsx'
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

/**
 * The tests a change can affect, or undefined if that is all of them: those that reach a changed file by imports, by the calls of
 * the contract they send, or by the address of a screen they open. Tests that read the sources are always included.
 */
export function testsTouched(changed: readonly string[], files: readonly SourceFile[] = sourceFiles()): string[] | undefined {
  const fileByPath = new Map(files.map(file => [file.path, file]))
  const wanted = new Set(changed.filter(path => !isProse(path)))
  if ([...wanted].some(path => !fileByPath.has(path))) return undefined
  const next = arrows(files)
  const touches = (test: string) => {
    const reached = new Set([test])
    for (const path of reached) for (const other of next(path, isServed.test(test))) reached.add(other)
    return reached.has(FILE_LIST) || !reached.isDisjointFrom(wanted)
  }
  return [...fileByPath.keys()].filter(path => isTest(path) && touches(path))
}

function arrows(files: readonly SourceFile[]): (path: string, isServed: boolean) => Iterable<string> {
  const fileByPath = new Map(files.map(file => [file.path, file]))
  const calls = new Set(fileByPath.get(CALLS)?.imports.map(({ of }) => of))
  const answers = new Map<string, string[]>()
  for (const { path, imports } of files)
    if (isHandler.test(path))
      for (const { of } of imports.filter(({ of }) => calls.has(of))) answers.set(of, [...(answers.get(of) ?? []), path])
  const screens = screensOf(fileByPath.get(SCREENS))
  return (path, isServed) => {
    const file = fileByPath.get(path)
    if (!file) return []
    const imported = file.imports.filter(({ local }) => local).map(({ of }) => of)
    if (together.test(path)) return imported.filter(of => isSeed.test(of) || !(isFeature.test(of) || of.startsWith('contract/')))
    const answered = isServed && isSender.test(path) ? imported.flatMap(of => answers.get(of) ?? []) : []
    const shown = path.startsWith('e2e/')
      ? [CONSOLE, ...screens.filter(([address]) => file.text.includes(address)).map(([, of]) => of)]
      : []
    return [...imported, ...answered, ...shown]
  }
}

/** The address and the file of every screen. */
function screensOf(file: SourceFile | undefined): [string, string][] {
  const lines = [...(file?.text.matchAll(/'(\/[^']*)': \(\) => import\('\.\/([^']+)'\)/g) ?? [])]
  return lines.map(([, address, of]) => [address!.replace(/\/:.*/, ''), `console/src/${of}`])
}
