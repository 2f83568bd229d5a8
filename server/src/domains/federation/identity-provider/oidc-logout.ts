import { errors, jwtVerify, type JWTPayload } from 'jose'
import { OidcOptions } from '@hufu/contract/federation/identity-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { ProviderProblem, reject } from './identity.ts'
import type { LogoutMessage } from './logout.ts'
import type { OidcClient } from './oidc.ts'
import { protocolOf } from './protocols.ts'
import type { StoredProvider } from './provider.sql.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Asymmetric algorithms only, because anybody who knows the client secret could forge a token signed with it. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const TYPES: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt'])
const SKEW_SECONDS = 60
const AGE_SECONDS = 600
const NAME_MAX = 1024

/** Validates a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export async function readLogoutToken(kernel: Kernel, provider: StoredProvider, token: string): Promise<LogoutMessage> {
  const { issuer, clientId } = OidcOptions.parse(provider.options)
  const claims = await verified(kernel, provider, token, { issuer, audience: clientId })
  const { events, nonce, sub, sid, jti } = claims
  if (typeof events !== 'object' || events === null || typeof (events as Record<string, unknown>)[EVENT] !== 'object')
    reject('invalid', 'events')
  // A nonce shows that this is an ID token; a logout token never has one.
  if (nonce !== undefined) reject('invalid', 'nonce')
  const names = [sub, sid, jti].map(name => (name === undefined ? undefined : typeof name === 'string' && name.length <= NAME_MAX && name !== '' ? name : reject('invalid', 'name'))) // prettier-ignore
  if (names[0] === undefined && names[1] === undefined) reject('invalid', 'neither sub nor sid')
  const meant = { providerId: provider.id, subject: names[0], sids: names[1] === undefined ? [] : [names[1]] }
  return { ...meant, id: names[2]!, seconds: AGE_SECONDS + 2 * SKEW_SECONDS }
}

async function verified(
  kernel: Kernel,
  provider: StoredProvider,
  token: string,
  expected: { issuer: string; audience: string },
): Promise<JWTPayload> {
  const oidc = (await protocolOf(kernel, 'oidc')) as OidcClient
  try {
    const { payload, protectedHeader } = await jwtVerify(token, await oidc.keysOf(provider), {
      ...expected,
      algorithms: ALGORITHMS,
      currentDate: kernel.now(),
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: AGE_SECONDS,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
    })
    if (!TYPES.has((protectedHeader.typ ?? 'jwt').toLowerCase())) reject('invalid', 'typ')
    return payload
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    if (error instanceof errors.JOSEError)
      throw new ProviderProblem('invalid', `${error.code} ${error.message}`.slice(0, 300), undefined, error)
    throw error
  }
}
