import type { Factor } from '@hufu/contract/credentials/factor'
import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import { isWeaker, stronger, type Strength } from '@hufu/contract/sign-in/strength'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Origin } from '../../../platform/access/session-lifecycle.ts'
import type { Context } from '../../../platform/http/context.ts'
import type { Caller } from './credential.ts'
import { counterKey, lockFor } from './failures.sql.ts'
import { boundFactorsOf, type BoundFactors, type StoredUser } from './account.sql.ts'

const SECOND_STEP_SECONDS = 300

export const strengthOf: Record<Factor, Strength> = { phone: 'any', totp: 'any', recoveryCode: 'any', passkey: 'crypto' }
/** Sign-in methods that are two factors by themselves (possession unlocked by knowledge or biometrics). */
export const strengthOfMethod = (loginType: LoginType): Strength => (loginType === 'passkey' || loginType === 'ca' ? 'crypto' : '')

/** A sign-in that waits for its second step. */
export interface PendingStep {
  loginType: LoginType
  /** For the login log, from the first step. */
  remark: string
  factors: Factor[]
  ip: string
  origin: Origin
}
interface PendingPhone {
  loginType: LoginType
  remark: string
  origin: Origin
  /** The token of the same pending sign-in for other factors. */
  pending?: string
}

/**
 * The second factors that may complete this sign-in; empty if none is needed. Roles require one, and so does having bound TOTP
 * (decision 0021). If none of the user's factors is strong enough, those they have are asked for, and the session only allows
 * binding a stronger one.
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

/** D-32: the telephone and the caller's address identify a pending second step. */
const phoneToken = (phoneHash: string, ip: string) => `${phoneHash}:${ip}`

interface FirstStep {
  /** The strength of the second factor proven. */
  shown?: Strength
  /** For the log. */
  remark?: string
  origin?: Origin
}
/** The first step, as the completed sign-in records it. */
type FirstStepDone = Pick<PendingStep, 'loginType' | 'remark' | 'origin'>

async function stepsAsked(kernel: Kernel, account: Pick<StoredUser, 'id' | 'phoneHash'>, loginType: LoginType, shown: Strength) {
  const factors = factorsAsked(await boundFactorsOf(kernel.db, account.id), hasGateway(kernel), loginType, shown)
  // The setting demands a code after the password from every user with a telephone.
  const isPhoneSet = kernel.config.values.needPhoneVerify && loginType === 'password' && account.phoneHash !== null && shown === ''
  return { factors, isPhoneSet }
}

const NOBODY = { id: '', phoneHash: null }

/**
 * Called before the first factor is checked: if each second step that could follow is locked, a right answer must not differ from a
 * wrong one. Does the same work for unknown users (T4).
 */
export async function refuseLockedSecondStep(
  kernel: Kernel,
  account: Pick<StoredUser, 'id' | 'phoneHash'> = NOBODY,
  loginType: LoginType,
  ip: string,
): Promise<void> {
  const { factors, isPhoneSet } = await stepsAsked(kernel, account, loginType, strengthOfMethod(loginType))
  const code = await lockFor(kernel.db, counterKey('code', account.id), ip)
  const phone = await lockFor(kernel.db, counterKey('phone', account.id), ip)
  const locks = { totp: code, recoveryCode: code, phone, passkey: undefined }
  const asked: Factor[] = factors.length === 0 && isPhoneSet ? ['phone'] : factors
  const [lock] = asked.map(factor => locks[factor])
  if (lock && asked.every(factor => locks[factor])) refuse('locked', { ...lock })
}

/** Called after the first factor: if a second one is required, stores the pending sign-in and refuses (3010). */
export async function askSecondStep(
  kernel: Kernel,
  account: StoredUser,
  loginType: LoginType,
  { ip }: Caller,
  { shown = strengthOfMethod(loginType), remark = '', origin = {} }: FirstStep = {},
): Promise<void> {
  const { db } = kernel
  const { factors, isPhoneSet } = await stepsAsked(kernel, account, loginType, shown)
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

/** Redeems the pending sign-in once; `account` has proven its telephone. */
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

/** Redeems the pending sign-in once and drops its alternative by telephone. */
export async function takePendingStep(db: Db, token: string, account: StoredUser, ip: string): Promise<FirstStepDone> {
  const waiting = await redeemOneTime<PendingStep>(db, 'secondFactor', token)
  if (waiting?.userId !== account.id) refuse('secondStepOver')
  await redeemOneTime(db, 'secondStep', phoneToken(account.phoneHash ?? '', ip))
  return waiting.detail
}

/** The strongest second factor the user has bound themselves. */
export const boundStrength = ({ totp, passkeys }: BoundFactors): Strength => (passkeys > 0 ? 'crypto' : totp ? 'any' : '')

/**
 * In a session that lacks the factor the user's roles require, a first factor may be bound, but not another one if the user could
 * prove a bound one. Otherwise a password or an unattended session would be enough to add one.
 */
export async function requireSecondFactor({ kernel, who }: Pick<Context, 'kernel' | 'who'>): Promise<void> {
  if (!isWeaker(who.factor, who.rights.secondFactor)) return
  if (isWeaker(who.factor, boundStrength(await boundFactorsOf(kernel.db, who.userId)))) refuse('showFactorFirst')
}
