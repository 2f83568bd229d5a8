import { onSignOut, session } from '../session.ts'
import { createStore } from '../store.ts'
import { impersonatedUser } from './impersonated-user.ts'

/** Stores the locked token: every tab of this session is covered, tabs of other sessions are not. */
const KEY = 'hufu-locked'
export const lock = createStore<{ isLocked: boolean }>({ isLocked: false })

/** The attribute hides everything but the lock before the first paint. */
function show(isLocked: boolean): void {
  document.documentElement.toggleAttribute('data-locked', isLocked)
  lock.set({ isLocked })
}

export function watchLock(): void {
  const { token } = session.get()
  show(token !== '' && localStorage.getItem(KEY) === token)
  onSignOut(() => show(false))
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const own = session.get().token
    if (key !== KEY || !own) return
    if (newValue === own) show(true)
    // Sign-ins and locks of other sessions do not unlock this one.
    else if (newValue === null && oldValue === own) show(false)
  })
  addEventListener('keydown', event => {
    if (!event.ctrlKey || !event.altKey || event.code !== 'KeyL' || !mayLock()) return
    event.preventDefault()
    lockScreen()
  })
}

/** During an impersonation there is no lock, as the impersonated user's proof is not available. */
export const mayLock = (): boolean => session.get().token !== '' && !impersonatedUser()

export function lockScreen(): void {
  if (!mayLock()) return
  localStorage.setItem(KEY, session.get().token)
  show(true)
}

export function unlock(): void {
  localStorage.removeItem(KEY)
  show(false)
}
