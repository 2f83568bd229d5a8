import type { Strength } from '@hufu/contract/sign-in/strength'
import { isSecure } from '../../../platform/http/origin.ts'
import type { Kernel } from '../../../platform/kernel.ts'

const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
export const MFA = 'https://refeds.org/profile/mfa'
const [UNSPECIFIED, PASSWORD, PROTECTED] = [`${AC}unspecified`, `${AC}Password`, `${AC}PasswordProtectedTransport`]
const [X509, SMARTCARD] = [`${AC}X509`, `${AC}SmartcardPKI`]

interface Shown {
  loginType: string
  factor: Strength
}
type Classes = readonly [string, ...string[]]

/** The authentication context classes a session satisfies, the most specific first. */
export function classesOf(kernel: Kernel, { loginType, factor }: Shown): Classes {
  // A certificate does not show whether its key is on a token, so the administrator configures that.
  if (loginType === 'ca') return kernel.config.values['ca.onToken'] ? [SMARTCARD, X509] : [X509]
  if (factor !== '') return [MFA]
  if (loginType === 'password') return [isSecure(kernel) ? PROTECTED : PASSWORD]
  return [UNSPECIFIED]
}

/** The strength of each class; classes with the same number are equally strong. */
const ORDER: Readonly<Record<string, number>> = { [UNSPECIFIED]: 0, [PASSWORD]: 1, [PROTECTED]: 2, [MFA]: 3, [X509]: 3, [SMARTCARD]: 4 }

/** The class to put into the assertion; undefined: the session does not meet the request (SAML core, 3.3.2.2.1). */
export function classFor(requested: { comparison: string; classes: readonly string[] } | null, shown: Classes): string | undefined {
  const [first] = shown
  if (!requested) return first
  const { comparison, classes } = requested
  if (comparison === 'exact') return shown.find(each => classes.includes(each))
  const ranks = classes.flatMap(each => ORDER[each] ?? [])
  if (ranks.length === 0) return undefined
  const isMet: Readonly<Record<string, (own: number) => boolean>> = {
    minimum: own => own >= Math.min(...ranks),
    maximum: own => own <= Math.max(...ranks),
    better: own => own > Math.max(...ranks),
  }
  return shown.find(each => isMet[comparison]?.(ORDER[each] ?? 0))
}

/** The weakest second factor that would meet the request; undefined if none would, or if a password does. */
export function factorFor(kernel: Kernel, requested: Parameters<typeof classFor>[0], { loginType }: Shown): Strength | undefined {
  const isMetBy = (shown: Shown) => classFor(requested, classesOf(kernel, shown)) !== undefined
  if (isMetBy({ loginType: 'password', factor: '' })) return undefined
  return (['any', 'crypto'] as const).find(factor => isMetBy({ loginType, factor }))
}
