import { type KeyboardEvent, type RefCallback, useEffect, useId, useRef, useState } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { scrollIntoSight, useHits } from '../list/search/use-hits.ts'
import { Popover } from '../popover.tsx'
import type { ChoiceProps, Option } from './select-field.tsx'
import { text } from './choice-text.ts'

/** A select for many options: the list narrows while typing, grouped if options have a group. */
export default function LongChoice({ options, value = '', onChange, className = '', ...rest }: ChoiceProps) {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; typed: string }>()
  const list = useId()
  const chosen = options.find(option => option.value === String(value))
  const open = (anchor: HTMLElement, typed = '') => setOpened({ anchor, typed })
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const isTyped = [...key].length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey
    if (!isTyped && key !== 'ArrowDown' && key !== 'ArrowUp') return
    event.preventDefault()
    open(event.currentTarget, isTyped ? key : '')
  }
  const leave = () => {
    opened?.anchor.focus()
    setOpened(undefined)
  }
  return (
    <>
      <button
        {...rest}
        type="button"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={opened !== undefined}
        aria-controls={opened ? list : undefined}
        className={`choice choice-long ${className}`}
        onClick={event => (opened ? setOpened(undefined) : open(event.currentTarget))}
        onKeyDown={byKey}
      >
        {chosen?.label ?? ''}
      </button>
      {opened && (
        <Popover anchor={opened.anchor} className="choice-layer" onClose={() => setOpened(undefined)}>
          <Options
            id={list}
            options={options}
            chosen={chosen}
            typed={opened.typed}
            onLeave={leave}
            onChoose={next => {
              leave()
              onChange?.(next)
            }}
          />
        </Popover>
      )}
    </>
  )
}

interface OptionsProps {
  id: string
  options: readonly Option[]
  chosen: Option | undefined
  /** The text that opened it. */
  typed: string
  onChoose: (value: string) => void
  onLeave: () => void
}

function Options({ id, options, chosen, typed: first, onChoose, onLeave }: OptionsProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(first)
  const wanted = typed.trim().toLowerCase()
  const hits = wanted === '' ? options : options.filter(({ label, group = '' }) => `${label} ${group}`.toLowerCase().includes(wanted))
  const walk = useHits(hits, hit => onChoose(hit.value))
  const { at, setAt } = walk
  useEffect(() => {
    field.current?.focus()
    setAt(first === '' ? Math.max(0, options.indexOf(chosen!)) : 0)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])
  const byKey = (event: KeyboardEvent) => {
    // These keys must not reach the dialog or table around it.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') onLeave()
    else if (!walk.byKey(event)) return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={field}
        className="find-box"
        role="combobox"
        aria-label={text.find}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={hits.length > 0 ? `${id}${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={INPUT_MAX}
        placeholder={text.find}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={byKey}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched */}
      <div id={id} role="listbox" className="find-hits" aria-label={text.options}>
        {groupsOf(hits).map(group => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
          <div key={group.name} {...(group.name !== '' && { role: 'group', 'aria-label': group.name })}>
            {group.name !== '' && (
              <div className="choice-group" aria-hidden="true">
                {group.name}
              </div>
            )}
            {group.hits.map(({ option, index }) => (
              <OneOption
                key={option.value}
                id={`${id}${index}`}
                hold={index === at ? scrollIntoSight : undefined}
                label={option.label}
                isAt={index === at}
                isChosen={option === chosen}
                onChoose={() => onChoose(option.value)}
              />
            ))}
          </div>
        ))}
      </div>
      {hits.length === 0 && <output className="find-nothing">{text.nothing}</output>}
    </>
  )
}

interface OneProps {
  id: string
  hold: RefCallback<HTMLElement> | undefined
  label: string
  isAt: boolean
  isChosen: boolean
  onChoose: () => void
}
function OneOption({ id, hold, label, isAt, isChosen, onChoose }: OneProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- worked from the field
    <div
      id={id}
      ref={hold}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
      role="option"
      className={isChosen ? 'find-hit choice-chosen' : 'find-hit'}
      aria-selected={isAt}
      // Keeps the focus in the field.
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      {label || text.none}
    </div>
  )
}

interface Group {
  name: string
  hits: { option: Option; index: number }[]
}
/** The options by group, in the order groups first occur. */
function groupsOf(options: readonly Option[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [index, option] of options.entries()) {
    const name = option.group ?? ''
    const group = groups.get(name) ?? { name, hits: [] }
    group.hits.push({ option, index })
    groups.set(name, group)
  }
  return [...groups.values()]
}
