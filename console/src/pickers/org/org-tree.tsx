import { MoreOutlined } from '@ant-design/icons'
import { org, type OrgNode } from '@hufu/contract/directory/org'
import { Button, Tree } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { fetchData } from '../../platform/calls.ts'
import { inBackground } from '../../platform/error-log.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { useMay } from '../../ui/permitted.ts'
import type { Tool } from '../../ui/list/row-tools.tsx'
import { Empty, Missing } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { retryParentOf, branchesOf, isRow, nodesOf, type OrgBranch } from './org-branches.tsx'
import { type OrgAsking, useOrgLevels } from './org-levels.ts'
import { dropOf, type OrgDrop } from './org-drop.ts'
import { text } from '../text.ts'
import '../pickers.css'

interface Props {
  label?: string
  selected: string | undefined
  onSelect: (id: string, name: string) => void
  asking?: OrgAsking
  /** The menu of a node. Whatever can be dragged must be possible here too (WCAG 2.5.7). */
  tools?: (node: OrgNode) => readonly (Tool | false | undefined)[]
  /** Nodes can be dragged into others and among their siblings. */
  onDrop?: (drop: OrgDrop) => void
  /** The name of the place beside the top, if nodes may be there. */
  topName?: string
  /** Shown for an empty tree, if the reason is not the scope. */
  none?: { title: string; hint: string }
  /** Absent: fills its container. */
  height?: number
}

// The search field is loaded after the tree.
const FindOrg = lazyComponent(
  () => import('./find-org.tsx'),
  () => <input className="find-box" disabled placeholder={text.org.find} aria-label={text.org.find} />,
)
const NOTHING_ASKED: OrgAsking = {}
const NONE = { title: text.org.none, hint: text.org.noneHint }

/** A tree of any number of organisations: levels load when opened, and search hits open their path. */
export function OrgTree(props: Props) {
  const { label = text.org.tree, selected, onSelect, asking = NOTHING_ASKED, tools, onDrop, topName, none = NONE, height } = props
  const { tops, levels, opened, setOpened } = useOrgLevels(asking)
  const [room, measured] = useRoom()
  const [active, setActive] = useState<string>()
  const branches = branchesOf(tops.data ?? [], levels, node => <OrgTitle node={node} tools={tools} isSelected={node.id === selected} />)
  const nodes = nodesOf(branches)
  const tree = useReveal({ selected, nodes, tops: asking.line === undefined ? tops.data : undefined, opened, setOpened })
  if (!tops.data) return <Missing of={tops} lines={10} />
  if (tops.data.length === 0) return <Empty title={none.title} hint={none.hint} />

  const choose = (key: string | undefined) => {
    if (key === undefined) return
    const again = retryParentOf(key)
    if (again !== undefined) levels.get(again)?.again()
    else if (isRow(key)) onSelect(key, nodes.get(key)?.name ?? '')
  }
  // antd opens a branch with Enter; here Enter chooses and → opens, as in every tree beside a list.
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || active === undefined || (event.target as Element).role !== 'tree') return
    event.preventDefault()
    event.stopPropagation()
    choose(active)
  }
  return (
    <div className="org-tree" style={{ height }}>
      {asking.line === undefined && <FindOrg orgRangeId={asking.orgRangeId} onFound={onSelect} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the tree inside, before it does */}
      <div ref={measured} className="org-room" onKeyDownCapture={byKey}>
        <Tree.DirectoryTree<OrgBranch>
          ref={tree}
          className="tree"
          aria-label={label}
          showIcon={false}
          expandAction={false}
          treeData={branches}
          height={room}
          selectedKeys={selected === undefined ? [] : [selected]}
          onSelect={([key]) => choose(key as string | undefined)}
          expandedKeys={opened}
          onExpand={keys => setOpened(keys.map(String))}
          onActiveChange={key => setActive(key === null ? undefined : String(key))}
          {...(onDrop && {
            draggable: { icon: false, nodeDraggable: node => isMovable(node as OrgBranch, topName !== undefined) },
            allowDrop: ({ dropNode }) => dropNode.node !== undefined,
            onDrop: info => dropOf(info, nodes, onDrop, topName),
          })}
        />
      </div>
    </div>
  )
}

