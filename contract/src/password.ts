import { text } from './text.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 20
export const INITIAL_PASSWORD_MAX = 32
export const SPECIALS = '!@#$%^&*_=(),.<>'

/** What an outside system may have digested a password with (D-22). */
export const ENCRYPT_METHODS = ['md5', 'sm3'] as const
export type EncryptMethod = (typeof ENCRYPT_METHODS)[number]

export const PASSWORD_STRENGTHS = ['low', 'medium', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

export type PasswordPolicy = {
  passwordStrength: PasswordStrength
  openPasswordBlacklist: boolean
  passwordBlacklist: string[]
}

/** The first fault in the order of D-45, as its sentence. "Same as old" is the server's to find, after these. */
export function passwordFault(password: string, policy: PasswordPolicy): string | undefined {
  if (!password) return text.password.missing
  if (lengthOf(password) < PASSWORD_MIN) return text.password.tooShort(PASSWORD_MIN)
  if (lengthOf(password) > PASSWORD_MAX) return text.password.tooLong(PASSWORD_MAX)
  if (policy.openPasswordBlacklist && isListed(password, policy.passwordBlacklist)) return text.password.listed
  if (policy.passwordStrength === 'medium' && kindsIn(password) < 2) return text.password.medium
  if (policy.passwordStrength === 'strong' && kindsIn(password) < 3) return text.password.strong
  return undefined
}

/** The initial password is handed out by an administrator and changed at once: only its length is ruled (D-47). */
export function initialPasswordFault(password: string): string | undefined {
  if (!password) return text.password.missing
  if (lengthOf(password) < PASSWORD_MIN) return text.password.tooShort(PASSWORD_MIN)
  if (lengthOf(password) > INITIAL_PASSWORD_MAX) return text.password.tooLong(INITIAL_PASSWORD_MAX)
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

function isListed(password: string, blacklist: string[]): boolean {
  const folded = password.toLowerCase()
  return blacklist.some(listed => listed.toLowerCase() === folded)
}

/** Letters, digits, specials: characters of any other kind are accepted and count for nothing (D-45). */
function kindsIn(password: string): number {
  const hasSpecial = [...password].some(character => SPECIALS.includes(character))
  return [/[a-z]/i.test(password), /\d/.test(password), hasSpecial].filter(Boolean).length
}

function shuffled(characters: string[], randomInt: (max: number) => number): string[] {
  const rest = [...characters]
  const drawn: string[] = []
  while (rest.length > 0) drawn.push(...rest.splice(randomInt(rest.length), 1))
  return drawn
}
