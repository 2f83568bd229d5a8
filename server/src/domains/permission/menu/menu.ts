import { hasScreen } from '@hufu/contract/built-screens'
import type { MenuNode } from '@hufu/contract/permission/menu'
import type { MenuRow } from '../../../platform/access/menu-nodes.ts'

/** The tree as it is sent: children in order, buttons in `buttons` of their page. */
export function menuTree(rows: readonly MenuRow[], parentId = '0'): MenuNode[] {
  const below = Map.groupBy(rows, row => row.parentId)
  const build = (id: string): MenuNode[] =>
    (below.get(id) ?? [])
      .filter(row => row.type === 'menu')
      .map(row => ({ ...menuNode(row, below.get(row.id) ?? []), children: build(row.id) }))
  return build(parentId)
}

export function menuNode(row: MenuRow, below: readonly MenuRow[]): MenuNode {
  return {
    id: row.id,
    parentId: row.parentId,
    name: row.name,
    menu_uri: row.menuUri,
    menu_icon: row.menuIcon,
    type: row.type,
    mark: row.mark,
    status: row.status,
    hsaAuthGradeShow: row.hsaAuthGradeShow,
    sortNum: row.sortNum,
    version: row.version,
    hasChildren: below.some(child => child.type === 'menu'),
    buttons: below
      .filter(child => child.type === 'button')
      .map(({ id, name, mark: buttonCode, status }) => ({ id, name, mark: buttonCode, status })),
    children: [],
    ...(isDeadEnd(row, below) && { leadsNowhere: true as const }),
  }
}

const isDeadEnd = (row: MenuRow, below: readonly MenuRow[]): boolean =>
  row.type === 'menu' && !hasScreen(row.menuUri) && !below.some(child => child.type === 'menu')

/** The reply of listAuthMenu: flat lists, with the path of each button's page. */
export function grantedLists(rows: readonly MenuRow[]) {
  const byId = new Map(rows.map(row => [row.id, row]))
  const menus = rows
    .filter(row => row.type === 'menu')
    .map(({ id, parentId, name, menuUri, menuIcon }) => ({ id, parentId, name, menu_uri: menuUri, menu_icon: menuIcon }))
  const buttons = rows
    .filter(row => row.type === 'button')
    .map(({ id, parentId, mark: buttonCode, name }) => ({
      id,
      parentId,
      menu_uri: byId.get(parentId)?.menuUri ?? '',
      mark: buttonCode ?? '',
      name,
    }))
  return { menus, buttons }
}
