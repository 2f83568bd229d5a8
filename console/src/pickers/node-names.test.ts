import { buttons } from '@hufu/contract/buttons'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { findNodes, namedNodes, nodeName, nodePath } from './node-names.en.ts'
import { shippedButtonNames } from './shipped-button-names.ts'

test('rule 10: the English console has a name for every shipped button', () => {
  const shipped = Object.values(buttons).flatMap(ofPage => Object.entries<string>(ofPage))
  expect(shippedButtonNames).toEqual(Object.fromEntries(shipped))
  const names = shipped.map(([mark, name]) => nodeName({ type: 'button', menu_uri: '', mark, name }))
  expect(names.filter(name => /\p{Script=Han}/u.test(name))).toEqual([])
})

const button = (mark: string | null, name: string) => ({ id: name, name, mark, status: 1 })
const page = (menu_uri: string, name: string, more: Partial<MenuNode> = {}) =>
  ({ type: 'menu', menu_uri, mark: null, name, buttons: [], children: [], ...more }) as unknown as MenuNode

test('O-09 a button renamed or created by an administrator keeps its name, in a tree as well', () => {
  const own = [button('add-app', '登记业务系统'), button('our-own', '新增应用'), button(null, '新增应用')]
  const tree = [page('/app', '业务', { children: [page('/app/list', '业务系统', { buttons: [...own, button('edit-app', '编辑应用')] })] })]
  const [top] = namedNodes(tree)
  expect([top!.name, top!.children[0]!.name]).toEqual(['业务', '业务系统'])
  expect(top!.children[0]!.buttons.map(({ name }) => name)).toEqual(['登记业务系统', '新增应用', '新增应用', 'Edit application'])
})

test('rule 10: in the path of a found node shipped names are in English, others unchanged', () => {
  expect(nodePath('业务系统 / 新增应用')).toBe('业务系统 / Add application')
})

test('rule 10: in the English console menus and buttons are found by their displayed name', () => {
  const list = page('/app/list', '应用列表', { id: 'list', parentId: 'top', buttons: [button('add-app', '新增应用')] })
  const rows = [page('/app', '业务', { id: 'top', parentId: '0' }), list]
  expect(findNodes(rows, 'add APP')).toEqual([{ id: '新增应用', place: 'list', path: `业务 / ${nodeName(list)} / Add application` }])
  expect(findNodes(rows, '业务').map(({ id }) => id)).toEqual(['top'])
})
