import { hasScreen } from '@hufu/contract/built-screens'
import type { Flag } from '@hufu/contract/shapes'
import { directories } from '@hufu/contract/screens'
import { segregatedRoleOfButton, segregatedRoleOfPage, type SegregatedRole } from '@hufu/contract/permission/separation'

export interface MenuRow {
  id: string
  parentId: string
  name: string
  menuUri: string
  menuIcon: string | null
  type: 'menu' | 'button'
  mark: string | null
  status: Flag
  hsaAuthGradeShow: Flag
  sortNum: number
  version: number
}

/** Enabled nodes only; a disabled one hides what is below it. */
export function enabledNodes(all: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(all.map(node => [node.id, node]))
  const shown = (node: MenuRow | undefined, depth = 0): boolean =>
    node !== undefined && depth < 20 && node.status === 1 && (node.parentId === '0' || shown(byId.get(node.parentId), depth + 1))
  return all.filter(node => shown(node))
}

/** The nodes with these ids and the menus above them. */
export function withParents(ids: ReadonlySet<string>, nodes: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const wanted = new Set<string>()
  for (const id of ids) for (let node = byId.get(id); node && !wanted.has(node.id); node = byId.get(node.parentId)) wanted.add(node.id)
  return nodes.filter(node => wanted.has(node.id))
}

/** Leaves out menus that lead to no page, with their buttons: nobody sees them, and they cannot be granted to a role. */
export function withoutDeadEnds<T extends Pick<MenuRow, 'id' | 'parentId' | 'type' | 'menuUri'>>(nodes: readonly T[]): T[] {
  const below = Map.groupBy(nodes, node => node.parentId)
  const leads = (node: T, depth = 0): boolean =>
    hasScreen(node.menuUri) || (depth < 20 && (below.get(node.id) ?? []).some(child => child.type === 'menu' && leads(child, depth + 1)))
  const open = new Set(nodes.filter(node => node.type === 'menu' && leads(node)).map(node => node.id))
  return nodes.filter(node => open.has(node.type === 'menu' ? node.id : node.parentId))
}

/** Nodes that only group others: shown if one of those is shown. */
const holders: ReadonlySet<string> = new Set([...directories.map(directory => directory.path), '/devops'])

/** The pages and buttons of one segregated role and those common to all three, with the nodes above them. */
export function segregatedRoleNodes(segregatedRole: SegregatedRole, nodes: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const isMine = (owner: SegregatedRole | undefined) => owner === segregatedRole || owner === undefined
  const fits = (node: MenuRow): boolean => {
    if (node.type === 'menu') return !holders.has(node.menuUri) && isMine(segregatedRoleOfPage(node.menuUri))
    // A button on a page of another segregated role would make that page visible, too.
    const page = byId.get(node.parentId)
    return page !== undefined && isMine(segregatedRoleOfPage(page.menuUri)) && isMine(segregatedRoleOfButton(page.menuUri, node.mark))
  }
  const mine = nodes.filter(fits)
  return withParents(new Set(mine.map(node => node.id)), nodes)
}
