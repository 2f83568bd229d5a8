import { Tree } from 'antd'
import type { ReactNode } from 'react'

export interface Branch {
  key: string
  /** The node's name; `title` may show more. */
  name: string
  title?: ReactNode
  /** Absent: not loaded yet. */
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
  /** Loads the children of a node. */
  load?: (key: string) => Promise<unknown>
  height?: number
}

/** antd's Tree with the missing ARIA attributes: the level of a node and its position among siblings. */
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
