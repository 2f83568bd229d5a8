import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AllClientMetadata, JWK } from 'oidc-provider'
import type { OidcClient, PublicKeys } from '@hufu/contract/federation/oidc-client'
import { bytesOf, fromHeader } from '../../../outside/certificate/pem.ts'
import { isProxy } from '../../../platform/http/proxies.ts'
import type { Kernel } from '../../../platform/kernel.ts'

/** What the proxy passes on: HUFU_MTLS_SECRET, a colon, and the certificate as `$ssl_client_escaped_cert` of nginx or base64 of DER. */
export const CERTIFICATE_HEADER = 'hufu-client-certificate'
const MOST = 5

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const blocks = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const armour = /^-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----\s*$/

/** undefined where it is not one certificate, in PEM or as base64 of DER. */
function read(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(bytesOf(text.replace(armour, '$1')))
  } catch {
    return undefined
  }
}

const holdsAt = ({ validFrom, validTo }: X509Certificate, at: Date) => new Date(validFrom) <= at && at <= new Date(validTo)

/**
 * The certificate the client has shown to the proxy. The secret makes a header of anybody else nothing, also where a proxy
 * forgets to overwrite it; out of its time a certificate is none.
 */
export function certificateOf({ settings, config, now }: Kernel, request: IncomingMessage): X509Certificate | undefined {
  const header = request.headers[CERTIFICATE_HEADER]
  if (settings.mtlsSecret === '' || typeof header !== 'string') return undefined
  if (!isProxy(config.values['ca.proxyAddresses'], request.socket.remoteAddress ?? '')) return undefined
  const end = header.indexOf(':')
  if (!timingSafeEqual(digestOf(header.slice(0, Math.max(end, 0))), digestOf(settings.mtlsSecret))) return undefined
  const certificate = read(fromHeader(header.slice(end + 1)))
  return certificate && holdsAt(certificate, now()) ? certificate : undefined
}

/** Of a text that has been checked by `areCertificatesOf`. */
const certificatesIn = (typed: string): X509Certificate[] => (typed.match(blocks) ?? []).flatMap(block => read(block) ?? [])

/** What an administrator pastes: nothing but certificates, and as many as the method takes. */
export function areCertificatesOf(method: OidcClient['authMethod'], typed: string): boolean {
  const all = certificatesIn(typed)
  if (typed.replaceAll(blocks, '').trim() !== '' || all.length !== (typed.match(blocks) ?? []).length) return false
  if (method === 'tls') return all.length === 1 && subjectOf(all[0]!) !== ''
  return all.length >= 1 && all.length <= MOST
}

/** Signs inside values are escaped, so that two subjects are never one text. */
export const subjectOf = ({ subject }: X509Certificate): string => (subject ?? '').replaceAll('\n', ', ')

const keyOf = ({ publicKey, raw }: X509Certificate): JWK => ({
  ...(publicKey.export({ format: 'jwk' }) as JWK),
  x5c: [raw.toString('base64')],
})

type Stored = Pick<OidcClient, 'authMethod' | 'certificates'> & { jwks: PublicKeys | null }

/** Of a client that shows a certificate; its tokens are bound to it. */
export function certificateMetadata({ authMethod, certificates, jwks }: Stored): AllClientMetadata {
  const shown = certificatesIn(certificates)
  const bound = { tls_client_certificate_bound_access_tokens: true }
  if (authMethod === 'tls')
    return { ...bound, token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: shown.map(subjectOf).join() }
  const keys = [...(jwks?.keys ?? []), ...shown.map(keyOf)] as (AllClientMetadata['jwks'] & {})['keys']
  return { ...bound, token_endpoint_auth_method: 'self_signed_tls_client_auth', jwks: { keys } }
}
