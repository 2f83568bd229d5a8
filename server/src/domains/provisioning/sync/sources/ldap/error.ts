import { Unreachable } from '../../../../../outside/http-sender.ts'
import type { LdapResultError } from '../../../../../outside/ldap/session.ts'
import { sentenceOf } from '../http-client.ts'
import { SourceError } from '../source.ts'
import { sourceText } from '../source-text.ts'

const text = sourceText.ldap
const { result } = text
/** Sentences by LDAP result code (RFC 4511, appendix A). */
const byCode: Readonly<Record<number, string>> = {
  3: result.limit, 4: result.limit, 8: result.encryption, 10: result.referral, 11: result.limit, 13: result.encryption, 32: result.noBase,
  34: result.wrongDn, 48: result.credentials, 49: result.credentials, 50: result.noRight, 51: result.busy, 52: result.busy,
} // prettier-ignore
const byReason: Readonly<Record<string, string>> = {
  'no TLS': text.noTls,
  injected: text.injected,
  'not TLS': text.notTls,
  'not LDAP': text.notLdap,
}

/** Turns an error that ends a read into a sentence without hosts or account names. */
export function ldapError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  if (isResult(error)) return new SourceError(byCode[error.code] ?? result.other(error.code), null, error)
  if (!(error instanceof Unreachable)) throw error
  const { message } = error
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(message)) return new SourceError(text.certificate, null, error)
  if (message.startsWith('ERR_OSSL')) return new SourceError(text.ca, null, error)
  if (message.startsWith('ERR_SSL')) return new SourceError(text.notTls, null, error)
  return new SourceError(byReason[message] ?? sentenceOf(message), null, error)
}

export const isResult = (error: unknown, code?: number): error is LdapResultError =>
  error instanceof Error && error.name === 'LdapResultError' && (code === undefined || (error as LdapResultError).code === code)
