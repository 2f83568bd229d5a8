import { directories } from '@hufu/contract/screens'
import { segregatedRoleOfButton, segregatedRoleOfPage, type SegregatedRole } from '@hufu/contract/permission/separation'
import { withParents, type MenuRow } from './menu-nodes.ts'

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
