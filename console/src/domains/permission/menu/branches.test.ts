import type { MenuNode } from '@hufu/contract/permission/menu'
import { expect, test } from 'vitest'
import { branchesOf, isMenuPageItself, pathTo } from './branches.ts'

const row = (id: string, parentId: string, sortNum: number, menu_uri = '') => ({ id, parentId, name: id, sortNum, menu_uri }) as MenuNode
const rows = [row('b', '0', 2), row('a', '0', 1), row('a1', 'a', 1), row('a11', 'a1', 1)]

test('ROUTE-72 the flat rows become the tree, by sort number, below 全部菜单', () => {
  const [top] = branchesOf(rows)
  expect(top!.children!.map(branch => branch.key)).toEqual(['a', 'b'])
  expect(top!.children![0]!.children![0]!.children!.map(branch => branch.key)).toEqual(['a11'])
})

test('the nodes that must be open for a node to be visible are found', () => {
  expect(pathTo(rows, 'a11')).toEqual(['0', 'a', 'a1'])
})

test('menu management cannot switch itself off', () => {
  expect(isMenuPageItself(row('x', '0', 1, '/devops/menu'))).toBe(true)
  expect(isMenuPageItself(row('x', '0', 1, '/devops'))).toBe(true)
  expect(isMenuPageItself(row('x', '0', 1, '/devops/dict'))).toBe(false)
})
