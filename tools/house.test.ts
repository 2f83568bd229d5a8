import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linesLike, sourceFiles, type SourceFile } from './source-files.ts'

const files = sourceFiles()
const isTest = ({ path }: SourceFile) => /\.test\.tsx?$|\/test\//.test(path)
const filesIn = (...folders: string[]) => files.filter(({ path }) => folders.some(folder => path.startsWith(`${folder}/`)))
const product = filesIn('contract', 'server/src', 'console/src').filter(file => !isTest(file))

/** `file → what it imports` for each import that breaks the rule. */
const importing = (from: readonly SourceFile[], forbidden: (of: string, file: SourceFile, local: boolean) => boolean) =>
  from.flatMap(file => file.imports.filter(({ of, local }) => forbidden(of, file, local)).map(({ of }) => `${file.path} → ${of}`))

test('rule 2: console and server never import each other', () => {
  expect(importing(filesIn('console'), of => of.startsWith('server/') || of.startsWith('@hufu/server'))).toEqual([])
  expect(importing(filesIn('server'), of => of.startsWith('console/') || of.startsWith('@hufu/console'))).toEqual([])
})

test('rule 2: the contract imports nothing but zod and itself', () => {
  const contract = filesIn('contract').filter(file => !isTest(file))
  expect(importing(contract, (of, _file, local) => (local ? !of.startsWith('contract/') : of !== 'zod'))).toEqual([])
})

test('rule 3: the platform and the clients of outside systems import nothing that is built on them', () => {
  const standing = /^(?:server|console)\/src\/(?:domains|sheets|pickers|auth|shell)\/|^server\/src\/app\.ts$/
  const ground = filesIn('server/src/platform', 'server/src/outside', 'console/src/platform', 'console/src/ui')
  expect(
    importing(
      ground.filter(file => !isTest(file)),
      of => standing.test(of),
    ),
  ).toEqual([])
  expect(importing(filesIn('console/src/platform'), of => of.startsWith('console/src/ui/'))).toEqual([])
})

test('RM-07, rule 14: a folder has at most 32 files without tests', () => {
  const folders = files.filter(file => !isTest(file)).map(({ path }) => path.slice(0, path.lastIndexOf('/')))
  expect([...Map.groupBy(folders, folder => folder)].filter(([, of]) => of.length > 32).map(([folder]) => folder)).toEqual([])
})

/** Screens that are loaded in one piece with the parts that they name. */
const inOnePiece = ['console/src/domains/credentials/account/security.tsx', 'console/src/domains/credentials/factor/factor.tsx']

test('RM-08, rule 3: in a domain only index.ts lends what lies in another file', () => {
  const lends = /^export (?:type )?(?:\{[^}]*\}|\*) from /m
  const others = product.filter(
    ({ path, code }) => /^(server|console)\/src\/domains\//.test(path) && !path.endsWith('/index.ts') && lends.test(code),
  )
  expect(others.map(({ path }) => path)).toEqual(inOnePiece)
})

test('rule 6: SQL is only in .sql.ts files and in the platform', () => {
  // Seeds of the first start and background housekeeping belong to no domain.
  const mayHoldSql = /\.sql\.ts$|^server\/src\/platform\/|^server\/src\/(first-start|background)\.ts$/
  const holdsSql = /\bsql(<[^`]*>)?`|\bsql\.(raw|ref|lit|join)\b|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
  const others = filesIn('server/src').filter(file => !isTest(file) && !mayHoldSql.test(file.path))
  expect(others.flatMap(file => linesLike(file, holdsSql))).toEqual([])
})

test('N-08 scheme and host of a request are read in one place', () => {
  const hostSource = /\brequest\.(protocol|host|hostname|originalUrl)\b|headers\.host\b/
  const others = filesIn('server/src').filter(file => !isTest(file) && file.path !== 'server/src/platform/http/origin.ts')
  expect(others.flatMap(file => linesLike(file, hostSource))).toEqual([])
})

test('rule 10: sentences are only in text.ts and refusals.ts, names in screens, seeds and catalogues', () => {
  const mayHoldWords = [
    /(^|[/-])text\.ts$/,
    /^contract\/src\/(refusals|screens)\.ts$/,
    // The label of a field and its problems are part of its schema: `text('机构名称')`.
    /^contract\/src\//,
    // The name of the other language, in that language.
    /^console\/src\/platform\/language\.ts$/,
    // The rows an empty database is given, their English names, and values that a user agent or a configuration is matched with.
    /(-seed|-catalog|-names|\/first-start)\.ts$/,
    // Wrong settings are reported before anything else is loaded.
    /^server\/src\/(settings|server)\.ts$/,
  ]
  const others = product.filter(({ path }) => !mayHoldWords.some(form => form.test(path)))
  // Punctuation between words (、) and single full-width characters are not words.
  expect(others.flatMap(file => linesLike(file, /\p{Script=Han}/u))).toEqual([])
})

test('rule 10: an import of texts is called text, or by the name of its subject and Text', () => {
  const renamed = /import \{ \w+ as (?!type\b)(?!text\b)(?!\w+Text\b)\w+ \} from '(?:\.[^']*[/-]|@hufu\/contract\/)text(?:\.ts)?'/
  expect(product.flatMap(file => linesLike(file, renamed))).toEqual([])
})