const isMovable = ({ node, ...branch }: OrgBranch, tops: boolean) => node !== undefined && (tops || branch['aria-level'] > 1)

function OrgTitle({ node, tools, isSelected }: { node: OrgNode; tools: Props['tools']; isSelected: boolean }): ReactNode {
  return (
    <span className="org-node" data-disabled={node.status === 0 || undefined}>
      <span className="org-name" title={node.name}>
        {node.name}
      </span>{' '}
      {node.status === 0 && <Tag>{text.org.disabled}</Tag>} {/* The spaces keep the accessible name from joining the number. */}
      <span className="org-count">{node.userCount}</span>
      {tools && <NodeTools node={node} tools={tools} isSelected={isSelected} />}
    </span>
  )
}

/** The chosen node's menu is one more tab stop; the tree itself stays a single one. */
function NodeTools({ node, tools, isSelected }: { node: OrgNode; tools: NonNullable<Props['tools']>; isSelected: boolean }) {
  const navigate = useNavigate()
  const may = useMay()
  const nodeTools = tools(node)
    .filter(tool => tool !== undefined && tool !== false)
    .filter(tool => !tool.call || may(tool.call))
  if (nodeTools.length === 0) return null
  const items = nodeTools.map(({ label, onClick, to, danger = false, disabledBecause }) => ({
    key: label,
    label: disabledBecause ? <span title={disabledBecause}>{label}</span> : label,
    danger,
    disabled: disabledBecause !== undefined,
    onClick: () => (to === undefined ? onClick?.() : void navigate(to)),
  }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keeps what is meant for the menu from the tree
    <span className="org-tools" onClick={event => event.stopPropagation()} onKeyDown={event => event.stopPropagation()}>
      <Dropdown menu={{ items }}>
        <Button
          type="text"
          size="small"
          tabIndex={isSelected ? 0 : -1}
          aria-label={text.org.tools(node.name)}
          icon={<MoreOutlined aria-hidden />}
        />
      </Dropdown>
    </span>
  )
}

/** The height of the tree's container, as only visible rows are rendered. */
function useRoom(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [height, setHeight] = useState(400)
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setHeight(Math.floor(entry.contentRect.height)))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [height, watch]
}

interface RevealOptions {
  selected: string | undefined
  nodes: ReadonlyMap<string, OrgNode>
  /** The tops of the tree; undefined while unknown. */
  tops: OrgNode[] | undefined
  opened: string[]
  setOpened: (ids: string[]) => void
}

/** Scrolls to a selected node once, whether chosen by a link, the search or the page. */
function useReveal({ selected, nodes, tops, opened, setOpened }: RevealOptions) {
  const tree = useRef<{ scrollTo(place: { key: string }): void }>(null)
  const sought = useRef<string>(undefined)
  const shown = useRef<string>(undefined)
  const isThere = selected !== undefined && nodes.has(selected)
  useEffect(() => {
    if (selected === undefined || !tops || shown.current === selected) return
    if (isThere) {
      shown.current = selected
      requestAnimationFrame(() => tree.current?.scrollTo({ key: selected }))
    } else if (sought.current !== selected) {
      sought.current = selected
      inBackground(pathTo(selected, tops).then(path => setOpened([...new Set([...opened, ...path])])))
    }
  }, [selected, isThere, tops, opened, setOpened])
  return tree as never
}

/** Its ancestors, from a top of this tree; empty if not found. */
async function pathTo(id: string, tops: readonly OrgNode[]): Promise<string[]> {
  const path = await fetchData(org.path, { query: { id }, quietly: true }).catch(() => [])
  const begin = path.findIndex(step => tops.some(top => top.id === step.id))
  return begin < 0 ? [] : path.slice(begin, -1).map(step => step.id)
}
