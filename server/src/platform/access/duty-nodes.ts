import { directories } from '@hufu/contract/screens'
import { dutyOfButton, dutyOfPage, type Duty } from '@hufu/contract/permission/separation'
import { withParents, type MenuRow } from './menu-nodes.ts'

/** Nodes that only hold others: they stand wherever one of those does. */
const holders: ReadonlySet<string> = new Set([...directories.map(directory => directory.path), '/devops'])

/** Of these nodes the pages and buttons of one of the three, and what belongs to nobody alone; with those above them. */
export function dutyNodes(duty: Duty, nodes: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const isMine = (owner: Duty | undefined) => owner === duty || owner === undefined
  const fits = (node: MenuRow): boolean => {
    if (node.type === 'menu') return !holders.has(node.menuUri) && isMine(dutyOfPage(node.menuUri))
    // A button whose page is another's would bring that page along.
    const page = byId.get(node.parentId)
    return page !== undefined && isMine(dutyOfPage(page.menuUri)) && isMine(dutyOfButton(page.menuUri, node.mark))
  }
  const mine = nodes.filter(fits)
  return withParents(new Set(mine.map(node => node.id)), nodes)
}
