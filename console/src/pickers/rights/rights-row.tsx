import { RightOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { Tag } from '../../ui/tag.tsx'
import { type Entries, markOf, type RightsNode } from './rights.ts'
import { text } from './rights-text.ts'

const words = text.rights

export interface RowActions {
  entries: Entries
  before: ReadonlySet<string>
  chosen: ReadonlySet<string>
  may: (id: string) => boolean
  lockedBecause: string
  /** The accessible name of a list of buttons or roles. */
  leaves: (name: string) => string
  shows: (id: string) => boolean
  isOpen: (id: string) => boolean
  onOpen: (id: string) => void
  onTick: (id: string, on: boolean) => void
}

/** One menu with its buttons, and the menus below it. */
export function RightsRow({ node, depth, actions }: { node: RightsNode; depth: number; actions: RowActions }) {
  const children = node.children.filter(child => actions.shows(child.id))
  const buttons = node.buttons.filter(button => actions.shows(button.id))
  const isOpen = actions.isOpen(node.id)
  return (
    <li>
      <div className="rights-row" data-directory={node.children.length > 0 || undefined} style={{ paddingInlineStart: depth * 28 }}>
        {node.children.length > 0 ? (
          <button
            type="button"
            className="rights-fold"
            aria-expanded={isOpen}
            aria-label={isOpen ? words.close(node.name) : words.open(node.name)}
            onClick={() => actions.onOpen(node.id)}
          >
            <RightOutlined aria-hidden rotate={isOpen ? 90 : 0} />
          </button>
        ) : (
          <span className="rights-fold" />
        )}
        <div className="rights-body">
          <Right id={node.id} name={node.name} isOff={node.status === 0} actions={actions} />
          {buttons.length > 0 && (
            <ul className="rights-buttons" aria-label={actions.leaves(node.name)}>
              {buttons.map(({ id, name, status }) => (
                <li key={id}>
                  <Right id={id} name={name} isOff={status === 0} actions={actions} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {isOpen && children.length > 0 && (
        <ul>
          {children.map(child => (
            <RightsRow key={child.id} node={child} depth={depth + 1} actions={actions} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface RightProps {
  id: string
  name: string
  isOff: boolean
  actions: RowActions
}

/** One checkbox with its name, whether it changes, and why it cannot be changed. */
function Right({ id, name, isOff, actions }: RightProps) {
  const { entries, before, chosen, may, lockedBecause, onTick } = actions
  const entry = entries.get(id)
  if (!entry) return null
  const mark = markOf(entry, chosen)
  const isGain = !entry.isDirectory && chosen.has(id) && !before.has(id)
  const isLoss = !entry.isDirectory && before.has(id) && !chosen.has(id)
  // A directory can be ticked if anything below can.
  const isLocked = entry.isDirectory ? !entry.below.some(may) : !may(id)
  const all = entry.below.length
  return (
    <span className="right" data-change={isGain ? 'gain' : isLoss ? 'loss' : undefined} title={isLocked ? lockedBecause : undefined}>
      <Checkbox
        checked={mark === 'all'}
        indeterminate={mark === 'some'}
        disabled={isLocked}
        onChange={event => onTick(id, event.target.checked)}
      >
        {name}
      </Checkbox>
      {entry.isDirectory && <span className="right-count">{words.count(entry.below.filter(one => chosen.has(one)).length, all)}</span>}
      {isOff && <Tag>{words.disabled}</Tag>}
      {isGain && <Tag tone="good">{words.gain}</Tag>}
      {isLoss && <Tag tone="bad">{words.lose}</Tag>}
    </span>
  )
}
