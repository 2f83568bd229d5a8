/**
 * Lengths and constants of passwords, in a file apart from the rules because many fields need these and few pages need the rules.
 */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 20
export const INITIAL_PASSWORD_MAX = 32
/** The longest password of any profile: fields must accept it, as an older profile's password may be typed. */
export const PASSWORD_LONGEST = 128

/** Digests under which external systems may deliver passwords. */
export const ENCRYPT_METHODS = ['md5', 'sm3'] as const
export type EncryptMethod = (typeof ENCRYPT_METHODS)[number]

export const PASSWORD_STRENGTHS = ['low', 'medium', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/** The source of the rules: the specification, 等保三级 (GB/T 22239, level 3) or NIST SP 800-63B. */
export const PASSWORD_PROFILES = ['specification', 'dengbao3', 'nist'] as const
export type PasswordProfile = (typeof PASSWORD_PROFILES)[number]

export const DAYS_MAX = 3650
export const HISTORY_MAX = 24
