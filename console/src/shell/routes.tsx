import { type LoaderFunctionArgs, replace, type RouteObject } from 'react-router'
import { isAfterSignIn, toSignIn } from '../platform/address.ts'
import { notifier } from '../platform/client.ts'
import { WARNING_MS } from '../platform/constants.ts'
import { session } from '../platform/session.ts'
import { granted } from '../ui/permitted.ts'
import { built, isBuilt, type Load } from '../screens.tsx'
import { Frame } from './frame.tsx'
import { hasDevopsPages, screenAt } from '../platform/permission.ts'
import {
  SIGN_IN_PAGES,
  guardPath,
  pathsFor,
  type Person,
  type Visitor,
  withKeptLayout,
  withKeptRange,
  withParamsOfEntrance,
} from './guards.ts'
import { missing } from './not-found/missing.ts'
import { PageError } from './page-error.tsx'
import { firstPath, placesOf } from '../platform/places.ts'
import { text } from './text.ts'

/** The routes of one session, removed with it. */
export function routesFor(person: Person): RouteObject[] {
  const guard = makeGuard()
  const routes = pathsFor(person).map(path => routeOf(path, guard))
  return [
    {
      Component: Frame,
      ErrorBoundary: PageError,
      HydrateFallback: Nothing,
      children: [
        ...routes,
        {
          path: '*',
          loader: ({ request }) => (session.get().token ? redirectToNotFound(new URL(request.url)) : leaveForSignIn()),
          Component: Nothing,
        },
      ],
    },
  ]
}

const Nothing = () => null

function redirectToNotFound({ pathname }: URL) {
  missing.set({ path: pathname, host: undefined })
  return replace('/404')
}

function routeOf(path: string, guard: RouteObject['loader']): RouteObject {
  if ((SIGN_IN_PAGES as readonly string[]).includes(path)) return { path, loader: leaveForSignIn, Component: Nothing }
  // A screen not built yet: its permission is checked, then it is not found.
  const load: Load = built[path] ?? built['/404']!
  return { path, loader: guard, ErrorBoundary: PageError, lazy: { Component: () => load().then(page => page.default, throwing) } }
}

/**
 * The router shows nothing at all if `lazy` rejects (8.5.1), so the page itself throws the error of a page that cannot be loaded.
 */
const throwing = (error: unknown) => () => {
  throw error
}

/** With a token, the sign-in page leads into the console. */
function leaveForSignIn() {
  if (session.get().token) return replace('/')
  toSignIn('/login', { replace: true })
  return null
}

/** Checks each address before its page is mounted, and remembers the last one for refused navigations. */
function makeGuard() {
  let hasEntered = false
  let last: URL | undefined
  return ({ request }: LoaderFunctionArgs) => {
    const url = new URL(request.url)
    const requestedPath = url.pathname + url.search
    // A trailing slash is ignored.
    const whole = withKeptLayout((url.pathname.replace(/\/+$/, '') || '/') + url.search, last)
    if (whole !== requestedPath) return replace(whole)
    const verdict = guardPath(url.pathname, { ...currentVisitor(), hasEntered }, isBuilt)
    if ('stay' in verdict) {
      notifier.toast(text.guard.refused, WARNING_MS, 'warning')
      return replace(last ? last.pathname + last.search : '/')
    }
    if ('go' in verdict) {
      if (verdict.warn) {
        // A typed address of a menu page also says what is missing (N-13); after a sign-in one message suffices (ERR-08, decision 0134).
        if (!isAfterSignIn() && screenAt(url.pathname)?.type === 'menu') notifier.toast(text.guard.refused, WARNING_MS, 'warning')
        notifier.toast(text.guard.firstEntry, WARNING_MS, 'warning')
      }
      if (verdict.go === '/404' && url.pathname !== '/') missing.set({ path: url.pathname, host: undefined })
      return replace(withKeptLayout(withParamsOfEntrance(verdict.go, url), url))
    }
    const target = withKeptRange(url, last)
    if (target !== undefined) return replace(target)
    hasEntered = true
    last = url
    return null
  }
}

function currentVisitor(): Omit<Visitor, 'hasEntered'> {
  const { id, isAdmin, menus } = session.get()
  const { permissions, landsAtApps } = granted.get()
  const places = placesOf(menus)
  return {
    permissions,
    landsAtApps,
    seesDevops: isAdmin || hasDevopsPages(permissions),
    userId: id,
    hasNoMenus: menus.length === 0,
    first: firstPath(places) ?? (menus.length > 0 ? '/404' : undefined),
  }
}
