import { session } from './session.ts'
import { isSignInFrame, notifySignedIn } from './sign-in/sign-in-again.ts'
import { createStore, useStore } from './store.ts'

/**
 * Which of the two bundles an address belongs to, and what its query asks for. The console has its own router; this only
 * decides when to switch between bundles.
 */
export type Side = 'signIn' | 'app'
const SIGN_IN_PATHS = new Set(['/login', '/retrieve'])
/** Pages of the console that need no token. */
export const PUBLIC_PATHS = ['/unauth', '/log', '/404']

const TARGET_KEY = 'hufu-target'
const LAST_PATH_KEY = 'hufu-last-place'

/** The path without a trailing slash. */
export const pathOf = (path: string): string => path.replace(/(.)\/+$/, '$1')
export const isSignInPath = (path: string): boolean => SIGN_IN_PATHS.has(pathOf(path))
export const isPublic = (path: string): boolean => isSignInPath(path) || PUBLIC_PATHS.includes(pathOf(path))

// `visit` increases with every sign-in, so that the console is mounted anew and nothing of the last session remains.
const place = createStore<{ side: Side; path: string; visit: number; isAfterSignIn: boolean }>({
  side: 'signIn',
  path: '/login',
  visit: 0,
  isAfterSignIn: false,
})
export const currentSide = (): Side => place.get().side
/** Whether the console was entered by signing in, not by an address that was typed. */
export const isAfterSignIn = (): boolean => place.get().isAfterSignIn
export const usePlace = (): { side: Side; path: string; visit: number } => useStore(place, value => value)

function show(address: string, isAfterSignIn = false): void {
  const path = pathOf(new URL(address, location.origin).pathname)
  const side = isSignInPath(path) ? 'signIn' : 'app'
  if (isSignInFrame && side === 'app') return notifySignedIn()
  place.set({ side, path, visit: place.get().visit + (side === 'app' ? 1 : 0), isAfterSignIn })
}

/** Goes from the console, or from one sign-in page to the other, without a reload. */
export function toSignIn(address: '/login' | '/retrieve' = '/login', { replace = false, search = '' } = {}): void {
  if (location.pathname !== address) history[replace ? 'replaceState' : 'pushState'](null, '', address + search)
  show(address)
}

/** Goes to a server page that waits for the sign-in, if any; true if there is one. */
export function toWaitingRequest(): boolean {
  const waits = isServerPage(sessionStorage.getItem(TARGET_KEY) ?? '')
  if (waits) toApp()
  return waits
}

/** After sign-in: goes to the page requested before it, else to the first menu. */
export function toApp(): void {
  // In the frame the waiting page is the one around it.
  if (isSignInFrame) return notifySignedIn()
  const address = takeTarget() ?? '/'
  if (isServerPage(address)) return location.replace(address)
  history.replaceState(null, '', address)
  show(address, true)
}

/** Shows the page of the address, once the session is known. */
export function showAddress(): void {
  const address = location.pathname + location.search + location.hash
  if (isPublic(location.pathname) || session.get().token) return show(address)
  keepTarget(address)
  // Only a page keeps its parameters for itself; those of the entrance stay in the address (LOGIN-15, LOGIN-16).
  toSignIn('/login', { replace: true, search: location.pathname === '/' ? location.search : '' })
}

/** Stores a target requested before sign-in. */
export function keepTarget(address: string): void {
  if (address !== '/') sessionStorage.setItem(TARGET_KEY, address)
}
export const dropTarget = (): void => sessionStorage.removeItem(TARGET_KEY)
export function takeTarget(): string | undefined {
  const stored = sessionStorage.getItem(TARGET_KEY)
  dropTarget()
  return stored && isOwnAddress(stored) && !isSignInPath(new URL(stored, location.origin).pathname) ? stored : undefined
}
/** The address of an application's request that waits for a sign-in; '' for none. */
export function waitingRequest(): string {
  const stored = sessionStorage.getItem(TARGET_KEY) ?? ''
  return isServerPage(stored) ? stored : ''
}
/** Whether it is a page of the server: an application's request that waits for a sign-in. */
export const isServerPage = (address: string): boolean => address.startsWith('/protocols/')
/** One slash, not two, and no backslash: an address of this console. */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])[^\\]*$/.test(address)

/** Parameters of the address: ?ticket and ?code sign in, ?uri names a target. All are removed from the address. */
export interface AddressParams {
  ticket: string
  code: string
  uri: string
  /** The address without them. */
  rest: string
}
export function readAddress(address: string): AddressParams {
  const url = new URL(address, 'http://console')
  const take = (name: string) => {
    const value = url.searchParams.get(name) ?? ''
    url.searchParams.delete(name)
    return value
  }
  return { ticket: take('ticket'), code: take('code'), uri: take('uri'), rest: url.pathname + url.search + url.hash }
}

/** Stores where this tab was before the page was loaded: /login must know whether the user comes from /unauth. */
export function rememberLastPath(): void {
  addEventListener('pagehide', () => sessionStorage.setItem(LAST_PATH_KEY, pathOf(location.pathname)))
}
export const lastPath = (): string => sessionStorage.getItem(LAST_PATH_KEY) ?? ''
