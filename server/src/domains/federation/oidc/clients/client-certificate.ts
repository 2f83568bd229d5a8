import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AllClientMetadata, JWK } from 'oidc-provider'
import type { OidcClient, PublicKeys } from '@hufu/contract/federation/oidc-client'
import { bytesOf, fromHeader } from '../../../../outside/certificate/pem.ts'
import { isProxy } from '../../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../../platform/kernel.ts'

/** The proxy sends HUFU_MTLS_SECRET, a colon, and the certificate as `$ssl_client_escaped_cert` of nginx or base64 of DER. */
export const CERTIFICATE_HEADER = 'hufu-client-certificate'
const MOST = 5

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const blocks = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const pemForm = /^-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----\s*$/

/** Reads one certificate, in PEM or base64 of DER; undefined if the text is anything else. */
function read(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(bytesOf(text.replace(pemForm, '$1')))
  } catch {
    return undefined
  }
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date) => new Date(validFrom) <= at && at <= new Date(validTo)

/**
 * The certificate that the client showed to the proxy; undefined outside its validity period. Because of the secret, a header
 * from anyone else has no effect, even if a proxy forgets to overwrite it.
 */
export function certificateOf({ settings, config, now }: Kernel, request: IncomingMessage): X509Certificate | undefined {
  const header = request.headers[CERTIFICATE_HEADER]
  if (settings.mtlsSecret === '' || typeof header !== 'string') return undefined
  if (!isProxy(config.values['ca.proxyAddresses'], request.socket.remoteAddress ?? '')) return undefined
  const end = header.indexOf(':')
  if (!timingSafeEqual(digestOf(header.slice(0, Math.max(end, 0))), digestOf(settings.mtlsSecret))) return undefined
  const certificate = read(fromHeader(header.slice(end + 1)))
  return certificate && isValidAt(certificate, now()) ? certificate : undefined
}

/** The certificates in a PEM text; blocks that cannot be read are left out. */
const certificatesIn = (typed: string): X509Certificate[] => (typed.match(blocks) ?? []).flatMap(block => read(block) ?? [])

/** Whether the text an administrator pasted holds only certificates, and as many as the method takes. */
export function areCertificatesOf(method: OidcClient['authMethod'], typed: string): boolean {
  const all = certificatesIn(typed)
  if (typed.replaceAll(blocks, '').trim() !== '' || all.length !== (typed.match(blocks) ?? []).length) return false
  if (method === 'tls') return all.length === 1 && subjectOf(all[0]!) !== ''
  return all.length >= 1 && all.length <= MOST
}

/** Node escapes separators inside values, so two different subjects never give the same text. */
export const subjectOf = ({ subject }: X509Certificate): string => (subject ?? '').replaceAll('\n', ', ')

const keyOf = ({ publicKey, raw }: X509Certificate): JWK => ({
  ...(publicKey.export({ format: 'jwk' }) as JWK),
  x5c: [raw.toString('base64')],
})

type Stored = Pick<OidcClient, 'authMethod' | 'certificates'> & { jwks: PublicKeys | null }

/** The metadata of a client that authenticates by certificate; its tokens are bound to that certificate (RFC 8705, 3). */
export function certificateMetadata({ authMethod, certificates, jwks }: Stored): AllClientMetadata {
  const shown = certificatesIn(certificates)
  const bound = { tls_client_certificate_bound_access_tokens: true }
  if (authMethod === 'tls')
    return { ...bound, token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: shown.map(subjectOf).join() }
  const keys = [...(jwks?.keys ?? []), ...shown.map(keyOf)] as (AllClientMetadata['jwks'] & {})['keys']
  return { ...bound, token_endpoint_auth_method: 'self_signed_tls_client_auth', jwks: { keys } }
}
