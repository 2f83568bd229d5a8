import { BUILT_IN_ACCOUNT, directories, isDevops, screens } from '@hufu/contract/screens'
import { mayOpen, type Permissions, screenAt } from '../platform/permission.ts'
import { directoryTarget, type IsBuilt, isDirectory } from '../platform/places.ts'

export const PUBLIC_PAGES = ['/unauth', '/log', '/404'] as const
export const SIGN_IN_PAGES = ['/login', '/retrieve'] as const
/** Pages of all signed-in users that are in no menu. */
export const MY_APPS = '/account/apps'
/** For the built-in account, which has no personal centre: its factors, sessions and devices. */
export const ACCOUNT_SECURITY = '/account/security'
export const ACCOUNT_PAGES = ['/account/settings', ACCOUNT_SECURITY, '/account/changelog', '/account/guide', MY_APPS, '/jumper'] as const

/** Facts about the signed-in user; undefined until loaded. */
export type Person = { seesDevops: boolean } | undefined

/** The existing paths: public ones for anybody, others once the user is loaded, devops for some. */
export function pathsFor(person: Person): string[] {
  const open = [...PUBLIC_PAGES, ...SIGN_IN_PAGES]
  if (!person) return open
  const pages = screens.map(screen => screen.path).filter(path => person.seesDevops || !isDevops(path))
  return [...open, '/', '/account', ...ACCOUNT_PAGES, ...directories.map(one => one.path), ...pages]
}

export interface Visitor {
  permissions: Permissions
  seesDevops: boolean
  userId: string
  /** The user has no menu. */
  hasNoMenus: boolean
  /** 我的应用 is not empty. */
  landsAtApps: boolean
  /** The page `/` leads to. */
  first: string | undefined
  /** A page has been shown since the console was entered. */
  hasEntered: boolean
}

export type Verdict =
  | { open: true }
  | { go: string; warn?: true }
  /** Refused within the running console: a message, and the page stays. */
  | { stay: true }

const OPEN: Verdict = { open: true }

/** Whether an address opens for this user, and where to go otherwise (D-39, O-19, O-20). */
export function guardPath(path: string, visitor: Visitor, isBuilt: IsBuilt): Verdict {
  const { permissions, seesDevops, hasNoMenus, landsAtApps, hasEntered } = visitor
  const first = visitor.first ?? '/404'
  if (includes(PUBLIC_PAGES, path)) return OPEN
  // Users with applications only have their applications and their own pages.
  if (hasNoMenus) return landsAtApps && includes(ACCOUNT_PAGES, path) ? OPEN : { go: landsAtApps ? MY_APPS : '/unauth' }
  if (path === '/') return { go: first }
  if (path === '/account' || path.startsWith('/account/')) return guardAccountPath(path, visitor.userId, first)
  if (includes(ACCOUNT_PAGES, path)) return OPEN
  const target = directoryTarget(path, permissions, isBuilt)
  const screen = screenAt(path)
  // Devops routes exist only for super administrators (LOGIN-23), or for those in their place (decision 0015).
  if ((!screen && !isDirectory(path)) || (isDevops(path) && !seesDevops)) return { go: '/404' }
  if (target !== undefined && target !== path) return { go: target }
  if (screen && mayOpen(screen, permissions)) return OPEN
  return hasEntered ? { stay: true } : { go: first, warn: true }
}

function guardAccountPath(path: string, userId: string, first: string): Verdict {
  const isBuiltIn = userId === BUILT_IN_ACCOUNT
  // The built-in account has no personal centre (D-38); for others the page has its settings.
  if (isBuiltIn && (path === '/account' || path === '/account/settings')) return { go: first }
  if (!isBuiltIn && path === ACCOUNT_SECURITY) return { go: '/account/settings?tab=security' }
  if (path === '/account') return { go: '/account/settings' }
  return includes(ACCOUNT_PAGES, path) ? OPEN : { go: '/404' }
}

const includes = (list: readonly string[], path: string) => list.includes(path)

const RANGE = ['orgRangeId', 'orgRangeName'] as const
/** Navigation to /organiz/org-list takes the range of the present page along, its id and its name each on its own (ROUTE-60). */
export function withKeptRange(to: URL, from: URL | undefined): string | undefined {
  if (to.pathname !== '/organiz/org-list' || !from || from.pathname === to.pathname) return undefined
  const search = new URLSearchParams(to.search)
  for (const key of RANGE) {
    const value = from.searchParams.get(key)
    if (value !== null && !search.has(key)) search.set(key, value)
  }
  return search.size === to.searchParams.size ? undefined : `${to.pathname}?${search.toString()}`
}

/** The first page, with the parameters that came to the entrance. */
export function withParamsOfEntrance(target: string, from: URL): string {
  if (from.pathname !== '/') return target
  const to = new URL(target, from)
  for (const [name, value] of from.searchParams) if (!to.searchParams.has(name)) to.searchParams.set(name, value)
  return to.pathname + to.search + to.hash
}

/** Navigation keeps layout=pure unless the address says otherwise. */
export function withKeptLayout(target: string, from: URL | undefined): string {
  if (from?.searchParams.get('layout') !== 'pure') return target
  const to = new URL(target, from)
  if (!to.searchParams.has('layout')) to.searchParams.set('layout', 'pure')
  return to.pathname + to.search + to.hash
}
