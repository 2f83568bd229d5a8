import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import * as inEnglish from '../contract/src/text/faults.en.ts'
import * as inChinese from '../contract/src/text/faults.ts'
import { refusalIn } from '../contract/src/refusals-in.ts'
import { refusals } from '../contract/src/refusals.ts'
import { apiGroupName, apiName } from '../console/src/domains/federation/api-item/shipped-api-names.en.ts'
import { shippedName } from '../console/src/domains/operations/shipped-names.en.ts'
import { roleName } from '../console/src/platform/role-names.en.ts'
import { isAllowedChinese } from '../console/allowed-chinese.ts'
import { shippedItems } from '../server/src/domains/federation/api-item/api-item.sql.ts'
import { text as cleaning } from '../server/src/domains/operations/data-clean/text.ts'
import { text as scheduled } from '../server/src/domains/operations/quartz/text.ts'
import { shippedRoles } from '../server/src/domains/permission/menu/menu-seed.ts'
import { configCatalog } from '../server/src/platform/config/config-catalog.ts'
import { sourceFiles, type SourceFile } from './source-files.ts'

const han = /\p{Script=Han}/u
const isEnglish = ({ path }: SourceFile) => path.endsWith('.en.ts')
const englishOf = (path: string) => path.replace(/\.tsx?$/, '.en.ts')
/** Files with sentences of the server, which the console only gets in answers. */
const SERVER_TEXTS = /^contract\/src\/(refusals|buttons)\.ts$/

const files = sourceFiles().filter(({ path }) => /^(console|contract)\/src\//.test(path) && !/\.test\.tsx?$/.test(path))
const fileByPath = new Map(files.map(file => [file.path, file]))
// Schemas run on the server only; the build of the English console checks that none of their sentences are left in it.
const hasSchemas = ({ imports }: SourceFile) => imports.some(({ of }) => of === 'zod')
const chinese = files.filter(file => han.test(file.code) && !isEnglish(file) && !SERVER_TEXTS.test(file.path) && !hasSchemas(file))

test('rule 10: every file of Chinese sentences that the console may load has an English counterpart beside it', () => {
  const left = chinese.filter(({ path }) => !fileByPath.has(englishOf(path)) && !isAllowedChinese(path))
  expect(left.map(({ path }) => path)).toEqual([])
})

/** What a file exports, by name. */
function exportsOf({ code }: SourceFile): string[] {
  const declared = [...code.matchAll(/^export (?:const|let|function|class|async function) (\w+)/gm)].map(([, name]) => name!)
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) =>
    names!.split(',').map(name => name.split(' as ').at(-1)!.trim()),
  )
  return [...declared, ...listed].filter(Boolean).sort()
}

// These two belong to the server, so their names match no Chinese file.
const WITHOUT_CHINESE_TWIN = new Set(['contract/src/refusals.en.ts', 'contract/src/words.en.ts'])

const pairs = files.filter(file => isEnglish(file) && !WITHOUT_CHINESE_TWIN.has(file.path))

test('rule 10: an English file exports the same names as the Chinese one beside it', () => {
  expect(pairs.length).toBeGreaterThan(50)
  const other = pairs.flatMap(file => {
    const from = fileByPath.get(file.path.replace('.en.ts', '.ts'))
    return from && String(exportsOf(from)) === String(exportsOf(file)) ? [] : [file.path]
  })
  expect(other).toEqual([])
})

test('rule 10: an English file contains no Chinese characters', () => {
  const mixed = files.filter(file => isEnglish(file) && han.test(file.code) && !isAllowedChinese(file.path))
  expect(mixed.map(({ path }) => path)).toEqual(['contract/src/words.en.ts'])
})

/** Texts of libraries; only the bundler resolves them. */
const LIBRARY_LOCALES = new Set(['console/src/shell/antd-locale.en.ts', 'console/src/ui/form/calendar-locale.en.ts'])
const namesOf = (of: unknown, path = ''): string[] =>
  typeof of === 'object' && of !== null ? Object.entries(of).flatMap(([name, part]) => namesOf(part, `${path}.${name}`)) : [path]
const sentencesOf = async (path: string) => namesOf({ ...(await import(pathToFileURL(join(process.cwd(), path)).href)) }).sort()

// The compiler does not compare tables whose names may be any string.
test('rule 10: an English file has a sentence for every name of the Chinese one, and no others', async () => {
  const ownPairs = pairs.filter(({ path }) => !LIBRARY_LOCALES.has(path))
  const other = ownPairs.map(async ({ path }) => {
    const [chinese, english] = await Promise.all([sentencesOf(path.replace('.en.ts', '.ts')), sentencesOf(path)])
    return [...new Set(chinese).symmetricDifference(new Set(english))].map(name => `${path}: ${name}`)
  })
  expect((await Promise.all(other)).flat()).toEqual([])
})

/** Refusals that screens recognise by their sentence. */
const compared = {
  formerOrgMissing: [inChinese.formerOrgMissing, inEnglish.formerOrgMissing],
  stale: [inChinese.stale, inEnglish.stale],
} as const

test('rule 10: a refusal that screens recognise by its sentence has that sentence in both languages', () => {
  const code = files
    .filter(({ path }) => path.startsWith('console/'))
    .flatMap(file => [...file.code.matchAll(/message === faults\.(\w+)/g)])
  expect([...new Set(code.map(([, name]) => name!))].toSorted((one, other) => one.localeCompare(other))).toEqual(Object.keys(compared))
  const names = Object.keys(compared) as (keyof typeof compared)[]
  expect(names.map(name => [refusals[name].message, refusalIn('en', name, {})])).toEqual(Object.values(compared))
})

test('rule 10: the English console knows the names of the settings, jobs, kinds of data and roles that are shipped', () => {
  const settings = Object.values(configCatalog).flatMap(({ group, name }) => [group, name])
  const shipped = [...settings, ...Object.values(scheduled.jobs), ...Object.values(cleaning.objects)]
  expect(shipped.filter(name => han.test(shippedName(name)))).toEqual([])
  expect(shippedRoles.filter(({ name }) => han.test(roleName(name)))).toEqual([])
  expect([shippedName('系统名称'), shippedName('我们的设置'), shippedName('constructor')]).toEqual([
    'System name',
    '我们的设置',
    'constructor',
  ])
})

test('rule 10: the English console knows the names of the calls and of their groups', () => {
  const items = shippedItems()
  const shown = items.flatMap(item => [apiGroupName(item.group_name), apiName(item.name)])
  expect(items.length).toBeGreaterThan(300)
  expect(shown.filter(name => han.test(name))).toEqual([])
  expect([apiName('分页查询'), apiGroupName('我们的接口')]).toEqual(['List by pages', '我们的接口'])
})
