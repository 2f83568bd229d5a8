import { onSignOut, session } from './session.ts'
import { createStore } from './store.ts'
import { viewedPerson } from './view-as.ts'

/** Holds the token that is locked: every tab of this session is covered, and one of another session is not. */
const KEY = 'hufu-locked'
export const lock = createStore<{ isLocked: boolean }>({ isLocked: false })

/** The attribute hides everything but the lock before anything is painted (decision 0087). */
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
    // Whoever else signs in or locks does not unlock this one.
    else if (newValue === null && oldValue === own) show(false)
  })
  addEventListener('keydown', event => {
    if (!event.ctrlKey || !event.altKey || event.code !== 'KeyL' || !mayLock()) return
    event.preventDefault()
    lockScreen()
  })
}

/** What is shown as of another user is not theirs to unlock. */
export const mayLock = (): boolean => session.get().token !== '' && !viewedPerson()

export function lockScreen(): void {
  if (!mayLock()) return
  localStorage.setItem(KEY, session.get().token)
  show(true)
}

export function unlock(): void {
  localStorage.removeItem(KEY)
  show(false)
}
