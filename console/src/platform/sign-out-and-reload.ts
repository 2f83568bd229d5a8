import { isPublic, keepTarget } from './address.ts'
import { inBackground } from './error-log.ts'
import { dropSession, session } from './session.ts'
import { keepTabUser, tabUser } from './tab-user.ts'

const KEY = 'hufu-farewell'
let ending = false

/** Codes 6 and invalid_credentials: log out and reload, once, however many calls were refused together. */
export function signOutAndReload(farewell = ''): void {
  if (ending) return
  ending = true
  if (farewell && session.get().token) sessionStorage.setItem(KEY, farewell)
  // The same page once more after signing in again.
  if (!isPublic(location.pathname)) keepTarget(location.pathname + location.search + location.hash)
  const user = tabUser()
  inBackground(
    dropSession().finally(() => {
      // Another tab may be signed in as somebody else: whose this one was is asked after the reload.
      if (user) keepTabUser(user)
      location.reload()
    }),
  )
}

/** Why the last session ended; said once, by the login page. */
export function takeFarewell(): string {
  const farewell = sessionStorage.getItem(KEY) ?? ''
  sessionStorage.removeItem(KEY)
  return farewell
}
