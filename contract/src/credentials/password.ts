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
  /** How old a password may grow at most; 0: as old as it likes; undefined: as the settings say. */
  longestDays: number | undefined
  leastHistory: number
  /** The list of common passwords is asked whatever the switch says. */
  alwaysCommon: boolean
  /** A password may not lean on the names of its owner. */
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

/** How long a password may be, by the profile. */
export const passwordLengths = ({ passwordProfile }: Pick<PasswordPolicy, 'passwordProfile'>): { min: number; max: number } =>
  profiles[passwordProfile]

interface Ages {
  passwordProfile: PasswordProfile
  expireDays: number
  passwordHistory: number
}
/** How long a password holds and how many do not come again, once the profile has had its say about the settings. */
export function passwordAges({ passwordProfile, expireDays, passwordHistory }: Ages): { expireDays: number; history: number } {
  const { longestDays, leastHistory } = profiles[passwordProfile]
  return {
    /** 0: never. */
    expireDays: longestDays === undefined ? expireDays : expireDays === 0 ? longestDays : Math.min(expireDays, longestDays),
    /** How many of the last ones may not come again, the present one among them. */
    history: Math.max(passwordHistory, leastHistory),
  }
}

/** Whether the list of common passwords is asked. */
export const asksCommon = ({ passwordProfile, openCommonPasswords }: Pick<PasswordPolicy, 'passwordProfile' | 'openCommonPasswords'>) =>
  profiles[passwordProfile].alwaysCommon || openCommonPasswords

export const asksPersonal = ({ passwordProfile }: Pick<PasswordPolicy, 'passwordProfile'>): boolean => profiles[passwordProfile].personal

/** What only the server can find out about a password. */
export interface PasswordFinding {
  common: boolean
  personal: boolean
  /** On the blacklist, which is not told. */
  listed: boolean
}
export const NOTHING_FOUND: PasswordFinding = { common: false, personal: false, listed: false }

/** The first fault in the order of D-45, as its sentence. "Same as old" is the server's to find, after these. */
export function passwordProblem(password: string, policy: PasswordPolicy, found = NOTHING_FOUND): string | undefined {
  const { min, max } = passwordLengths(policy)
  if (!password) return text.missing
  if (lengthOf(password) < min) return text.tooShort(min)
  if (lengthOf(password) > max) return text.tooLong(max)
  if (policy.openPasswordBlacklist && (found.listed || isListed(password, policy.passwordBlacklist))) return text.listed
  if (found.common && asksCommon(policy)) return text.common
  return kindsProblem(password, policy) ?? (found.personal && asksPersonal(policy) ? text.personal : undefined)
}

/** What must be mixed. NIST asks for no mixture at all. */
function kindsProblem(password: string, { passwordProfile, passwordStrength }: PasswordPolicy): string | undefined {
  if (passwordProfile === 'nist') return undefined
  if (passwordProfile === 'dengbao3') return finerKindsIn(password) < 3 ? text.threeOfFour : undefined
  if (passwordStrength === 'medium' && kindsIn(password) < 2) return text.medium
  if (passwordStrength === 'strong' && kindsIn(password) < 3) return text.strong
  return undefined
}

/** The initial password is handed out by an administrator and changed at once: only its length is ruled (D-47). */
export function initialPasswordProblem(password: string): string | undefined {
  if (!password) return text.missing
  if (lengthOf(password) < PASSWORD_MIN) return text.tooShort(PASSWORD_MIN)
  if (lengthOf(password) > INITIAL_PASSWORD_MAX) return text.tooLong(INITIAL_PASSWORD_MAX)
  return undefined
}

// Read aloud, written on paper or sent by SMS: nothing here is mistaken for its neighbour (no 0Oo, 1lIi, 2Zz, 5Ss, 8B).
const UPPER = 'ACDEFGHJKLMNPQRTUVWXY'
const LOWER = 'abcdefghjkmnpqrtuvwxy'
const DIGITS = '34679'
const SIGNS = '@#$%&*='
const RANDOM_PASSWORD_LENGTH = 12

/** Twelve characters with at least one of each kind. `randomInt(max)` must be cryptographic: it gives 0 to max - 1. */
export function randomPassword(randomInt: (max: number) => number): string {
  const oneOf = (characters: string) => characters.charAt(randomInt(characters.length))
  const picked = [UPPER, LOWER, DIGITS, SIGNS].map(oneOf)
  while (picked.length < RANDOM_PASSWORD_LENGTH) picked.push(oneOf(UPPER + LOWER + DIGITS + SIGNS))
  return shuffled(picked, randomInt).join('')
}

/** People count characters, not UTF-16 halves. */
function lengthOf(password: string): number {
  return [...password].length
}

export function isListed(password: string, blacklist: string[]): boolean {
  const folded = password.toLowerCase()
  return blacklist.some(listed => listed.toLowerCase() === folded)
}

const hasSpecial = (password: string) => [...password].some(character => SPECIALS.includes(character))

/** Letters, digits, specials: characters of any other kind are accepted and count for nothing (D-45). */
export function kindsIn(password: string): number {
  return [/[a-z]/i.test(password), /\d/.test(password), hasSpecial(password)].filter(Boolean).length
}

/** Capital and small letters apart, as 等保 counts. */
export function finerKindsIn(password: string): number {
  return [/[A-Z]/.test(password), /[a-z]/.test(password), /\d/.test(password), hasSpecial(password)].filter(Boolean).length
}

function shuffled(characters: string[], randomInt: (max: number) => number): string[] {
  const rest = [...characters]
  const drawn: string[] = []
  while (rest.length > 0) drawn.push(...rest.splice(randomInt(rest.length), 1))
  return drawn
}
