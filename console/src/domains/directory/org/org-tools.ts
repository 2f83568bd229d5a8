import { org, orgPush } from '@hufu/contract/directory/org'
import { authorize } from '@hufu/contract/apps/authorize'
import type { Tool } from '../../../ui/list/row-tools.tsx'
import { statusTool } from '../../../ui/list/status-column.tsx'
import { isRoot, type OrgActs, type OrgLike } from './org-acts.ts'
import type { OrgTask } from './org-dialogs.tsx'
import { text } from './text.ts'

interface Actions {
  acts: OrgActs
  open: (task: OrgTask) => void
  /** The address of its detail page; absent if the user may not see it, or where the name links to it. */
  detail?: ((id: string) => string) | undefined
  /** The address of its delegated administrators; absent if the user may not set them. */
  delegations?: ((id: string) => string) | undefined
  /** Opens the form, reading the record first where needed; absent if the user may not read it. */
  edit?: (() => void) | undefined
}

/** The address where applications are granted to this organisation. */
export const grantOf = ({ id, name }: { id: string; name: string }): string =>
  `/authorize/index?${new URLSearchParams({ type: 'org', give: '1', targetId: id, targetName: name }).toString()}`

/** All operations on one organisation, in the order of the row and of the tree's menu. */
export function orgTools(row: OrgLike, { acts, open, detail, delegations, edit }: Actions): readonly (Tool | false | undefined)[] {
  const words = text.acts
  const hasSiblings = !isRoot(row)
  const rootOnly = isRoot(row) ? words.rootOrg : undefined
  return [
    detail && { label: words.detail, to: detail(row.id) },
    edit && { label: words.edit, call: org.update, onClick: edit },
    { label: words.addBelow, call: org.save, onClick: () => open({ kind: 'add', parent: row }) },
    hasSiblings && { label: words.move, call: org.move, onClick: () => open({ kind: 'move', rows: [row] }) },
    hasSiblings && { label: words.top, call: org.sortTop, onClick: () => void acts.toTop(row) },
    hasSiblings && { label: words.bottom, call: org.sortBottom, onClick: () => void acts.toBottom(row) },
    hasSiblings && { label: words.place, call: org.sortMove, onClick: () => open({ kind: 'place', row }) },
    hasSiblings && { label: words.sortNum, call: org.setSortNum, onClick: () => open({ kind: 'sortNum', row }) },
    { label: words.grant, call: authorize.save, to: grantOf(row) },
    delegations && { label: words.delegations, to: delegations(row.id) },
    { label: words.push, call: orgPush, onClick: () => open({ kind: 'push', row }) },
    { ...statusTool(row, org.setStatus, acts.setStatus), disabledBecause: row.status === 1 ? rootOnly : undefined },
    { label: words.remove, call: org.remove, danger: true, disabledBecause: rootOnly, onClick: () => void acts.remove(row) },
  ]
}
