import { escapeHtml } from '../protocol/page.ts'

/** Error codes of the protocol (CAS 3.0, §2.5.3). */
export type Failure = 'INVALID_REQUEST' | 'INVALID_TICKET' | 'INVALID_SERVICE' | 'UNAUTHORIZED_SERVICE' | 'INTERNAL_ERROR'

export interface Success {
  user: string
  /** Attributes for the application; left out before CAS 3.0. */
  attributes: readonly (readonly [name: string, value: unknown])[]
}
export type Verdict = { success: Success } | { failure: Failure; words: string }

/** The verdict without attributes, because before CAS 3.0 an application receives only the user name. */
export const withoutAttributes = (verdict: Verdict): Verdict =>
  'success' in verdict ? { success: { ...verdict.success, attributes: [] } } : verdict

/** The answer in CAS 1.0 (§2.4.2). */
export const plain = (verdict: Verdict): string => ('success' in verdict ? `yes\n${verdict.success.user}\n` : 'no\n\n')

/** Lists repeat the element; values other than text, number and boolean are left out. */
function textPairs([name, value]: readonly [string, unknown]): [string, string][] {
  if (Array.isArray(value)) return value.flatMap(one => textPairs([name, one]))
  return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : []
}

const NAMESPACE = 'http://www.yale.edu/tp/cas'
const clean = (words: string) => escapeHtml(words.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

/** The answer in XML, for CAS 2.0 and 3.0 (appendix A). */
export function xml(verdict: Verdict): string {
  const inside =
    'success' in verdict
      ? `<cas:authenticationSuccess><cas:user>${clean(verdict.success.user)}</cas:user>${attributesOf(verdict.success)}</cas:authenticationSuccess>`
      : `<cas:authenticationFailure code="${verdict.failure}">${clean(verdict.words)}</cas:authenticationFailure>`
  return `<cas:serviceResponse xmlns:cas="${NAMESPACE}">${inside}</cas:serviceResponse>\n`
}

function attributesOf({ attributes }: Success): string {
  if (attributes.length === 0) return ''
  const lines = attributes.flatMap(textPairs).map(([name, value]) => `<cas:${name}>${clean(value)}</cas:${name}>`)
  return `<cas:attributes>${lines.join('')}</cas:attributes>`
}

/** The answer in JSON (CAS 3.0, appendix A, format=JSON). */
export const json = (verdict: Verdict) => ({
  serviceResponse:
    'success' in verdict
      ? { authenticationSuccess: { user: verdict.success.user, attributes: grouped(verdict.success.attributes.flatMap(textPairs)) } }
      : { authenticationFailure: { code: verdict.failure, description: verdict.words } },
})

const grouped = (pairs: readonly [string, string][]): Record<string, string[]> =>
  Object.fromEntries([...Map.groupBy(pairs, ([name]) => name)].map(([name, values]) => [name, values.map(([, value]) => value)]))

/** The single logout request to an application (CAS 3.0, §2.3.3: a SAML 2.0 LogoutRequest). */
export const logoutRequest = (id: string, ticket: string, at: Date): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${id}" Version="2.0" IssueInstant="${at.toISOString()}">` +
  `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>` +
  `<samlp:SessionIndex>${clean(ticket)}</samlp:SessionIndex></samlp:LogoutRequest>`
