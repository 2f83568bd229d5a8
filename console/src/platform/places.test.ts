import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { permissionsOf } from './permission.ts'
import { crumbsOf, firstPath, menuOf, menuTrail, nameOf, parentOf, placesOf, trail } from './places.ts'

const node = (name: string, menu_uri: string, children: MenuNode[] = []): MenuNode => ({
  id: name,
  parentId: '0',
  name,
  menu_uri,
  menu_icon: null,
  type: 'menu',
  mark: null,
  status: 1,
  hsaAuthGradeShow: 1,
  sortNum: 1,
  version: 1,
  hasChildren: children.length > 0,
  buttons: [],
  children,
})
const tree = [
  node('外部', 'https://example.com/'),
  node('旧系统', 'http://10.0.0.8/old'),
  node('组织', '/organiz', [node('机构', '/organiz/org-list')]),
  node('首页', '/wel/index'),
]
const none = new URLSearchParams()

test('SHELL-04 the left menu is the server’s tree; links to other sites must be http or https', () => {
  const places = placesOf(tree)
  expect(places.map(place => [place.name, place.isExternal])).toEqual([
    ['外部', true],
    ['旧系统', true],
    ['组织', false],
    ['首页', false],
  ])
  expect(places[2]!.children.map(place => place.name)).toEqual(['机构'])
})

test('0137 机构管理 is in the menu only without 组织机构, whose entry stands for both, and no directory is left empty', () => {
  const both = [node('组织', '/organiz', [node('组织机构', '/organiz/index'), node('机构管理', '/organiz/org-list')])]
  const namesOf = (nodes: MenuNode[]) => menuOf(placesOf(nodes)).map(({ name, children }) => [name, children.map(child => child.name)])
  expect(namesOf(both)).toEqual([['组织', ['组织机构']]])
  expect(namesOf([node('组织', '/organiz', [node('机构管理', '/organiz/org-list')])])).toEqual([['组织', ['机构管理']]])
  expect(namesOf([...both, node('其他', '/other', [node('机构管理', '/organiz/org-list')])])).toEqual([['组织', ['组织机构']]])
  const litAt = (path: string, query = '') => menuTrail(menuOf(placesOf(both)), path, new URLSearchParams(query)).map(place => place.name)
  for (const path of ['/organiz/index', '/organiz/org-list', '/organiz/deleted-org', '/organiz/orgDetail'])
    expect(litAt(path)).toEqual(['组织', '组织机构'])
  expect(litAt('/organiz/orgDetail', 'from=org-list')).toEqual(['组织', '组织机构'])
})

test('ROUTE-14 the first menu address is the first leaf, depth first, in the order of the server', () => {
  expect(firstPath(placesOf(tree))).toBe('/organiz/org-list')
  expect(firstPath([])).toBeUndefined()
})

test('SHELL-03 the menu entry of an address is found together with its ancestors', () => {
  expect(trail(placesOf(tree), '/organiz/org-list').map(place => place.name)).toEqual(['组织', '机构'])
})

test('SHELL-05 the breadcrumb of /organiz/org-list is 组织机构管理 / 机构管理', () => {
  const rights = permissionsOf({ menus: [], buttons: [] })
  const names = [...crumbsOf('/organiz/org-list', none), '/organiz/org-list'].map(path => nameOf(path, rights))
  expect(names).toEqual(['组织机构管理', '机构管理'])
})

test('O-13 breadcrumb and back lead to the page the user came from, by default to /organiz/index', () => {
  expect(crumbsOf('/organiz/orgDetail', none)).toEqual(['/organiz', '/organiz/index'])
  expect(crumbsOf('/organiz/orgDetail', new URLSearchParams('from=org-list'))).toEqual(['/organiz', '/organiz/org-list'])
  expect(parentOf('/organiz/orgDetail', new URLSearchParams('from=nonsense'))).toBe('/organiz/index')
})

test('O-09 a page has its own title while its menu has the shipped name, otherwise the name an administrator gave', () => {
  const named = (name: string) =>
    permissionsOf({ menus: [{ id: 'x', parentId: '0', name, menu_uri: '/examine/examine-set', menu_icon: null }], buttons: [] })
  expect(nameOf('/examine/examine-set', named('审核设置'))).toBe('用户审核')
  expect(nameOf('/examine/examine-set', named('审批规则'))).toBe('审批规则')
})
