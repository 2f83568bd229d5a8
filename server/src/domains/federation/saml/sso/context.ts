import type { Strength } from '@hufu/contract/sign-in/strength'
import { isSecure } from '../../../../platform/http/origin.ts'
import type { Kernel } from '../../../../platform/kernel.ts'

const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
export const MFA = 'https://refeds.org/profile/mfa'
const [UNSPECIFIED, PASSWORD, PROTECTED] = [`${AC}unspecified`, `${AC}Password`, `${AC}PasswordProtectedTransport`]
const [X509, SMARTCARD, SMARTCARD_PKI] = [`${AC}X509`, `${AC}Smartcard`, `${AC}SmartcardPKI`]

interface Shown {
  loginType: string
  factor: Strength
}
type Classes = readonly [string, ...string[]]
type Requested = { comparison: string; classes: readonly string[] } | null

/** Every authentication context class a session satisfies, the most specific first; any sign-in is `unspecified`. */
export function classesOf(kernel: Kernel, { loginType, factor }: Shown): Classes {
  // A certificate does not show whether its key is on a token, so the administrator configures that; a token has a PIN as second factor.
  if (loginType === 'ca')
    return kernel.config.values['ca.onToken'] ? [SMARTCARD_PKI, X509, SMARTCARD, MFA, UNSPECIFIED] : [X509, UNSPECIFIED]
  const password = loginType !== 'password' ? [] : isSecure(kernel) ? [PROTECTED, PASSWORD] : [PASSWORD]
  const [first, ...others] = [...(factor === '' ? [] : [MFA]), ...password]
  return first === undefined ? [UNSPECIFIED] : [first, ...others, UNSPECIFIED]
}

/** The strength of each class; classes with the same number are equally strong. */
const ORDER: Readonly<Record<string, number>> = {
  [UNSPECIFIED]: 0,
  [PASSWORD]: 1,
  [PROTECTED]: 2,
  [MFA]: 3,
  [X509]: 3,
  [SMARTCARD]: 3,
  [SMARTCARD_PKI]: 4,
}

/**
 * The class to put into the assertion; undefined: the session does not meet the request (SAML core, 3.3.2.2.1). The requested
 * classes are in the order of preference, and a satisfied one is named before a stronger one.
 */
export function classFor(requested: Requested, shown: Classes): string | undefined {
  if (!requested) return shown[0]
  const { comparison, classes } = requested
  const named = classes.find(each => shown.includes(each))
  if (comparison === 'exact' || (comparison === 'minimum' && named !== undefined)) return named
  const ranks = classes.flatMap(each => ORDER[each] ?? [])
  if (ranks.length === 0) return undefined
  const isMet: Readonly<Record<string, (own: number) => boolean>> = {
    minimum: own => own >= Math.min(...ranks),
    maximum: own => own <= Math.max(...ranks),
    better: own => own > Math.max(...ranks),
  }
  return shown.find(each => isMet[comparison]?.(ORDER[each] ?? 0))
}

/** Why a request is not met, for the log and the administrators of the application. */
export function unmetReason(kernel: Kernel, requested: Requested, session: Shown): string {
  const classes = requested?.classes ?? []
  const isPlain = session.loginType === 'password' && classes.includes(PROTECTED) && !isSecure(kernel)
  const reason = `${classesOf(kernel, session)[0]}; ${classes.join(' ')}`
  return isPlain ? `${reason}; HUFU_PUBLIC_URL is not https, so no password is PasswordProtectedTransport` : reason
}

/** The weakest second factor that would meet the request; undefined if none would, or if a password does. */
export function factorFor(kernel: Kernel, requested: Requested, { loginType }: Shown): Strength | undefined {
  const isMetBy = (shown: Shown) => classFor(requested, classesOf(kernel, shown)) !== undefined
  if (isMetBy({ loginType: 'password', factor: '' })) return undefined
  return (['any', 'crypto'] as const).find(factor => isMetBy({ loginType, factor }))
}
