import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { Empty } from '../../ui/states.tsx'
import { type Entries, type RightsNode, shownOf } from './rights.ts'
import { RightsRow, type RowActions } from './rights-row.tsx'
import { text } from './rights-text.ts'
import './rights.css'

const words = text.rights

interface Props {
  /** Menus with buttons, applications with roles, APIs by group. */
  of?: keyof typeof text.nodes
  tree: readonly RightsNode[]
  entries: Entries
  before: ReadonlySet<string>
  chosen: ReadonlySet<string>
  may: (id: string) => boolean
  /** Why nothing can be changed, if not for missing rights. */
  lockedBecause?: string | undefined
  onTick: (id: string, on: boolean, linked: boolean) => void
  /** Shown at the end of the tools, such as a way to copy all ticks from elsewhere. */
  children?: ReactNode
}

/** A tree of menus with their buttons beside them, or of applications with their roles. */
export function RightsTree({ of = 'menu', tree, entries, before, chosen, may, lockedBecause, onTick, children }: Props) {
  const [sought, setSought] = useState('')
  const [linked, setLinked] = useState(true)
  const [only, setOnly] = useState({ chosen: false, changed: false })
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const key = sought.trim().toLowerCase()
  const shown = shownOf(
    entries,
    ({ id, name }) =>
      (key === '' || name.toLowerCase().includes(key)) &&
      (!only.chosen || chosen.has(id)) &&
      (!only.changed || chosen.has(id) !== before.has(id)),
  )
  const isNarrowed = key !== '' || only.chosen || only.changed
  const actions: RowActions = {
    entries,
    before,
    chosen,
    may,
    lockedBecause: lockedBecause ?? words.notHeld,
    leaves: text.nodes[of].leaves,
    shows: id => shown.has(id),
    isOpen: id => isNarrowed || !closed.has(id),
    onOpen: id => setClosed(closed.has(id) ? new Set([...closed].filter(one => one !== id)) : new Set([...closed, id])),
    onTick: (id, on) => onTick(id, on, linked),
  }
  const directories = [...entries.values()].filter(entry => entry.isDirectory).map(entry => entry.id)
  const top = tree.filter(node => shown.has(node.id))
  return (
    <>
      <div className="toolbar rights-tools">
        <Input
          className="rights-search"
          aria-label={words.search}
          placeholder={words.search}
          maxLength={INPUT_MAX}
          allowClear
          value={sought}
          onChange={event => setSought(event.target.value)}
        />
        {text.nodes[of].linked !== '' && (
          <Checkbox checked={linked} onChange={event => setLinked(event.target.checked)}>
            {text.nodes[of].linked}
          </Checkbox>
        )}
        <Checkbox checked={only.chosen} onChange={event => setOnly({ ...only, chosen: event.target.checked })}>
          {words.onlyChosen}
        </Checkbox>
        <Checkbox checked={only.changed} onChange={event => setOnly({ ...only, changed: event.target.checked })}>
          {words.onlyChanged}
        </Checkbox>
        <span className="rights-tools-end">
          <Button size="small" type="link" onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(directories))}>
            {closed.size > 0 ? words.openAll : words.closeAll}
          </Button>
          {children}
        </span>
      </div>
      {top.length === 0 ? (
        <Empty title={text.nodes[of].nothing} />
      ) : (
        <ul className="rights-tree" aria-label={text.nodes[of].tree}>
          {top.map(node => (
            <RightsRow key={node.id} node={node} depth={0} actions={actions} />
          ))}
        </ul>
      )}
    </>
  )
}
