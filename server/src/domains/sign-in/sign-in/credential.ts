import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import type { RefusalName } from '@hufu/contract/refusals'
import type { ConfigValues } from '../../../platform/config/config-catalog.ts'
import { addressAllowed, isHourAllowed } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { Refused, refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import { manualLockOf, type GuessMethod } from './failures.sql.ts'
import { checkGuess } from './guess.ts'
import { refuseUnusable } from './account-state.ts'
import { refuseLockedSecondStep } from './second-step.ts'
import { type StoredUser, writeLoginLog } from './account.sql.ts'

/** Where a sign-in attempt comes from. */
export interface Caller {
  ip: string
  agent: string
}

/** The user a credential names, before it is verified. */
export interface Claim {
  account: StoredUser | undefined
  /** The name for the login log if there is no such user. */
  loginName: string
  /** The counter for wrong guesses; absent if the credential cannot be guessed (256 random bits, a provider's assertion). */
  nameKey?: string | undefined
  /** The method whose counter it is; the password's by default. */
  method?: GuessMethod
}

/** A sign-in method: one implementation each, one check for all of them. */
export interface Credential {
  loginType: LoginType
  /** False if the method is switched off in the settings. */
  isOpen: (values: ConfigValues) => boolean
  claim: (kernel: Kernel) => Promise<Claim>
  /** Checked before anything is counted, such as the captcha. */
  gate?: (kernel: Kernel, caller: Caller, claim: Claim) => Promise<void>
  /**
   * Whether the credential is right. Does the same work for unknown users (T4). Throws its own refusal if the failure is not a
   * guess.
   */
  prove: (kernel: Kernel, claim: Claim) => Promise<boolean>
  /** Whether a second step may follow. */
  isFirstStep?: true
  /** The refusal for a wrong credential; after the last attempt `locked` replaces it. */
  wrong: RefusalName
}

/**
 * The one check of every credential (T9), in the order of D-24: address and time, method, gate, lock, credential, account state.
 * Every failure is logged, and counters survive a rollback. Returns the user or refuses.
 */
export async function verifyCredential(kernel: Kernel, credential: Credential, caller: Caller): Promise<StoredUser> {
  const claim = await credential.claim(kernel)
  try {
    refuseClosedMethod(kernel, credential.isOpen, caller.ip)
    return await kernel.addressLimits.attempt(claim.nameKey === undefined ? 'unguessable' : 'login', caller.ip, async () => {
      await credential.gate?.(kernel, caller, claim)
      return checkClaim(kernel, credential, claim, caller.ip)
    })
  } catch (error) {
    if (error instanceof Refused && error.reason !== 'captchaNeeded')
      await writeLoginLog(kernel.db, attempt(credential.loginType, caller, claim), 0, loggedAs(error))
    throw error
  }
}

/** The refusal's sentence, and a remark that only the log shows. */
const loggedAs = ({ refusal, detail }: Refused) => sentenceOf(refusal, detail) + (typeof detail.remark === 'string' ? detail.remark : '')

/** Checks address, time of day and method before anything else. */
export function refuseClosedMethod(
  { config: { values }, now }: Pick<Kernel, 'config' | 'now'>,
  isOpen: Credential['isOpen'],
  ip: string,
): void {
  if (!addressAllowed(values, ip)) refuse('addressRefused')
  if (!isHourAllowed(values, now())) refuse('hourRefused')
  if (!isOpen(values)) refuse('methodOff')
}

const attempt = (loginType: LoginType, { ip, agent }: Caller, { account, loginName }: Claim) => ({
  userId: account?.id ?? null,
  userName: account?.userName ?? loginName,
  realName: account?.realName ?? null,
  loginType,
  ip,
  agent,
})

async function checkClaim(kernel: Kernel, credential: Credential, claim: Claim, ip: string): Promise<StoredUser> {
  const { account, loginName, nameKey, method = 'password' } = claim
  const prove = async () => (await credential.prove(kernel, claim)) && account !== undefined
  // The counter of passwords (key: the user's id) also holds a lock by an administrator, so checkGuess covers it.
  if (nameKey !== account?.id) await refuseLockedByHand(kernel, account)
  if (credential.isFirstStep) await refuseLockedSecondStep(kernel, account, credential.loginType, ip)
  if (nameKey === undefined) {
    if (!(await prove())) refuse(credential.wrong)
  } else {
    const guess = { nameKey, method, loginName: loginName.slice(0, 50), userId: account?.id ?? null, ip }
    const wrong = await checkGuess(kernel, guess, prove)
    if (wrong?.lock) refuse('locked', { ...wrong.lock })
    if (wrong) refuse(credential.wrong, { remain: wrong.remain })
  }
  refuseUnusable(account!)
  return account!
}

/** A lock by an administrator closes every method; wrong guesses lock only their own (N-06). */
async function refuseLockedByHand({ db }: Pick<Kernel, 'db'>, account: Pick<StoredUser, 'id'> | undefined): Promise<void> {
  const lock = account && (await manualLockOf(db, account.id))
  if (lock) refuse('locked', { ...lock })
}
