import type { LoginData, LoginType } from '@hufu/contract/sign-in'
import { text } from '@hufu/contract/text'
import type { Db } from '../../kernel/db.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../kernel/one-time.ts'
import { refuse } from '../../kernel/refuse.ts'
import { startSession } from '../../kernel/sessions.ts'
import type { Turn } from '../../kernel/turn.ts'
import type { Caller } from './credential.ts'
import type { Known } from './known.sql.ts'
import { writeLoginLog } from './login-log.sql.ts'
import { setLastLogin } from './self.sql.ts'

export const LINK_COOKIE = 'idaas-link'
const SECOND_STEP_SECONDS = 300

/** A session, its link cookie, the log (with a remark, where there is one) and the answer of every way in (D-23). */
export async function enter({ db, ip, agent, setCookie }: Turn, known: Known, loginType: LoginType, remark = ''): Promise<LoginData> {
  const { token, link } = await startSession(db, { userId: known.id, loginType, ip, agent })
  await setLastLogin(db, known.id)
  const attempt = { userId: known.id, userName: known.userName, realName: known.realName, loginType, ip, agent }
  await writeLoginLog(db, attempt, 1, text.signedIn + remark)
  setCookie(LINK_COOKIE, link, { path: '/api', httpOnly: true })
  return { token, userId: known.id, id: known.id, userName: known.userName, realName: known.realName }
}

/** D-32: the telephone and the address of the caller are what a pending second step is found again by. */
const pendingToken = (phoneHash: string, ip: string) => `${phoneHash}:${ip}`

/**
 * After the password, where the settings ask for it and the person has a telephone: 3010, and a pending sign-in that the
 * code sent to that telephone completes. Who has none cannot be asked for it.
 */
export async function askSecondStep(kernel: Kernel, known: Known, loginType: LoginType, { ip }: Caller): Promise<void> {
  if (!kernel.config.values.needPhoneVerify || loginType !== 'password' || known.phoneHash === null) return
  const token = pendingToken(known.phoneHash, ip)
  await issueOneTime(kernel.db, 'secondStep', { seconds: SECOND_STEP_SECONDS, userId: known.id, detail: { loginType }, token })
  refuse('phoneVerifyNeeded', { userId: known.id, telephone: known.phoneMask })
}

/** Whether somebody waits for the code of this telephone at this address. */
export const waitsForSecondStep = async ({ db, config }: Kernel, phoneHash: string, ip: string): Promise<boolean> =>
  config.values.needPhoneVerify && (await peekOneTime(db, 'secondStep', pendingToken(phoneHash, ip))) !== undefined

/** How he had begun to come in, once. */
export async function takeSecondStep(db: Db, known: Known, ip: string): Promise<LoginType> {
  const pending = await redeemOneTime<{ loginType: LoginType }>(db, 'secondStep', pendingToken(known.phoneHash ?? '', ip))
  return pending?.userId === known.id ? pending.detail.loginType : refuse('captchaWrong')
}
