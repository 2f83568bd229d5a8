import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { nameOf } from '../../platform/places.ts'
import { onSignOut, session } from '../../platform/session.ts'
import { createStore, useStore } from '../../platform/store.ts'
import { usePermissions } from '../../ui/permitted.ts'
import { text } from './page-tabs-text.ts'
import './page-tabs.css'

interface Tab {
  /** The page, and its record. */
  key: string
  address: string
  name: string
}
const TABS_MAX = 12

/** Of this user only: the next one in the same browser tab may not read the names of records. */
const storageKey = () => `hufu-tabs-${session.get().id}`
const opened = createStore<{ tabs: readonly Tab[] }>({ tabs: JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]') as Tab[] })
function keep(tabs: readonly Tab[]): void {
  opened.set({ tabs })
  sessionStorage.setItem(storageKey(), JSON.stringify(tabs))
}
onSignOut(() => keep([]))
const keyOf = (pathname: string, search: string) => `${pathname}#${new URLSearchParams(search).get('id') ?? ''}`

/** Pages opened in this browser tab, in their last state; the thirteenth replaces the oldest. */
export default function PageTabs() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const permissions = usePermissions()
  const tabs = useStore(opened, value => value.tabs)
  const here = keyOf(pathname, search)
  const name = nameOf(pathname, permissions) ?? ''
  useEffect(() => {
    if (name === '') return
    const { tabs: all } = opened.get()
    const tab = { key: here, address: pathname + search, name }
    const isThere = all.some(({ key }) => key === here)
    keep(isThere ? all.map(one => (one.key === here ? { ...tab, name: one.name } : one)) : [...all, tab].slice(-TABS_MAX))
  }, [here, name, pathname, search])
  useTitleOf(here)
  const close = (tab: Tab) => {
    const at = tabs.indexOf(tab)
    const left = tabs.filter(one => one !== tab)
    keep(left)
    return tab.key === here ? navigate((left[at] ?? left[at - 1])?.address ?? '/') : undefined
  }
  return (
    <nav className="page-tabs" aria-label={text.label}>
      <ul>
        {tabs.map(tab => (
          <li key={tab.key} className="page-tab" data-here={tab.key === here}>
            <Link to={tab.address} aria-current={tab.key === here ? 'page' : undefined} title={tab.name}>
              {tab.name}
            </Link>
            {tabs.length > 1 && (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={text.close(tab.name)}
                onClick={() => void close(tab)}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Names the tab of a record by its heading, once shown. */
function useTitleOf(here: string): void {
  useEffect(() => {
    if (here.endsWith('#')) return undefined
    const take = () => {
      const title = (document.querySelector('main h1 [data-name]') ?? document.querySelector('main h1'))?.textContent
      const { tabs } = opened.get()
      if (title && tabs.some(({ key, name }) => key === here && name !== title))
        keep(tabs.map(one => (one.key === here ? { ...one, name: title } : one)))
    }
    const watch = new MutationObserver(take)
    watch.observe(document.querySelector('main')!, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [here])
}
