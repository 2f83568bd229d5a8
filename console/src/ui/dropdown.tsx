import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { Popover } from './popover.tsx'

export interface MenuItem {
  key: string
  label: ReactNode
  danger?: boolean
  disabled?: boolean
  /** An action within a menu of choices. */
  isAct?: boolean
  onClick?: () => void
}
export interface MenuLine {
  type: 'divider'
}
interface Menu {
  items: readonly (MenuItem | MenuLine)[]
  /** Given if the menu is a choice: the chosen key. */
  chosen?: string
}
interface TriggerProps {
  className?: string
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

/** A menu below a button. It takes the focus when opened and returns it when closed. */
export function Dropdown({ menu, children, atEnd = false }: { menu: Menu; children: ReactElement<TriggerProps>; atEnd?: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setAnchor(event.currentTarget)
  }
  const leave = () => {
    anchor?.focus()
    setAnchor(undefined)
  }
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== undefined,
        className: [children.props.className, anchor && 'drop-open'].filter(Boolean).join(' '),
        onClick: event => setAnchor(anchor ? undefined : event.currentTarget),
        onKeyDown: byKey,
      })}
      {anchor && (
        <Popover anchor={anchor} at={atEnd ? 'end' : 'start'} onClose={() => setAnchor(undefined)}>
          <Items menu={menu} name={anchor.ariaLabel ?? wordsOf(anchor)} onLeave={leave} />
        </Popover>
      )}
    </>
  )
}

/** The button's text for screen readers, without hidden parts. */
const wordsOf = (anchor: HTMLElement): string =>
  [...anchor.childNodes].map(part => (part instanceof HTMLElement ? (part.ariaHidden ? '' : wordsOf(part)) : part.textContent)).join('')

function Items({ menu: { items, chosen }, name, onLeave }: { menu: Menu; name: string; onLeave: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const places = placesIn(list.current!)
    ;(places.find(place => place.ariaChecked === 'true') ?? places[0])?.focus()
  }, [])
  const byKey = (event: KeyboardEvent) => {
    // Keys of the menu must not reach the tree or table around it.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      return onLeave()
    }
    const places = placesIn(list.current!)
    const next = step(event.key, places.indexOf(document.activeElement as HTMLElement), places.length)
    if (next === undefined) return undefined
    event.preventDefault()
    return places[next]?.focus()
  }
  const run = (event: MouseEvent, item: MenuItem) => {
    event.stopPropagation()
    if (item.disabled) return
    // Returns the focus to the button first, so that what the action opens can return it there.
    onLeave()
    item.onClick?.()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is with its items
    <div ref={list} role="menu" className="drop-menu" aria-label={name} onKeyDown={byKey}>
      {items.map((item, index) =>
        'type' in item ? (
          <hr key={index} className="drop-line" />
        ) : (
          <button
            key={item.key}
            type="button"
            role={chosen === undefined || item.isAct ? 'menuitem' : 'menuitemradio'}
            {...(chosen !== undefined && !item.isAct && { 'aria-checked': item.key === chosen })}
            tabIndex={-1}
            className={item.danger ? 'drop-item drop-danger' : 'drop-item'}
            aria-disabled={item.disabled || undefined}
            onClick={event => run(event, item)}
          >
            {item.label}
          </button>
        ),
      )}
    </div>
  )
}

const placesIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

function step(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  return { Home: 0, End: count - 1 }[key]
}
