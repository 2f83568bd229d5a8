import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface SourceFile {
  /** From the project's folder, with '/'. */
  path: string
  text: string
  /** Without comments; what stands in strings is kept. */
  code: string
  imports: readonly Import[]
}

interface Import {
  /** The file in the project, or the package's name as it is written. */
  of: string
  local: boolean
  /** Run before the file itself; a type is erased, an `import()` comes later. */
  atOnce: boolean
}

const folders = ['contract/src', 'server/src', 'server/migrations', 'server/test', 'console/src', 'e2e', 'bench', 'tools']
const isSource = /\.(ts|tsx|mjs)$/
const importForm = /\b(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

export function sourceFiles(): SourceFile[] {
  return folders.flatMap(folder => [...below(join(root, folder))]).map(read)
}

/** Sources below, without what is built, installed or hidden. */
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

/** Good enough without a parser: `//` after a colon or a quote is taken for an address, not for a comment. */
export const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\/])\/\/[^\n]*/g, '$1')

/** `path:line` of every line of the code (comments apart) that has this form. */
export const linesLike = (file: SourceFile, form: RegExp): string[] =>
  file.text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, n) => (form.test(withoutComments(line)) ? [`${file.path}:${n + 1}: ${line.trim().slice(0, 100)}`] : []))
