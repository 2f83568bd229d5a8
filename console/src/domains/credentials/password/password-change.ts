import {
  refusesCommonPasswords,
  refusesPersonalData,
  kindsWithCaseIn,
  isListed,
  kindsIn,
  NOTHING_FOUND,
  type PasswordFinding,
  passwordProblem,
  passwordLengths,
  type PasswordPolicy,
} from '@hufu/contract/credentials/password'
import { text as passwordText } from '@hufu/contract/credentials/password-text'
import { type Envelope, ok } from '../../../platform/client.ts'
import { text } from './password-text.ts'

/** The sentence of a refused change, or undefined on success. */
export function changeProblem(answer: Envelope): string | undefined {
  return ok(answer) ? undefined : answer.message || text.failed
}

/** The problem of a user's own new password: missing, then the policy, then equal to the old one (O-23). */
export function freshProblem(
  fresh: string | undefined,
  old: string | undefined,
  policy: PasswordPolicy,
  found = NOTHING_FOUND,
): string | undefined {
  if (!fresh) return text.freshMissing
  return passwordProblem(fresh, policy, found) ?? (fresh === old ? passwordText.sameAsOld : undefined)
}

export function confirmProblem(confirm: string | undefined, fresh: string | undefined, missing: string): string | undefined {
  if (!confirm) return missing
  return confirm === fresh ? undefined : text.mismatch
}

export interface Demand {
  sentence: string
  isMet: boolean
}
/**
 * Each demand of the policy with whether it is met, by the same rules as passwordProblem. Demands that only the server can check
 * count as met once it has confirmed them.
 */
export function requirements(password: string, policy: PasswordPolicy, found: PasswordFinding | undefined): Demand[] {
  const length = [...password].length
  const { min, max } = passwordLengths(policy)
  const { passwordProfile, passwordStrength, openPasswordBlacklist, passwordBlacklist } = policy
  const wanted: Demand[] = [{ sentence: text.length(min, max), isMet: length >= min && length <= max }]
  if (passwordProfile === 'dengbao3') wanted.push({ sentence: text.threeOfFour, isMet: kindsWithCaseIn(password) >= 3 })
  if (passwordProfile === 'specification' && passwordStrength === 'medium')
    wanted.push({ sentence: text.medium, isMet: kindsIn(password) >= 2 })
  if (passwordProfile === 'specification' && passwordStrength === 'strong')
    wanted.push({ sentence: text.strong, isMet: kindsIn(password) >= 3 })
  if (openPasswordBlacklist) {
    // The blacklist itself is sent only to those who may set it.
    const isKnown = isListed(password, passwordBlacklist)
    wanted.push({ sentence: text.unlisted, isMet: found?.listed === false && !isKnown })
  }
  if (refusesCommonPasswords(policy)) wanted.push({ sentence: text.uncommon, isMet: found?.common === false })
  if (refusesPersonalData(policy)) wanted.push({ sentence: text.unnamed, isMet: found?.personal === false })
  return wanted
}

export const NO_POLICY: PasswordPolicy = {
  passwordProfile: 'specification',
  passwordStrength: 'medium',
  openPasswordBlacklist: false,
  passwordBlacklist: [],
  openCommonPasswords: false,
}
