import { directories } from '@hufu/contract/screens'
import { dutyOfButton, dutyOfPage, type Duty } from '@hufu/contract/separation'
import { withParents, type MenuRow } from './menu-nodes.ts'

/** Nodes that only hold others: they stand wherever one of those does. */
const holders: ReadonlySet<string> = new Set([...directories.map(directory => directory.path), '/devops'])

/** Of these nodes the pages and buttons of one of the three, and what belongs to nobody alone; with those above them. */
export function dutyNodes(duty: Duty, nodes: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const ownerOf = (node: MenuRow) =>
    node.type === 'button' ? dutyOfButton(byId.get(node.parentId)?.menuUri ?? '', node.mark) : dutyOfPage(node.menuUri)
  const mine = nodes.filter(node => !holders.has(node.menuUri) && [duty, undefined].includes(ownerOf(node)))
  return withParents(new Set(mine.map(node => node.id)), nodes)
}
