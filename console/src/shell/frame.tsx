import { useEffect, useRef, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { useSession, useSystem } from '../platform/session.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { tabName } from '../platform/site-name.ts'
import { useStore } from '../platform/store.ts'
import { impersonatedUser } from '../platform/sign-in/impersonated-user.ts'
import { granted, usePermissions } from '../ui/permitted.ts'
import { useDelayed } from '../ui/states.tsx'
import { useAppearance } from './appearance/appearance.ts'
import { isPure } from './navigation/back.ts'
import { BackBar, Crumbs } from './navigation/crumbs.tsx'
import { useNarrow } from './narrow.ts'
import { nameOf } from '../platform/places.ts'
import { useMark } from './mark.ts'
import { useScrollMemory } from './scroll-memory.ts'
import { SideMenu } from './navigation/side-menu.tsx'
import { text } from './text.ts'
import { TopBar } from './top-bar.tsx'

const ImpersonationBar = lazyComponent(() => import('./impersonation-bar.tsx'))
const NewVersion = lazyComponent(() => import('./new-version.tsx'))
const PageTabs = lazyComponent(() => import('./navigation/page-tabs.tsx'))
const Watermark = lazyComponent(() => import('./watermark.tsx'))
const Warnings = lazyComponent(() => import('../platform/warnings.tsx'))

/**
 * Top bar, left menu, breadcrumb, page and versions; with layout=pure only the page, with a back button if its query or
 * type asks for one.
 */
export function Frame() {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const hasMenus = useSession(person => person.menus.length > 0)
  const landsAtApps = useStore(granted, value => value.landsAtApps)
  const isWarned = useSystem(({ globalConfig: now }) => now !== undefined && (now.testSwitches.length > 0 || now.storage !== 'ok'))
  const isNarrow = useNarrow()
  const { hasTabs } = useAppearance()
  const isMarked = useSystem(({ globalConfig: now }) => now?.openWatermark === true)
  const main = useFocusOnNewPage(pathname)
  useDocumentTitle(pathname)
  useScrollMemory()
  useMark()
  if (isPure(query)) return <PurePage back={<BackBar />} />
  // /unauth, /log and /404 without a session: there is nothing to show beside them.
  if (!(hasMenus || landsAtApps) || pathname === '/unauth') return <PurePage />
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className={!hasMenus ? 'frame frame-alone' : isNarrow ? 'frame frame-narrow' : 'frame'}>
      <a className="skip" href="#main" onClick={skip}>
        {text.skip}
      </a>
      <TopBar />
      {hasMenus && <SideMenu />}
      <div className="stage">
        <Progress />
        {isWarned && <Warnings />}
        <Offline />
        <NewVersion />
        {hasMenus && hasTabs && <PageTabs />}
        {impersonatedUser() && <ImpersonationBar />}
        <main id="main" ref={main} tabIndex={-1}>
          <Crumbs />
          <Outlet />
        </main>
        <Versions />
      </div>
      {isMarked && <Watermark />}
    </div>
  )
}

function PurePage({ back }: { back?: ReactNode }) {
  return (
    <main id="main" className="pure" tabIndex={-1}>
      {back}
      <Outlet />
    </main>
  )
}

/** A thin line while the next page is loading. */
function Progress() {
  const busy = useDelayed(useNavigation().state !== 'idle', 150)
  return <div className="progress" data-busy={busy} aria-hidden="true" />
}

/** After navigation the focus moves to the top of the new page, or stays in the field that the page has focused. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.querySelector('input:focus')) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function useDocumentTitle(pathname: string) {
  const permissions = usePermissions()
  const site = useSystem(tabName)
  const page = nameOf(pathname, permissions)
  useEffect(() => {
    document.title = [page, site].filter(Boolean).join(' - ')
  }, [page, site])
}

function watchConnection(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Shown while the browser is offline. */
function Offline() {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  return <output className="offline">{!isOnline && <span>{text.offline}</span>}</output>
}

/** Labels and values of config.json. */
function Versions() {
  const config = useSystem(value => value.clientConfig)
  if (!config) return null
  return (
    <footer className="versions">
      {config.productVersion && (
        <span>
          {text.version.product} {config.productVersion}
        </span>
      )}
      {config.projectVersion && (
        <span>
          {config.projectVersion.label} {config.projectVersion.value}
        </span>
      )}
    </footer>
  )
}
