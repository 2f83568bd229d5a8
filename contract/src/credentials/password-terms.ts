/** The lengths and the words of passwords, apart from their rules: every field wants these, few pages want those. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 20
export const INITIAL_PASSWORD_MAX = 32
/** No password is longer in any profile: what a field must take where an older profile's password may be typed. */
export const PASSWORD_LONGEST = 128

/** What an outside system may have digested a password with (D-22). */
export const ENCRYPT_METHODS = ['md5', 'sm3'] as const
export type EncryptMethod = (typeof ENCRYPT_METHODS)[number]

export const PASSWORD_STRENGTHS = ['low', 'medium', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/** Whose rules hold: those of the specification, of 等保三级 (GB/T 22239, level 3) or of NIST SP 800-63B. */
export const PASSWORD_PROFILES = ['specification', 'dengbao3', 'nist'] as const
export type PasswordProfile = (typeof PASSWORD_PROFILES)[number]

export const DAYS_MAX = 3650
export const HISTORY_MAX = 24
