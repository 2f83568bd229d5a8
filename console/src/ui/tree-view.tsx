import { Tree } from 'antd'
import type { ReactNode } from 'react'

export interface Branch {
  key: string
  /** What the node is called; `title` may show more than that. */
  name: string
  title?: ReactNode
  /** Absent: not fetched yet. */
  children?: Branch[] | undefined
  isLeaf?: boolean
}

interface Props {
  label: string
  branches: Branch[]
  selected: string | undefined
  onSelect: (key: string) => void
  expanded: string[]
  onExpand: (keys: string[]) => void
  /** Fetches the children of a node that has none yet. */
  load?: (key: string) => Promise<unknown>
  height?: number
}

/** antd's Tree with what it does not say by itself: the level of a node and its place among its siblings. */
export function TreeView({ label, branches, selected, onSelect, expanded, onExpand, load, height }: Props) {
  return (
    <Tree.DirectoryTree
      className="tree"
      aria-label={label}
      showIcon={false}
      expandAction={false}
      treeData={placed(branches)}
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelect={([key]) => key !== undefined && onSelect(String(key))}
      expandedKeys={expanded}
      onExpand={keys => onExpand(keys.map(String))}
      {...(load && { loadData: node => load(String(node.key)).then(() => undefined) })}
      {...(height !== undefined && { height })}
    />
  )
}

interface Placed {
  key: string
  title: ReactNode
  isLeaf: boolean
  children?: Placed[]
}

function placed(branches: Branch[], level = 1): Placed[] {
  return branches.map(({ key, name, title, children, isLeaf }, index) => ({
    key,
    title: title ?? name,
    isLeaf: isLeaf ?? children?.length === 0,
    'aria-label': name,
    'aria-level': level,
    'aria-posinset': index + 1,
    'aria-setsize': branches.length,
    ...(children && { children: placed(children, level + 1) }),
  }))
}
