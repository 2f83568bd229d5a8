import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Menu, type MenuProps } from 'antd'
import { type MouseEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toggleCollapsed, useSession, useSystem } from '../kernel/session.ts'
import { MenuIcon } from '../parts/menu-icon.tsx'
import { isBuilt } from '../screens.tsx'
import { parentOf, type Place, placesOf, trail } from './places.ts'
import { text } from './text.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** The server's tree as far as it leads somewhere (SHELL-03, -04). */
export function SideMenu() {
  const navigate = useNavigate()
  const collapsed = useSystem(value => value.collapsed)
  const tree = useSession(person => person.menus)
  const places = placesOf(tree, isBuilt)
  const here = useTrail(places)
  const [opened, setOpened] = useState<string[]>()
  const open = opened ?? here.slice(0, -1).map(place => place.key)
  const go: MenuProps['onClick'] = ({ key, domEvent }) => {
    const place = find(places, key)
    if (!place || place.isOutside || isForBrowser(domEvent)) return
    void navigate(place.path)
  }
  return (
    <nav className="side-nav" aria-label={text.menu.label}>
      <div className="side-menu">
        <Menu
          mode="inline"
          inlineCollapsed={collapsed}
          items={places.map(place => itemOf(place))}
          selectedKeys={here.slice(-1).map(place => place.key)}
          {...(!collapsed && { openKeys: open, onOpenChange: setOpened })}
          onClick={go}
        />
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

/** The chosen entry and those above it; a page no menu leads to counts as the page it was opened from. */
function useTrail(places: readonly Place[]): Place[] {
  const { pathname, search } = useLocation()
  const own = trail(places, pathname)
  return own.length > 0 ? own : trail(places, parentOf(pathname, new URLSearchParams(search)) ?? '')
}

/** On the first level everything has an icon: it is all that is left of the menu when it is narrow. */
function itemOf(place: Place, isTop = true): Item {
  const icon = place.icon === null && !isTop ? undefined : <MenuIcon name={place.icon} />
  if (place.children.length > 0)
    return { key: place.key, icon, label: place.name, children: place.children.map(below => itemOf(below, false)) }
  return { key: place.key, icon, label: <PlaceLink place={place} />, title: place.name }
}

/** A true address, so that the browser can open it in a tab of its own; an ordinary click is the router's. */
function PlaceLink({ place }: { place: Place }) {
  if (place.isOutside)
    return (
      <a href={place.path} target="_blank" rel="noopener noreferrer" tabIndex={-1} aria-label={place.name + text.menu.outside}>
        {place.name}
      </a>
    )
  return (
    <a href={place.path} tabIndex={-1} onClick={event => !isForBrowser(event) && event.preventDefault()}>
      {place.name}
    </a>
  )
}

const isForBrowser = (event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>) => event.ctrlKey || event.metaKey || event.shiftKey

function find(places: readonly Place[], key: string): Place | undefined {
  for (const place of places) {
    const found = place.key === key ? place : find(place.children, key)
    if (found) return found
  }
  return undefined
}
