import type { Strength } from '@hufu/contract/sign-in/strength'

const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
export const MFA = 'https://refeds.org/profile/mfa'
const [UNSPECIFIED, PASSWORD, PROTECTED, X509] = [`${AC}unspecified`, `${AC}Password`, `${AC}PasswordProtectedTransport`, `${AC}X509`]

interface Shown {
  loginType: string
  factor: Strength
  isSecure: boolean
}

/** What a session was shown, in the words of the standard. */
export function classOf({ loginType, factor, isSecure }: Shown): string {
  if (loginType === 'ca') return X509
  if (factor !== '') return MFA
  if (loginType === 'password') return isSecure ? PROTECTED : PASSWORD
  return UNSPECIFIED
}

/** Weaker ones first; those of one number are equally strong. */
const ORDER: Readonly<Record<string, number>> = { [UNSPECIFIED]: 0, [PASSWORD]: 1, [PROTECTED]: 2, [MFA]: 3, [X509]: 3 }

/** Whether what was shown is what was asked for (SAML core, 3.3.2.2.1). */
export function isMet({ comparison, classes }: { comparison: string; classes: readonly string[] }, shown: string): boolean {
  if (comparison === 'exact') return classes.includes(shown)
  const [own = 0, wanted] = [ORDER[shown], classes.flatMap(each => ORDER[each] ?? [])]
  if (wanted.length === 0) return false
  if (comparison === 'minimum') return own >= Math.min(...wanted)
  if (comparison === 'maximum') return own <= Math.max(...wanted)
  return comparison === 'better' && own > Math.max(...wanted)
}
