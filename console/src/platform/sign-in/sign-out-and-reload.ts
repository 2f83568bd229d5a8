import { isPublic, keepTarget } from '../address.ts'
import { inBackground } from '../error-log.ts'
import { dropSession, session } from '../session.ts'
import { keepTabUser, tabUser } from './tab-user.ts'

const KEY = 'hufu-farewell'
let ending = false

/** Codes 6 and invalid_credentials: signs out and reloads, once, however many calls were refused together. */
export function signOutAndReload(reason = ''): void {
  if (ending) return
  ending = true
  if (reason && session.get().token) sessionStorage.setItem(KEY, reason)
  // Returns to the same page after signing in again.
  if (!isPublic(location.pathname)) keepTarget(location.pathname + location.search + location.hash)
  const user = tabUser()
  inBackground(
    dropSession().finally(() => {
      // Another tab may have another user, so the reloaded page is told whose this one was.
      if (user) keepTabUser(user)
      location.reload()
    }),
  )
}

/** Why the last session ended, for the sign-in page to show once. */
export function takeSignOutReason(): string {
  const reason = sessionStorage.getItem(KEY) ?? ''
  sessionStorage.removeItem(KEY)
  return reason
}
