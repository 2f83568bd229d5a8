import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface SourceFile {
  /** The path from the project's folder, with '/'. */
  path: string
  text: string
  /** The text without comments; strings are kept. */
  code: string
  imports: readonly Import[]
}

interface Import {
  /** The path of the file in the project, or the package's name as written. */
  of: string
  local: boolean
  /** Whether it runs before the importing file: a type import is erased, and an `import()` runs later. */
  atOnce: boolean
}

const folders = ['contract/src', 'server/src', 'server/migrations', 'server/test', 'console/src', 'e2e', 'bench', 'tools']
const isSource = /\.(ts|tsx|mjs)$/
const importForm = /\b(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

export function sourceFiles(): SourceFile[] {
  return folders.flatMap(folder => [...below(join(root, folder))]).map(read)
}

/** Source files below a folder, without built, installed and hidden ones. */
export function* below(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(entry => entry.isFile())
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (isSource.test(entry.name) && !/[/\\](\.|node_modules[/\\]|dist[/\\])/.test(path.slice(root.length))) yield path
  }
}

function read(file: string): SourceFile {
  const text = readFileSync(file, 'utf8')
  const code = withoutComments(text)
  const imports = [...code.matchAll(importForm)].map(([, type, plain, dynamic]) =>
    importOf(file, plain ?? dynamic ?? '', type === undefined && dynamic === undefined),
  )
  return { path: fromRoot(file), text, code, imports }
}

function importOf(file: string, name: string, atOnce: boolean): Import {
  if (name.startsWith('.')) return { of: fromRoot(resolve(dirname(file), name)), local: true, atOnce }
  const shared = /^@hufu\/contract\/(.+)$/.exec(name)
  return shared ? { of: `contract/src/${shared[1]}.ts`, local: true, atOnce } : { of: name, local: false, atOnce }
}

const fromRoot = (file: string) => relative(root, file).replaceAll('\\', '/')

/** Works without a parser: `//` after a colon or a quote is taken as part of an address, not as a comment. */
export const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\/])\/\/[^\n]*/g, '$1')

/** `path:line` of each line of code, without comments, that matches the form. */
export const linesLike = (file: SourceFile, form: RegExp): string[] =>
  file.text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, n) => (form.test(withoutComments(line)) ? [`${file.path}:${n + 1}: ${line.trim().slice(0, 100)}`] : []))
