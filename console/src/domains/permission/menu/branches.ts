import type { MenuNode } from '@hufu/contract/permission/menu'
import { nodeName } from '../../../pickers/node-names.ts'
import type { Branch } from '../../../ui/tree-view.tsx'
import { text } from './text.ts'

export const TOP = '0'

/** The flat rows of menu/page as the tree at the left, below 全部菜单. */
export function branchesOf(rows: readonly MenuNode[]): Branch[] {
  const below = Map.groupBy(rows, row => row.parentId)
  const build = (parentId: string): Branch[] =>
    (below.get(parentId) ?? [])
      .toSorted((a, b) => a.sortNum - b.sortNum)
      .map(node => ({ key: node.id, name: nodeName(node), children: build(node.id) }))
  return [{ key: TOP, name: text.all, children: build(TOP) }]
}

/** The keys of the nodes above one, from the top: those that must be open for it to be visible. */
export function pathTo(rows: readonly MenuNode[], id: string): string[] {
  const parent = rows.find(row => row.id === id)?.parentId
  return parent === undefined ? [] : [...pathTo(rows, parent), parent]
}

/** Whether this menu leads to the menu page itself: without it, an administrator could not undo the change there. */
export const isMenuPageItself = (row: Pick<MenuNode, 'menu_uri'>): boolean => row.menu_uri === '/devops' || row.menu_uri === '/devops/menu'
