import type { GlobalConfig, PublicConfig } from '@hufu/contract/operations/config'
import type { MenuNode } from '@hufu/contract/permission/menu'
import type { LoginData } from '@hufu/contract/sign-in/sign-in'
import type { ClientConfig } from './client-config.ts'
import { setTimeoutMs, setTokenSource, transmit } from './client.ts'
import { LOGOUT_TIMEOUT, TOKEN_KEY } from './constants.ts'
import { calls } from './plain-calls.ts'
import { createStore, useStore } from './store.ts'
import { dropTabUser } from './tab-user.ts'
import { stopLooking } from './view-as.ts'

/** Who sits here: these seven and nothing else (ENT-17). */
export interface Session {
  token: string
  id: string
  name: string
  username: string
  avatar: string
  menus: readonly MenuNode[]
  isAdmin: boolean
}
/** What the console holds besides. */
export interface System {
  publicKey: string
  adminId: string
  globalConfig: GlobalConfig | undefined
  publicConfig: PublicConfig | undefined
  clientConfig: ClientConfig | undefined
  /** The left menu is narrow. */
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

/** At the start of the page: the token of the last visit. */
export function restoreSession(): void {
  session.set({ token: localStorage.getItem(TOKEN_KEY) ?? '' })
}

let hasArrived = false
/** Whether somebody has just come in, to be told once. */
export function takeArrival(): boolean {
  const arrived = hasArrived
  hasArrived = false
  return arrived
}

export function signIn({ token, id, realName, userName }: LoginData): void {
  dropTabUser()
  localStorage.setItem(TOKEN_KEY, token)
  hasArrived = true
  session.set({ ...NOBODY, token, id, name: realName, username: userName })
}

const emptied = new Set<() => void>()
/** What else a log-out ends: the console itself, query cache, routes. Gives back what takes it off the list. */
export function onSignOut(clear: () => void): () => void {
  emptied.add(clear)
  return () => emptied.delete(clear)
}

/** O-67: the server first, three seconds at most; whatever it says, nothing of the session stays. */
export async function dropSession(): Promise<void> {
  stopLooking()
  if (session.get().token) await transmit(calls.logout, { timeoutMs: LOGOUT_TIMEOUT }).catch(() => undefined)
  forgetSession()
}

export function forgetSession(): void {
  // These first: the console must be gone before it can draw itself without a person in it.
  for (const clear of emptied) clear()
  // Another tab may have signed somebody else in meanwhile: their token is not ours to remove.
  if (localStorage.getItem(TOKEN_KEY) === session.get().token) localStorage.removeItem(TOKEN_KEY)
  dropTabUser()
  empty()
}

/** Out of a session that is another tab's: it goes on there. */
export function stepAside(): void {
  for (const clear of emptied) clear()
  empty()
}

function empty(): void {
  stopLooking()
  session.set(NOBODY)
  system.set({ adminId: '', globalConfig: undefined })
}

/** Logged out in one tab is logged out in all that share its session. A tab that signs somebody else in leaves this one be. */
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
