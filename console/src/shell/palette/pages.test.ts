import { expect, test } from 'vitest'
import { screens } from '@hufu/contract/screens'
import { NO_PERMISSIONS, permissionsOf } from '../../platform/permission.ts'
import { built } from '../../screens.tsx'
import { readPaletteIndex } from '../../../palette-index-plugin.ts'
import { isFound, pagesFor, RECORD_PAGES } from './pages.ts'

const index = await readPaletteIndex()

const node = (menu_uri: string, name: string) => ({ id: menu_uri, parentId: '0', name, menu_uri, menu_icon: null })
const permissions = permissionsOf({
  menus: [node('/organiz/index', '组织机构'), node('/organiz/org-list', '单位管理')],
  buttons: [{ id: 'b', parentId: '/organiz/index', name: '新增', menu_uri: '/organiz/index', mark: 'add-user' }],
} as never)
const found = (typed: string) => pagesFor(typed, permissions, [], index.spelling).map(({ path }) => path)

test('every existing page is opened directly, or belongs to a record', () => {
  const direct = Object.keys(built).filter(path => screens.some(screen => screen.path === path) && !RECORD_PAGES.has(path))
  const codes = screens.flatMap(({ path, code, parents }) =>
    parents.map(menu_uri => ({ id: path, parentId: menu_uri, name: '', menu_uri, mark: code })),
  )
  const all = permissionsOf({ menus: screens.map(({ path, title }) => node(path, title)), buttons: codes } as never)
  expect(
    pagesFor('', all, [], index.spelling)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(direct.toSorted())
  for (const path of direct) expect(index.spelling[path], path).toMatch(/^[a-z]+ [a-z]+/)
})

test('pages are found by name, pinyin and initials, but only those the user may open', () => {
  expect(found('')).toEqual(['/organiz/index', '/organiz/user', '/organiz/deleted-user', '/organiz/org-list', '/organiz/deleted-org'])
  expect(found('新增')).toEqual(['/organiz/user'])
  expect(found('XZYH')).toEqual(['/organiz/user'])
  expect(found('zuzhi ji')).toEqual(['/organiz/index'])
  expect(found('caidan')).toEqual([])
  expect(pagesFor('', NO_PERMISSIONS, [], index.spelling)).toEqual([])
})

test('a page is found by its synonyms, and a tab by the settings on it', () => {
  const all = permissionsOf({ menus: screens.map(({ path, title }) => node(path, title)), buttons: [] } as never)
  const of = (typed: string) => pagesFor(typed, all, [], index.spelling).map(({ path }) => path)
  expect(of('用户管理')).toEqual(['/organiz/index'])
  expect(of('公告')).toEqual(['/devops/notice'])
  expect(of('报表')).toEqual(['/audit/stats'])
  for (const typed of ['session', '会话']) expect(of(typed)).toContain('/audit/getPage')
  expect(of('备份')).toEqual(['/account/guide#operations'])
  expect(found('备份')).toEqual([])
  expect(of('oidc')).toEqual(['/app/list', '/system/securityConfig?tab=providers'])
  expect(of('密码有效期')).toEqual(['/system/securityConfig?tab=password'])
  expect(of('解锁')).toContain('/system/incorrectLoginIndex')
  expect(found('密码有效期')).toEqual([])
})

test('a page with a synonym equal to the search comes first, and no two pages have the same name', () => {
  const all = permissionsOf({ menus: screens.map(({ path, title }) => node(path, title)), buttons: [] } as never)
  expect(pagesFor('用户', all, [], index.spelling)[0]?.path).toBe('/organiz/index')
  const names = pagesFor('审核', all, [], index.spelling).map(({ name }) => name)
  expect(names).toContain('审核设置')
  expect(new Set(names).size).toBe(names.length)
  const everywhere = pagesFor('', all, [], index.spelling).map(({ name }) => name)
  expect(everywhere.filter((name, n) => everywhere.indexOf(name) !== n)).toEqual([])
})

test('a page that has been renamed in the menu is found by its new name', () => {
  expect(found('单位')).toEqual(['/organiz/org-list'])
})

test('a page name with blanks is found with and without them', () => {
  const named = permissionsOf({ menus: [node('/audit/loginLog', 'Sign-in log')], buttons: [] } as never)
  for (const typed of ['sign-in log', 'Sign-in log', 'sign-inlog', ' log'])
    expect(pagesFor(typed, named, [], index.spelling).map(({ path }) => path)).toEqual(['/audit/loginLog'])
  expect(isFound('access check', 'Access check')).toBe(true)
  expect(isFound('log off', 'Sign-in log')).toBe(false)
})
