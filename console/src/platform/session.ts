import type { GlobalConfig, PublicConfig } from '@hufu/contract/operations/config'
import type { MenuNode } from '@hufu/contract/permission/menu'
import type { LoginData } from '@hufu/contract/sign-in/sign-in'
import type { ClientConfig } from './client-config.ts'
import { setTimeoutMs, setTokenSource, transmit } from './client.ts'
import { LOGOUT_TIMEOUT, TOKEN_KEY } from './constants.ts'
import { calls } from './transport/plain-calls.ts'
import { createStore, useStore, type Store } from './store.ts'
import { dropTabUser } from './sign-in/tab-user.ts'
import { stopImpersonating } from './sign-in/impersonated-user.ts'

/** The signed-in user: these seven fields and no others (ENT-17). */
export interface Session {
  token: string
  id: string
  name: string
  username: string
  avatar: string
  menus: readonly MenuNode[]
  isAdmin: boolean
}
/** State of the console besides the session. */
export interface System {
  publicKey: string
  adminId: string
  globalConfig: GlobalConfig | undefined
  publicConfig: PublicConfig | undefined
  clientConfig: ClientConfig | undefined
  /** The left menu is collapsed. */
  collapsed: boolean
}

const NOBODY: Session = { token: '', id: '', name: '', username: '', avatar: '', menus: [], isAdmin: false }
export const session = createStore<Session>(NOBODY)
export const system = createStore<System>({
  publicKey: '',
  adminId: '',
  globalConfig: undefined,
  publicConfig: undefined,
  clientConfig: undefined,
  collapsed: false,
})
export const useSession = <S>(select: (value: Session) => S): S => useStore(session, select)
export const useSystem = <S>(select: (value: System) => S): S => useStore(system, select)
setTokenSource(() => session.get().token)

/** At page load: restores the token of the last visit. */
export function restoreSession(): void {
  session.set({ token: localStorage.getItem(TOKEN_KEY) ?? '' })
}

let hasJustSignedIn = false
/** Whether somebody has just signed in; true only once. */
export function takeJustSignedIn(): boolean {
  const wasJustSignedIn = hasJustSignedIn
  hasJustSignedIn = false
  return wasJustSignedIn
}

export function signIn({ token, id, realName, userName }: LoginData): void {
  dropTabUser()
  localStorage.setItem(TOKEN_KEY, token)
  hasJustSignedIn = true
  session.set({ ...NOBODY, token, id, name: realName, username: userName })
}

const signOutListeners = new Set<() => void>()
/** Registers what sign-out must clear: console, query cache, routes. Returns a function that unregisters it. */
export function onSignOut(clear: () => void): () => void {
  signOutListeners.add(clear)
  return () => signOutListeners.delete(clear)
}

/** A store that is emptied when the session ends: what one user has opened is not for the next. */
export function createSessionStore<T extends object>(empty: T): Store<T> {
  const store = createStore(empty)
  onSignOut(() => store.set(empty))
  return store
}

/** O-67: tells the server first, waiting at most three seconds; then clears the session in any case. */
export async function dropSession(): Promise<void> {
  stopImpersonating()
  if (session.get().token) await transmit(calls.logout, { timeoutMs: LOGOUT_TIMEOUT }).catch(() => undefined)
  forgetSession()
}

export function forgetSession(): void {
  // These first: the console must be unmounted before it could render without a user.
  for (const clear of signOutListeners) clear()
  // Another tab may have signed in another user, whose token must stay.
  if (localStorage.getItem(TOKEN_KEY) === session.get().token) localStorage.removeItem(TOKEN_KEY)
  dropTabUser()
  empty()
}

/** Leaves a session that belongs to another tab, where it continues. */
export function clearTabState(): void {
  for (const clear of signOutListeners) clear()
  empty()
}

function empty(): void {
  stopImpersonating()
  session.set(NOBODY)
  system.set({ adminId: '', globalConfig: undefined })
}

/** A sign-out in one tab signs out all tabs of the same session. A sign-in of another user in one tab does not affect this one. */
export function watchOtherTabs(): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const { token } = session.get()
    const isGone = key === null || (key === TOKEN_KEY && newValue === null && oldValue === token)
    if (isGone && token) forgetSession()
  })
}

export const toggleCollapsed = (): void => system.set({ collapsed: !system.get().collapsed })

export function holdPublicConfig(config: PublicConfig): void {
  system.set({ publicConfig: config })
  setTimeoutMs(config.requestTimeout, config.requestTimeoutMessage)
}
export function holdGlobalConfig(config: GlobalConfig): void {
  system.set({ globalConfig: config })
  setTimeoutMs(config.requestTimeout, config.requestTimeoutMessage)
}
