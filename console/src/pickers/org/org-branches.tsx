import type { OrgNode } from '@hufu/contract/directory/org'
import type { ReactNode } from 'react'
import type { OrgLevel } from './org-levels.ts'
import { text } from '../text.ts'

/** A node for antd's tree, with the level and position antd leaves out. */
export interface OrgBranch {
  key: string
  title: ReactNode
  isLeaf: boolean
  children?: OrgBranch[]
  /** Absent if the row is no organisation: loading, or failed. */
  node?: OrgNode
  'aria-label': string
  'aria-level': number
  'aria-posinset': number
  'aria-setsize': number
  'aria-busy'?: boolean
}

const RETRY_SUFFIX = ':again'
const LOADING = ':loading'
/** The organisation whose level is loaded again by choosing this row. */
export const retryParentOf = (key: string): string | undefined =>
  key.endsWith(RETRY_SUFFIX) ? key.slice(0, -RETRY_SUFFIX.length) : undefined
export const isRow = (key: string): boolean => !key.endsWith(RETRY_SUFFIX) && !key.endsWith(LOADING)

export function branchesOf(
  nodes: readonly OrgNode[],
  levels: ReadonlyMap<string, OrgLevel>,
  show: (node: OrgNode) => ReactNode,
  depth = 1,
): OrgBranch[] {
  return nodes.map((node, index) => {
    const level = levels.get(node.id)
    return {
      key: node.id,
      title: show(node),
      isLeaf: !node.hasChildren,
      node,
      'aria-label': text.org.named(node.name, node.userCount, node.status === 0),
      'aria-level': depth,
      'aria-posinset': index + 1,
      'aria-setsize': nodes.length,
      ...(node.hasChildren && level && !level.nodes && !level.failed && { 'aria-busy': true }),
      ...(node.hasChildren && level && { children: below(node.id, level, levels, show, depth + 1) }),
    }
  })
}

function below(
  id: string,
  level: OrgLevel,
  levels: ReadonlyMap<string, OrgLevel>,
  show: (node: OrgNode) => ReactNode,
  depth: number,
): OrgBranch[] {
  if (level.nodes) return branchesOf(level.nodes, levels, show, depth)
  const words = level.failed ? text.org.levelFailed : text.org.loading
  const key = id + (level.failed ? RETRY_SUFFIX : LOADING)
  const title = <span className={level.failed ? 'org-again' : 'org-waiting'}>{words}</span>
  return [{ key, title, isLeaf: true, 'aria-label': words, 'aria-level': depth, 'aria-posinset': 1, 'aria-setsize': 1 }]
}

/** Every visible organisation, by id. */
export function nodesOf(branches: readonly OrgBranch[], found = new Map<string, OrgNode>()): Map<string, OrgNode> {
  for (const { key, node, children } of branches) {
    if (node) found.set(key, node)
    if (children) nodesOf(children, found)
  }
  return found
}
