import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { toggleCollapsed, useSession, useSystem } from '../../platform/session.ts'
import { Popover } from '../../ui/popover.tsx'
import { MenuIcon } from '../../ui/menu-icon.tsx'
import { useNarrow } from '../narrow.ts'
import { menuOf, menuTrail, type Place, placesOf } from '../../platform/places.ts'
import { text } from '../text.ts'

/** The user's menu, without entries that lead nowhere. */
export function SideMenu() {
  const collapsed = useSystem(value => value.collapsed)
  const isNarrow = useNarrow()
  const { pathname, search } = useLocation()
  const places = menuOf(placesOf(useSession(person => person.menus)))
  const here = menuTrail(places, pathname, new URLSearchParams(search)).map(place => place.key)
  const [opened, setOpened] = useState<string[]>()
  const open = opened ?? here.slice(0, -1)
  const onOpen = (key: string, isOpen: boolean) => setOpened(isOpen ? [...open, key] : open.filter(other => other !== key))
  return (
    <nav className="side-nav" aria-label={text.menu.label}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys besides Tab; the links themselves are worked as links */}
      <div className="side-menu" onKeyDown={byArrows}>
        <List places={places} here={here} open={open} onOpen={onOpen} isNarrow={isNarrow} depth={0} />
      </div>
      <Button
        type="text"
        className="side-fold"
        icon={collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        aria-label={collapsed ? text.menu.expand : text.menu.collapse}
        aria-expanded={!collapsed}
        onClick={toggleCollapsed}
      />
    </nav>
  )
}

interface ListProps {
  places: readonly Place[]
  /** Keys from the top down to the current entry. */
  here: readonly string[]
  open: readonly string[]
  onOpen: (key: string, isOpen: boolean) => void
  /** Only icons; entries below are shown beside. */
  isNarrow: boolean
  depth: number
}

function List({ places, depth, ...rest }: ListProps) {
  return (
    <ul className="side-list">
      {places.map(place => (
        <li key={place.key}>
          {place.children.length === 0 ? (
            <Entry place={place} isHere={rest.here.at(-1) === place.key} isNarrow={rest.isNarrow} depth={depth} />
          ) : rest.isNarrow ? (
            <Flyout place={place} {...rest} />
          ) : (
            <Branch place={place} depth={depth} {...rest} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A real link, so that the browser can open it in a new tab. */
function Entry({ place, isHere, isNarrow, depth }: { place: Place; isHere: boolean; isNarrow: boolean; depth: number }) {
  const look = {
    className: 'side-entry',
    'data-depth': depth,
    ...(isNarrow && { title: place.name }),
    ...(isHere && { 'aria-current': 'page' as const }),
  }
  if (!place.isExternal)
    return (
      <Link to={place.path} {...look}>
        <Face place={place} depth={depth} />
      </Link>
    )
  return (
    <a href={place.path} target="_blank" rel="noopener noreferrer" aria-label={place.name + text.menu.outside} {...look}>
      <Face place={place} depth={depth} />
    </a>
  )
}

function Branch({ place, depth, ...rest }: Omit<ListProps, 'places'> & { place: Place }) {
  const below = useId()
  const isOpen = rest.open.includes(place.key)
  return (
    <>
      <button
        type="button"
        className="side-entry"
        data-depth={depth}
        data-here={rest.here.includes(place.key)}
        aria-expanded={isOpen}
        aria-controls={below}
        onClick={() => rest.onOpen(place.key, !isOpen)}
      >
        <Face place={place} depth={depth}>
          <DownOutlined aria-hidden className="side-arrow" />
        </Face>
      </button>
      <div id={below} hidden={!isOpen}>
        {isOpen && <List places={place.children} depth={depth + 1} {...rest} />}
      </div>
    </>
  )
}

/** A directory of the narrow menu: its entries are shown beside it. */
function Flyout({ place, ...rest }: Omit<ListProps, 'places' | 'depth'> & { place: Place }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'ArrowLeft') return
    event.stopPropagation()
    anchor?.focus()
    close()
  }
  return (
    <>
      <button
        type="button"
        className="side-entry"
        data-depth={0}
        data-here={rest.here.includes(place.key)}
        title={place.name}
        aria-expanded={anchor !== undefined}
        onClick={event => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        <Face place={place} depth={0} />
      </button>
      {anchor && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a click on a link inside also puts the list away
        <Popover anchor={anchor} at="beside" className="side-beside" onClose={close} onClick={close} onKeyDown={byKey}>
          <nav aria-label={place.name} ref={takeFocus}>
            <List places={flat(place)} {...rest} isNarrow={false} depth={1} />
          </nav>
        </Popover>
      )}
    </>
  )
}

const takeFocus = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('a, button')?.focus()
/** Flattens directories inside, as there is one list beside the menu. */
const flat = ({ children }: Place): Place[] => children.flatMap(child => (child.children.length > 0 ? flat(child) : [child]))

/** First-level entries have an icon, which is all the narrow menu shows. */
function Face({ place, depth, children }: { place: Place; depth: number; children?: ReactNode }) {
  return (
    <>
      {(place.icon !== null || depth === 0) && <MenuIcon name={place.icon} />}
      <span className="side-name">{place.name}</span>
      {children}
    </>
  )
}

/** ↑ ↓ Home End move between entries, → opens a directory and ← closes it. */
function byArrows(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.side-entry')]
  const at = entries.indexOf(event.target as HTMLElement)
  const entry = entries[at]
  if (!entry) return
  const expanded = entry.ariaExpanded
  if ((event.key === 'ArrowRight' && expanded === 'false') || (event.key === 'ArrowLeft' && expanded === 'true')) entry.click()
  else if (event.key === 'ArrowLeft')
    entry.closest('ul')?.parentElement?.previousElementSibling?.closest<HTMLElement>('.side-entry')?.focus()
  else {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (next === undefined) return
    entries[next]?.focus()
  }
  event.preventDefault()
}
