import type { LoginData, LoginType } from '@hufu/contract/sign-in/sign-in'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { text } from '@hufu/contract/text'
import { LINK_COOKIE } from '../../../platform/http/guard.ts'
import { startSession, type Origin } from '../../../platform/access/session-lifecycle.ts'
import type { Context } from '../../../platform/http/context.ts'
import { forgetTriesHere } from './failures.sql.ts'
import { type StoredUser, setLastLogin, writeLoginLog } from './account.sql.ts'
import { moveDevice } from './remembered.sql.ts'
import { strengthOfMethod } from './second-step.ts'

const COOKIES = [
  { path: '/api', httpOnly: true },
  // Lax, because an application sends the browser here from its own site; the pages reached that way change nothing without a
  // further step.
  { path: '/protocols', httpOnly: true, sameSite: 'lax' },
] as const

/** Sets the link cookie of a session (D-18), for calls that pages of Hufu link to and for the protocols. */
export function setLink({ setCookie }: Pick<Context, 'setCookie'>, link: string): void {
  for (const cookie of COOKIES) setCookie(LINK_COOKIE, link, cookie)
}
export function clearLink({ setCookie }: Pick<Context, 'setCookie'>): void {
  for (const cookie of COOKIES) setCookie(LINK_COOKIE, '', { ...cookie, maxAge: 0 })
}

interface Entry {
  /** The strength of the second factor proven. */
  factor?: Strength
  /** False if the user has not proven anything just now: sign-in by ticket, code or remembered device. */
  isProven?: boolean
  origin?: Origin
  /** For the login log. */
  remark?: string
}

/**
 * The end of every sign-in (D-23): session, link cookie, login log and answer; it also resets the failures at this address.
 */
export async function completeSignIn(ctx: Context, account: StoredUser, loginType: LoginType, entry: Entry = {}): Promise<LoginData> {
  const { db, ip, agent } = ctx
  const {
    factor = strengthOfMethod(loginType),
    isProven = loginType !== 'ticket' && loginType !== 'code',
    origin = {},
    remark = '',
  } = entry
  const { id: sessionId, token, link } = await startSession(db, { userId: account.id, loginType, ip, agent, factor, isProven, origin })
  if (origin.family !== undefined) await moveDevice(db, origin.family, sessionId)
  await forgetTriesHere(db, account.id, ip)
  await setLastLogin(db, account.id)
  const attempt = { userId: account.id, userName: account.userName, realName: account.realName, loginType, ip, agent, sessionId }
  await writeLoginLog(db, attempt, 1, text.signedIn + remark)
  setLink(ctx, link)
  ctx.afterCommit(() => ctx.kernel.addressLimits.signedIn(ip))
  return { token, userId: account.id, id: account.id, userName: account.userName, realName: account.realName }
}
