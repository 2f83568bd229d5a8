import { self } from '@hufu/contract/sign-in/sign-in'
import { ok, transmit } from '../../platform/client.ts'
import { LOGOUT_TIMEOUT, TOKEN_KEY } from '../../platform/constants.ts'
import { unlock } from '../../platform/sign-in/lock.ts'
import { calls } from '../../platform/transport/plain-calls.ts'
import { session, system } from '../../platform/session.ts'
import { keepTabUser, type TabUser } from '../../platform/sign-in/tab-user.ts'

/** The user of the browser's session, compared with this page's ended one. */
export type FoundSession = { kind: 'none' } | { kind: 'back' } | { kind: 'other'; token: string; user: TabUser }

/** Stores this tab's user again, as the frame shares the session storage and replaces it when somebody signs in there. */
function rememberTabUser(): void {
  const { id, name, username } = session.get()
  keepTabUser({ id, realName: name, userName: username })
}

/** Takes over the browser's session if it is of the same user. */
export async function adoptSession(): Promise<FoundSession> {
  rememberTabUser()
  const token = localStorage.getItem(TOKEN_KEY)
  if (!token || token === session.get().token) return { kind: 'none' }
  const answer = await transmit(self.current, { token }).catch(() => undefined)
  if (!answer || !ok(answer)) return { kind: 'none' }
  const user = answer.data as TabUser
  if (user.id !== session.get().id) return { kind: 'other', token, user }
  if (await mustChangePassword(token)) reload()
  unlock()
  session.set({ token })
  return { kind: 'back' }
}

/** A user whose password was reset meanwhile must change it first, for which the page is started anew. */
async function mustChangePassword(token: string): Promise<boolean> {
  if (system.get().globalConfig?.updatePasswordMode !== 'force') return false
  const answer = await transmit(self.forcedChange, { token }).catch(() => undefined)
  return answer !== undefined && ok(answer) && (answer.data as { hasForceChangePwd: boolean }).hasForceChangePwd
}

const reload = () => location.reload()

/** Ends a session that was begun by mistake. */
export async function endSession(token: string): Promise<void> {
  await transmit(calls.logout, { token, timeoutMs: LOGOUT_TIMEOUT }).catch(() => undefined)
  if (localStorage.getItem(TOKEN_KEY) === token) localStorage.removeItem(TOKEN_KEY)
}
