import type { OrgNode } from '@hufu/contract/directory/org'
import type { OrgBranch } from './org-branches.tsx'

/** A node let go somewhere: below another parent, or at another place among its siblings. */
export interface OrgDrop {
  node: OrgNode
  parentId: string
  parentName: string
  /** The ids of its siblings in their new order; absent where it has changed its parent. */
  order?: string[]
}

interface Let {
  node: OrgBranch & { pos: string }
  dragNode: OrgBranch
  dropToGap: boolean
  dropPosition: number
}

/** What antd says of a drop, in words of the tree. Let go into its own parent, nothing has happened. */
export function dropOf(
  { node: at, dragNode, dropToGap, dropPosition }: Let,
  nodes: ReadonlyMap<string, OrgNode>,
  onDrop: (drop: OrgDrop) => void,
  /** What the place beside the top is called, where something may stand there. */
  topName?: string,
) {
  const [moved, target] = [dragNode.node, at.node]
  if (!moved || !target || moved.id === target.id) return
  const parent = dropToGap ? (nodes.get(target.parentId) ?? topOf(target.parentId, topName)) : target
  // Beside the top of most trees there is no place.
  if (!parent) return
  if (parent.id !== moved.parentId) return onDrop({ node: moved, parentId: parent.id, parentName: parent.name })
  if (!dropToGap) return
  const siblings = [...nodes.values()].filter(node => node.parentId === parent.id && node.id !== moved.id).map(node => node.id)
  // antd's position is -1, 0 or 1 around the node's own place; before it means ahead of it.
  const before = dropPosition < Number(at.pos.split('-').at(-1))
  siblings.splice(siblings.indexOf(target.id) + (before ? 0 : 1), 0, moved.id)
  onDrop({ node: moved, parentId: parent.id, parentName: parent.name, order: siblings })
}

const topOf = (id: string, name: string | undefined) => (name === undefined ? undefined : { id, name })