test('rule 4: a parameter for any schema has the type Schema, since comparing with z.ZodType costs the compiler a minute', () => {
  const named = /\bz\.ZodType\b/
  const others = files.filter(({ path }) => path !== 'contract/src/schema.ts' && path !== 'tools/house.test.ts')
  expect(others.flatMap(file => linesLike(file, named))).toEqual([])
})

test('rule 11: only settings.ts reads the environment', () => {
  const others = filesIn('contract', 'server/src', 'console/src').filter(file => !isTest(file) && file.path !== 'server/src/settings.ts')
  expect(others.flatMap(file => linesLike(file, /\bprocess\.env\b/))).toEqual([])
})

test('rule 1: files and folders are kebab-case, and none is a catch-all such as utils', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(sql|routes|tasks|test|config|en|d))*\.(ts|tsx|mjs)$/
  const folder = /^[a-z0-9]+(-[a-z0-9]+)*$/
  const names = files.map(({ path }) => ({ path, folders: path.split('/').slice(0, -1), name: path.split('/').at(-1)! }))
  expect(
    names.filter(({ folders, name }) => !kebab.test(name) || !folders.every(each => folder.test(each))).map(({ path }) => path),
  ).toEqual([])
  expect(files.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\.tsx?|\/)/.test(path)).map(({ path }) => path)).toEqual([])
})

test('rule 3: no file imports itself through others', () => {
  const runs = new Map(files.map(file => [file.path, file.imports.filter(({ atOnce }) => atOnce).map(({ of }) => of)]))
  expect(cyclesIn(runs)).toEqual([])
})

test('rule 12: a class of the console is styled in one style sheet, as two screens would otherwise style each other', () => {
  const described = globSync('console/src/**/*.css').flatMap(path =>
    [...new Set(classesOf(readFileSync(path, 'utf8')))].map(name => ({ name, path })),
  )
  const twice = [...Map.groupBy(described, ({ name }) => name)].filter(([, places]) => places.length > 1)
  expect(twice.map(([name, places]) => `.${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})

/** Class names with a rule of their own (`.name {`, also in a list); rules for a class inside another belong to the other. */
function classesOf(sheet: string): string[] {
  const selectors = [...sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
    list.split(/,(?![^(]*\))/),
  )
  return selectors.flatMap(selector => /^\.([a-z][\w-]*)$/.exec(selector.trim())?.[1] ?? [])
}

test('rule 13: no test is skipped and none is run alone', () => {
  expect(files.filter(isTest).flatMap(file => linesLike(file, /\b(test|it|describe|suite)\.(only|skip|todo)\(/))).toEqual([])
})

/** Depth first; a file met while still open closes a circle. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const closed = new Set<string>()
  const walk = (path: string, open: readonly string[]): void => {
    if (open.includes(path)) return void found.push([...open.slice(open.indexOf(path)), path].join(' → '))
    if (closed.has(path)) return
    for (const next of graph.get(path) ?? []) walk(next, [...open, path])
    closed.add(path)
  }
  for (const path of graph.keys()) walk(path, [])
  return found
}
