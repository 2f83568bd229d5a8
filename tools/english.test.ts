import { buttons } from '@hufu/contract/buttons'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { refusalIn } from '../contract/src/refusals-in.ts'
import { refusals } from '../contract/src/refusals.ts'
import { problems } from '../contract/src/text.ts'
import { shippedButtonNames } from '../console/src/pickers/shipped-button-names.ts'
import { isAllowedChinese } from '../console/allowed-chinese.ts'
import { shippedItems } from '../server/src/domains/federation/api-item/api-item.sql.ts'
import { text as cleaning } from '../server/src/domains/operations/data-clean/text.ts'
import { text as scheduled } from '../server/src/domains/operations/quartz/text.ts'
import { shippedRoles } from '../server/src/domains/permission/menu/menu-seed.ts'
import { configCatalog } from '../server/src/platform/config/config-catalog.ts'
import { inEnglish } from './in-english.ts'
import { sourceFiles } from './source-files.ts'

const han = /\p{Script=Han}/u
const files = sourceFiles().filter(({ path }) => /^(console|contract)\/src\//.test(path) && !/\.test\.tsx?$/.test(path))

/** The locales of libraries, which only the bundler resolves, and what the server says in English. */
const inTwoFiles = [
  'console/src/shell/antd-locale.en.ts',
  'console/src/ui/form/calendar-locale.en.ts',
  'contract/src/refusals.en.ts',
  'contract/src/words.en.ts',
]

test('RM-05, rule 10: a sentence is in one file in both languages, but for the locales of libraries and what the server says', () => {
  const english = files.map(({ path }) => path).filter(path => path.endsWith('.en.ts'))
  expect(english.toSorted((one, other) => one.localeCompare(other))).toEqual(inTwoFiles)
})

test('rule 10: the English of a sentence contains no Chinese characters', () => {
  const mixed = files
    .filter(({ path }) => !isAllowedChinese(path))
    .flatMap(({ path, code }) => englishOf(code).map(sentence => `${path}: ${sentence}`))
    .filter(sentence => han.test(sentence))
  expect(mixed).toEqual([])
})

/** The English of the sentences that are plain texts: the second argument of `t`. */
const englishOf = (code: string): string[] =>
  [...code.matchAll(/\bt\(\s*(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),\s*('(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),?\s*\)/g)].map(
    ([, english]) => english!,
  )

test('rule 10: a refusal that screens recognise by its sentence has that sentence in both languages', async () => {
  const english = await inEnglish<typeof problems>('contract/src/text/problems.ts')
  const code = files
    .filter(({ path }) => path.startsWith('console/'))
    .flatMap(file => [...file.code.matchAll(/message === problems\.(\w+)/g)])
  expect([...new Set(code.map(([, name]) => name!))].toSorted((one, other) => one.localeCompare(other))).toEqual([
    'formerOrgMissing',
    'stale',
  ])
  expect([refusals.formerOrgMissing.message, refusalIn('en', 'formerOrgMissing', {})]).toEqual([
    problems.formerOrgMissing,
    english.formerOrgMissing,
  ])
  expect([refusals.stale.message, refusalIn('en', 'stale', {})]).toEqual([problems.stale, english.stale])
})

test('rule 10: the English console knows the names of the settings, jobs, kinds of data and roles that are shipped', async () => {
  const { shippedName } = await inEnglish<typeof import('../console/src/domains/operations/shipped-names.ts')>(
    'console/src/domains/operations/shipped-names.ts',
  )
  const { roleName } = await inEnglish<typeof import('../console/src/platform/names/role-names.ts')>(
    'console/src/platform/names/role-names.ts',
  )
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

test('rule 10: the English console knows the names of the calls and of their groups', async () => {
  const { apiGroupName, apiName } = await inEnglish<typeof import('../console/src/domains/federation/api-item/shipped-api-names.ts')>(
    'console/src/domains/federation/api-item/shipped-api-names.ts',
  )
  const items = shippedItems()
  const shown = items.flatMap(item => [apiGroupName(item.group_name), apiName(item.name)])
  expect(items.length).toBeGreaterThan(300)
  expect(shown.filter(name => han.test(name))).toEqual([])
  expect([apiName('分页查询'), apiGroupName('我们的接口')]).toEqual(['List by pages', '我们的接口'])
})

test('O-09 in the English console a menu renamed by an administrator keeps its new name', async () => {
  const { menuName } = await inEnglish<typeof import('../console/src/platform/names/menu-names.ts')>(
    'console/src/platform/names/menu-names.ts',
  )
  expect(menuName('/app/list', '应用列表')).toBe('Applications')
  expect(menuName('/app/list', '业务系统')).toBe('业务系统')
  expect(menuName('/elsewhere', '应用列表')).toBe('应用列表')
})

const nodeNames = inEnglish<typeof import('../console/src/pickers/node-names.ts')>('console/src/pickers/node-names.ts')
const button = (mark: string | null, name: string) => ({ id: name, name, mark, status: 1 })
const page = (menu_uri: string, name: string, more: Partial<MenuNode> = {}) =>
  ({ type: 'menu', menu_uri, mark: null, name, buttons: [], children: [], ...more }) as unknown as MenuNode

test('rule 10: the English console has a name for every shipped button', async () => {
  const { nodeName } = await nodeNames
  const shipped = Object.values(buttons).flatMap(ofPage => Object.entries<string>(ofPage))
  expect(shippedButtonNames).toEqual(Object.fromEntries(shipped))
  const names = shipped.map(([mark, name]) => nodeName({ type: 'button', menu_uri: '', mark, name }))
  expect(names.filter(name => han.test(name))).toEqual([])
})

test('O-09 in the English console a button renamed or created by an administrator keeps its name, in a tree as well', async () => {
  const { namedNodes } = await nodeNames
  const own = [button('add-app', '登记业务系统'), button('our-own', '新增应用'), button(null, '新增应用')]
  const tree = [page('/app', '业务', { children: [page('/app/list', '业务系统', { buttons: [...own, button('edit-app', '编辑应用')] })] })]
  const [top] = namedNodes(tree)
  expect([top!.name, top!.children[0]!.name]).toEqual(['业务', '业务系统'])
  expect(top!.children[0]!.buttons.map(({ name }) => name)).toEqual(['登记业务系统', '新增应用', '新增应用', 'Edit application'])
})

test('rule 10: in the path of a found node shipped names are in English, others unchanged', async () => {
  const { nodePath } = await nodeNames
  expect(nodePath('业务系统 / 新增应用')).toBe('业务系统 / Add application')
})

test('rule 10: in the English console menus and buttons are found by their displayed name', async () => {
  const { findNodes, nodeName } = await nodeNames
  const list = page('/app/list', '应用列表', { id: 'list', parentId: 'top', buttons: [button('add-app', '新增应用')] })
  const rows = [page('/app', '业务', { id: 'top', parentId: '0' }), list]
  expect(findNodes(rows, 'add APP')).toEqual([{ id: '新增应用', place: 'list', path: `业务 / ${nodeName(list)} / Add application` }])
  expect(findNodes(rows, '业务').map(({ id }) => id)).toEqual(['top'])
})
