import type { Factor } from '@hufu/contract/credentials/factor'
import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import { isWeaker, stronger, type Strength } from '@hufu/contract/sign-in/strength'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Origin } from '../../../platform/access/start-session.ts'
import type { Context } from '../../../platform/http/context.ts'
import type { Caller } from './credential.ts'
import { boundFactorsOf, type BoundFactors, type StoredUser } from './account.sql.ts'

const SECOND_STEP_SECONDS = 300

export const strengthOf: Record<Factor, Strength> = { phone: 'any', totp: 'any', recoveryCode: 'any', passkey: 'crypto' }
/** Ways in that are two factors by themselves: what one has, opened by what one knows or is. */
export const strengthOfMethod = (loginType: LoginType): Strength => (loginType === 'passkey' || loginType === 'ca' ? 'crypto' : '')

/** A sign-in that waits for its second step. */
export interface PendingStep {
  loginType: LoginType
  /** For the log, from the first step. */
  remark: string
  factors: Factor[]
  ip: string
  origin: Origin
}
interface PendingPhone {
  loginType: LoginType
  remark: string
  origin: Origin
  /** The same sign-in, as it may be completed by something else. */
  pending?: string
}

/**
 * What may complete a sign-in, or nothing where it is complete (decision 0021): asked for by their roles, or by the person
 * themselves who has bound codes by the clock. Where they have nothing that is enough they are asked for what they have: the session
 * will be good for binding more, and for nothing else.
 */
export function factorsAsked(factors: BoundFactors, hasGateway: boolean, loginType: LoginType, shown: Strength): Factor[] {
  const wanted = stronger(factors.demand, factors.totp ? 'any' : '')
  if (!isWeaker(shown, wanted)) return []
  const has = {
    phone: factors.phone && hasGateway && loginType !== 'phone',
    totp: factors.totp,
    passkey: factors.passkeys > 0,
    recoveryCode: factors.recoveryCodes > 0,
  }
  const kinds = (Object.keys(has) as Factor[]).filter(kind => has[kind] && isWeaker(shown, strengthOf[kind]))
  const enough = kinds.filter(kind => !isWeaker(strengthOf[kind], wanted))
  // A telephone number is entered by administrators and may be outdated: it alone never blocks binding a strong enough factor.
  return enough.length > 0 ? enough : kinds.filter(kind => kind !== 'phone')
}

export const hasGateway = ({ config, settings }: Pick<Kernel, 'config' | 'settings'>): boolean =>
  config.values['sms.gateway'] !== '' || settings.mockProviders

/** D-32: the telephone and the address of the caller are what a pending second step is found again by. */
const phoneToken = (phoneHash: string, ip: string) => `${phoneHash}:${ip}`

interface FirstStep {
  /** The strength of the second factor proven. */
  shown?: Strength
  /** For the log. */
  remark?: string
  origin?: Origin
}
/** The first factor of a sign-in whose second step is done. */
type FirstStepDone = Pick<PendingStep, 'loginType' | 'remark' | 'origin'>

/** After the first factor, where a second is demanded: 3010, and a pending sign-in. */
export async function askSecondStep(
  kernel: Kernel,
  account: StoredUser,
  loginType: LoginType,
  { ip }: Caller,
  { shown = strengthOfMethod(loginType), remark = '', origin = {} }: FirstStep = {},
): Promise<void> {
  const { db, config } = kernel
  const factors = factorsAsked(await boundFactorsOf(db, account.id), hasGateway(kernel), loginType, shown)
  // The setting demands a code after the password from every user with a telephone.
  const isPhoneSet = config.values.needPhoneVerify && loginType === 'password' && account.phoneHash !== null && shown === ''
  if (factors.length === 0 && !isPhoneSet) return
  const mayPhone = factors.length === 0 || factors.includes('phone')
  const detail: PendingStep = { loginType, remark, factors, ip, origin }
  const life = { seconds: SECOND_STEP_SECONDS, userId: account.id }
  const pending = factors.length === 0 ? undefined : await issueOneTime(db, 'secondFactor', { ...life, detail })
  if (mayPhone) {
    const byPhone: PendingPhone = { loginType, remark, origin, ...(pending !== undefined && { pending }) }
    await issueOneTime(db, 'secondStep', { ...life, detail: byPhone, token: phoneToken(account.phoneHash!, ip) })
  }
  const telephone = mayPhone ? account.phoneMask : null
  refuse(mayPhone ? 'phoneVerifyNeeded' : 'secondStepNeeded', { userId: account.id, telephone, pending, factors })
}

/** Whether a sign-in from this address waits for the code of this telephone. */
export const waitsForSecondStep = async ({ db }: Kernel, phoneHash: string, ip: string): Promise<boolean> =>
  (await peekOneTime(db, 'secondStep', phoneToken(phoneHash, ip))) !== undefined

/** Once; `known` has proven their telephone. */
export async function takeSecondStep(db: Db, account: StoredUser, ip: string): Promise<FirstStepDone> {
  const waiting = await redeemOneTime<PendingPhone>(db, 'secondStep', phoneToken(account.phoneHash ?? '', ip))
  if (waiting?.userId !== account.id) refuse('captchaWrong')
  if (waiting.detail.pending !== undefined) await redeemOneTime(db, 'secondFactor', waiting.detail.pending)
  return waiting.detail
}

/** The pending sign-in of this token; only its completion uses it up. */
export async function pendingStep({ db }: Pick<Kernel, 'db'>, token: string, ip: string): Promise<PendingStep & { userId: string }> {
  const waiting = await peekOneTime<PendingStep>(db, 'secondFactor', token)
  if (!waiting?.userId || waiting.detail.ip !== ip) refuse('secondStepOver')
  return { ...waiting.detail, userId: waiting.userId }
}

/** Once; the telephone it might have been completed by is no longer waited for. */
export async function takePendingStep(db: Db, token: string, account: StoredUser, ip: string): Promise<FirstStepDone> {
  const waiting = await redeemOneTime<PendingStep>(db, 'secondFactor', token)
  if (waiting?.userId !== account.id) refuse('secondStepOver')
  await redeemOneTime(db, 'secondStep', phoneToken(account.phoneHash ?? '', ip))
  return waiting.detail
}

/** The strongest they have bound themselves. */
export const boundStrength = ({ totp, passkeys }: BoundFactors): Strength => (passkeys > 0 ? 'crypto' : totp ? 'any' : '')

/**
 * A session that lacks what their roles ask for is good for binding a first factor, not one more beside what they could show:
 * else a password and a session left open were enough for both.
 */
export async function requireSecondFactor({ kernel, who }: Pick<Context, 'kernel' | 'who'>): Promise<void> {
  if (!isWeaker(who.factor, who.rights.secondFactor)) return
  if (isWeaker(who.factor, boundStrength(await boundFactorsOf(kernel.db, who.userId)))) refuse('showFactorFirst')
}
