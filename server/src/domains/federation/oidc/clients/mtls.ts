import type { ClientAuthMethod, Configuration } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { validateCertificate } from '../../../../outside/certificate/certificate.ts'
import { certificateOf, subjectOf } from './client-certificate.ts'
import { ISSUER_PATH } from '../issuer.ts'

const PATHS = {
  token_endpoint: '/token',
  revocation_endpoint: '/token/revocation',
  introspection_endpoint: '/token/introspection',
  userinfo_endpoint: '/me',
  pushed_authorization_request_endpoint: '/request',
  device_authorization_endpoint: '/device/auth',
  backchannel_authentication_endpoint: '/backchannel',
}

/** Clients show certificates at a second host, so that browsers are not asked for one at the first (RFC 8705, 5). */
export const aliasesOf = ({ settings: { mtlsUrl } }: Kernel): Record<string, string> | undefined =>
  mtlsUrl === '' ? undefined : Object.fromEntries(Object.entries(PATHS).map(([endpoint, path]) => [endpoint, mtlsUrl + ISSUER_PATH + path]))

/** The client authentication methods besides `none`. */
export const authMethodsOf = ({ settings: { mtlsUrl } }: Kernel): ClientAuthMethod[] => [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  ...(mtlsUrl === '' ? [] : (['tls_client_auth', 'self_signed_tls_client_auth'] as const)),
]

/** Trusts the same authorities and revocation lists as the sign-in by certificate. */
export function mtlsFeature(kernel: Kernel): NonNullable<NonNullable<Configuration['features']>['mTLS']> {
  if (kernel.settings.mtlsUrl === '') return { enabled: false }
  return {
    enabled: true,
    certificateBoundAccessTokens: true,
    selfSignedTlsClientAuth: true,
    tlsClientAuth: true,
    getCertificate: ctx => certificateOf(kernel, ctx.req),
    certificateAuthorized: ctx => {
      const { values } = kernel.config
      const trust = {
        trustCerts: values['ca.trustCerts'],
        revocationLists: values['ca.revocationLists'],
        needRevocationList: values['ca.needRevocationList'],
      }
      const certificate = certificateOf(kernel, ctx.req)
      return certificate !== undefined && 'holder' in validateCertificate(certificate.toString(), trust, kernel.now())
    },
    certificateSubjectMatches: (ctx, property, expected) => {
      const certificate = certificateOf(kernel, ctx.req)
      return certificate !== undefined && property === 'tls_client_auth_subject_dn' && subjectOf(certificate) === expected
    },
  }
}
