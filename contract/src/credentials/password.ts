import {
  INITIAL_PASSWORD_MAX,
  PASSWORD_LONGEST,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasswordProfile,
  type PasswordStrength,
} from './password-terms.ts'
import { text } from './password-text.ts'

export * from './password-terms.ts'

export const SPECIALS = '!@#$%^&*_=(),.<>'

interface ProfileRules {
  min: number
  max: number
  /** Greatest age of a password in days; 0: no limit; undefined: as configured. */
  longestDays: number | undefined
  leastHistory: number
  /** Common passwords are refused even if the setting is off. */
  alwaysCommon: boolean
  /** A password must not resemble the names of its owner. */
  personal: boolean
}
const profiles: Record<PasswordProfile, ProfileRules> = {
  specification: { min: PASSWORD_MIN, max: PASSWORD_MAX, longestDays: undefined, leastHistory: 0, alwaysCommon: false, personal: false },
  dengbao3: { min: PASSWORD_MIN, max: PASSWORD_MAX, longestDays: 90, leastHistory: 5, alwaysCommon: true, personal: false },
  nist: { min: 15, max: PASSWORD_LONGEST, longestDays: 0, leastHistory: 0, alwaysCommon: true, personal: true },
}

export interface PasswordPolicy {
  passwordProfile: PasswordProfile
  passwordStrength: PasswordStrength
  openPasswordBlacklist: boolean
  passwordBlacklist: string[]
  openCommonPasswords: boolean
}

/** The lengths allowed by the profile. */
export const passwordLengths = ({ passwordProfile }: Pick<PasswordPolicy, 'passwordProfile'>): { min: number; max: number } =>
  profiles[passwordProfile]

interface AgeSettings {
  passwordProfile: PasswordProfile
  expireDays: number
  passwordHistory: number
}
/** Maximum age and history of passwords: the settings, limited by the profile. */
export function passwordAges({ passwordProfile, expireDays, passwordHistory }: AgeSettings): { expireDays: number; history: number } {
  const { longestDays, leastHistory } = profiles[passwordProfile]
  return {
    /** In days; 0: never. */
    expireDays: longestDays === undefined ? expireDays : expireDays === 0 ? longestDays : Math.min(expireDays, longestDays),
    /** How many of the last passwords, the present one included, cannot be reused. */
    history: Math.max(passwordHistory, leastHistory),
  }
}

/** Whether common passwords are refused. */
export const refusesCommonPasswords = ({
  passwordProfile,
  openCommonPasswords,
}: Pick<PasswordPolicy, 'passwordProfile' | 'openCommonPasswords'>) => profiles[passwordProfile].alwaysCommon || openCommonPasswords

export const refusesPersonalData = ({ passwordProfile }: Pick<PasswordPolicy, 'passwordProfile'>): boolean =>
  profiles[passwordProfile].personal

/** Facts about a password that only the server can find. */
export interface PasswordFinding {
  common: boolean
  personal: boolean
  /** On the blacklist, which is not sent to clients. */
  listed: boolean
}
export const NOTHING_FOUND: PasswordFinding = { common: false, personal: false, listed: false }

/** The first problem in the order of D-45, as its sentence. "Same as old" is checked by the server afterwards. */
export const passwordProblem = (password: string, policy: PasswordPolicy, found = NOTHING_FOUND): string | undefined =>
  problemOf(password, policy, found, passwordLengths(policy).max)

/** The same for a password that somebody else sets. It may be longer, because the user replaces it at the first sign-in. */
export const initialPasswordProblem = (password: string, policy: PasswordPolicy, found = NOTHING_FOUND): string | undefined =>
  problemOf(password, policy, found, INITIAL_PASSWORD_MAX)

/** For forms that do not know the policy: whether the length alone is wrong. */
export const initialLengthProblem = (password: string): string | undefined =>
  !password ? text.missing : lengthOf(password) < PASSWORD_MIN ? text.tooShort(PASSWORD_MIN) : undefined

function problemOf(password: string, policy: PasswordPolicy, found: PasswordFinding, max: number): string | undefined {
  const { min } = passwordLengths(policy)
  if (!password) return text.missing
  if (lengthOf(password) < min) return text.tooShort(min)
  if (lengthOf(password) > max) return text.tooLong(max)
  if (policy.openPasswordBlacklist && (found.listed || isListed(password, policy.passwordBlacklist))) return text.listed
  if (found.common && refusesCommonPasswords(policy)) return text.common
  return kindsProblem(password, policy) ?? (found.personal && refusesPersonalData(policy) ? text.personal : undefined)
}

/** The required kinds of characters; none under NIST. */
function kindsProblem(password: string, { passwordProfile, passwordStrength }: PasswordPolicy): string | undefined {
  if (passwordProfile === 'nist') return undefined
  if (passwordProfile === 'dengbao3') return kindsWithCaseIn(password) < 3 ? text.threeOfFour : undefined
  if (passwordStrength === 'medium' && kindsIn(password) < 2) return text.medium
  if (passwordStrength === 'strong' && kindsIn(password) < 3) return text.strong
  return undefined
}

// For reading aloud, paper or SMS, so without look-alikes (no 0Oo, 1lIi, 2Zz, 5Ss, 8B).
const UPPER = 'ACDEFGHJKLMNPQRTUVWXY'
const LOWER = 'abcdefghjkmnpqrtuvwxy'
const DIGITS = '34679'
const SIGNS = '@#$%&*='
const RANDOM_PASSWORD_LENGTH = 12

/**
 * Twelve characters (D-47), or as many as the policy requires, with at least one of each kind. `randomInt(max)` must be
 * cryptographic and return 0 to max - 1.
 */
export function randomPassword(randomInt: (max: number) => number, policy: Pick<PasswordPolicy, 'passwordProfile'>): string {
  const length = Math.max(RANDOM_PASSWORD_LENGTH, passwordLengths(policy).min)
  const oneOf = (characters: string) => characters.charAt(randomInt(characters.length))
  const picked = [UPPER, LOWER, DIGITS, SIGNS].map(oneOf)
  while (picked.length < length) picked.push(oneOf(UPPER + LOWER + DIGITS + SIGNS))
  return shuffled(picked, randomInt).join('')
}

/** Counts characters, not UTF-16 units. */
function lengthOf(password: string): number {
  return [...password].length
}

export function isListed(password: string, blacklist: string[]): boolean {
  const folded = password.toLowerCase()
  return blacklist.some(listed => listed.toLowerCase() === folded)
}

const hasSpecial = (password: string) => [...password].some(character => SPECIALS.includes(character))

/** Letters, digits, specials: other characters are accepted and count as no kind (D-45). */
export function kindsIn(password: string): number {
  return [/[a-z]/i.test(password), /\d/.test(password), hasSpecial(password)].filter(Boolean).length
}

/** As above, but counting capital and small letters apart, as 等保 does. */
export function kindsWithCaseIn(password: string): number {
  return [/[A-Z]/.test(password), /[a-z]/.test(password), /\d/.test(password), hasSpecial(password)].filter(Boolean).length
}

function shuffled(characters: string[], randomInt: (max: number) => number): string[] {
  const rest = [...characters]
  const drawn: string[] = []
  while (rest.length > 0) drawn.push(...rest.splice(randomInt(rest.length), 1))
  return drawn
}
