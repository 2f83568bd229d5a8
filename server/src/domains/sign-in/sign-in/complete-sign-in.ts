import type { LoginData, LoginType } from '@hufu/contract/sign-in/sign-in'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { text } from '@hufu/contract/text'
import { LINK_COOKIE } from '../../../platform/http/guard.ts'
import { startSession, type Origin } from '../../../platform/access/start-session.ts'
import type { Context } from '../../../platform/http/context.ts'
import { forgetTriesHere } from './failures.sql.ts'
import { type StoredUser, setLastLogin, writeLoginLog } from './account.sql.ts'
import { moveDevice } from './remembered.sql.ts'
import { strengthOfMethod } from './second-step.ts'

const COOKIES = [
  { path: '/api', httpOnly: true },
  // An application sends the browser here from its own site; what it is sent to changes nothing without more.
  { path: '/protocols', httpOnly: true, sameSite: 'lax' },
] as const

/** The link of a session (D-18), for the calls a page of ours links to and for the protocols. */
export function setLink({ setCookie }: Pick<Context, 'setCookie'>, link: string): void {
  for (const cookie of COOKIES) setCookie(LINK_COOKIE, link, cookie)
}
export function clearLink({ setCookie }: Pick<Context, 'setCookie'>): void {
  for (const cookie of COOKIES) setCookie(LINK_COOKIE, '', { ...cookie, maxAge: 0 })
}

interface Entry {
  /** The strength of the second factor proven. */
  factor?: Strength
  /** False where nobody has proven anything just now: a ticket, a code, a device that is remembered. */
  isProven?: boolean
  origin?: Origin
  /** For the log. */
  remark?: string
}

/** A session, its link cookie, the log and the answer of every way in (D-23); a success sets the counter of its address to 0 (D-24). */
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
