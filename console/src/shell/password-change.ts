import { PASSWORD_MAX, PASSWORD_MIN, passwordFault, type PasswordPolicy, SPECIALS } from '@hufu/contract/password'
import { text as shared } from '@hufu/contract/text'
import { type Envelope, ok } from '../kernel/client.ts'
import { text } from './text.ts'

/** The sentence of a refused change, or undefined where it was made (PWD-17, ERR-01, ERR-02). */
export function changeFault(answer: Envelope): string | undefined {
  return ok(answer) ? undefined : answer.message || text.password.failed
}

/** The new password of one's own change: its own sentence where it is missing, then the policy, then the old one (O-23). */
export function freshFault(fresh: string | undefined, old: string | undefined, policy: PasswordPolicy): string | undefined {
  if (!fresh) return text.password.freshMissing
  return passwordFault(fresh, policy) ?? (fresh === old ? shared.password.sameAsOld : undefined)
}

export function confirmFault(confirm: string | undefined, fresh: string | undefined, missing: string): string | undefined {
  if (!confirm) return missing
  return confirm === fresh ? undefined : text.password.mismatch
}

export interface Demand {
  sentence: string
  isMet: boolean
}
/** What the policy asks for, each ticked as soon as it is met; the same rules as passwordFault, told apart. */
export function demands(password: string, policy: PasswordPolicy): Demand[] {
  const length = [...password].length
  const { passwordStrength, openPasswordBlacklist, passwordBlacklist } = policy
  const kinds = [/[a-z]/i.test(password), /\d/.test(password), [...password].some(one => SPECIALS.includes(one))].filter(Boolean).length
  const wanted: Demand[] = [{ sentence: text.password.length, isMet: length >= PASSWORD_MIN && length <= PASSWORD_MAX }]
  if (passwordStrength === 'medium') wanted.push({ sentence: text.password.medium, isMet: kinds >= 2 })
  if (passwordStrength === 'strong') wanted.push({ sentence: text.password.strong, isMet: kinds >= 3 })
  if (openPasswordBlacklist) {
    const isListed = passwordBlacklist.some(listed => listed.toLowerCase() === password.toLowerCase())
    wanted.push({ sentence: text.password.unlisted, isMet: password !== '' && !isListed })
  }
  return wanted
}

export const NO_POLICY: PasswordPolicy = { passwordStrength: 'medium', openPasswordBlacklist: false, passwordBlacklist: [] }
