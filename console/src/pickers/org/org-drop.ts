import type { OrgNode } from '@hufu/contract/directory/org'
import type { OrgBranch } from './org-branches.tsx'

/** A dropped node: a new parent, or a new place among its siblings. */
export interface OrgDrop {
  node: OrgNode
  parentId: string
  parentName: string
  /** The ids of its siblings in their new order; absent if the parent changed. */
  order?: string[]
}

interface DropTarget {
  node: OrgBranch & { pos: string }
  dragNode: OrgBranch
  dropToGap: boolean
  dropPosition: number
}

/** Translates antd's drop event. Undefined for a drop into its own parent, which changes nothing. */
export function dropOf(
  { node: at, dragNode, dropToGap, dropPosition }: DropTarget,
  nodes: ReadonlyMap<string, OrgNode>,
  onDrop: (drop: OrgDrop) => void,
  /** The name of the place beside the top, if nodes may be there. */
  topName?: string,
) {
  const [moved, target] = [dragNode.node, at.node]
  if (!moved || !target || moved.id === target.id) return
  const parent = dropToGap ? (nodes.get(target.parentId) ?? topOf(target.parentId, topName)) : target
  // Most trees have no place beside the top.
  if (!parent) return
  if (parent.id !== moved.parentId) return onDrop({ node: moved, parentId: parent.id, parentName: parent.name })
  if (!dropToGap) return
  const siblings = [...nodes.values()].filter(node => node.parentId === parent.id && node.id !== moved.id).map(node => node.id)
  // antd's position is -1, 0 or 1 around the node's own; smaller means before it.
  const before = dropPosition < Number(at.pos.split('-').at(-1))
  siblings.splice(siblings.indexOf(target.id) + (before ? 0 : 1), 0, moved.id)
  onDrop({ node: moved, parentId: parent.id, parentName: parent.name, order: siblings })
}

const topOf = (id: string, name: string | undefined) => (name === undefined ? undefined : { id, name })
