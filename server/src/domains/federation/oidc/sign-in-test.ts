import type { Client, Provider } from 'oidc-provider'
import type { OidcSignInTest } from '@hufu/contract/federation/sign-in-test'
import type { Kernel } from '../../../platform/kernel.ts'
import { accountOf, extraMetadataOf } from './claims.ts'
import { hostOf } from './host.ts'
import { ACR, CODE_SECONDS, refreshSeconds } from './issuer.ts'
import { signingKeys } from './keys/signing-key.sql.ts'
import { algOf } from './keys/sm2.ts'

interface TestRequest {
  clientId: string
  userId: string
  scope: string
  /** The redirect address to which the user would return. */
  address: string | undefined
  /** Whether the user has access to the application. */
  open: boolean
}

const NOTHING: OidcSignInTest = { redirect: null, header: null, claims: null, userinfo: null, lives: null }

/**
 * What an application would receive, from the same functions as in a real sign-in, but without making a code, a token or a
 * signature. Values that only a real request has are placeholders in angle brackets.
 */
export async function testSignInByOidc(kernel: Kernel, { clientId, userId, scope, address, open }: TestRequest): Promise<OidcSignInTest> {
  const provider = await hostOf(kernel)?.provider()
  const client = await provider?.Client.find(clientId)
  if (!provider || !client) return NOTHING
  const redirect = address !== undefined && client.redirectUriAllowed(address) ? redirectOf(provider, address, open) : null
  const account = await accountOf(kernel, extraMetadataOf(client), userId, { hasAccess: true })
  if (!open || !account) return { ...NOTHING, redirect }
  const { scopes } = extraMetadataOf(client)
  const allowedScopes = scope.split(' ').filter(name => scopes?.includes(name) ?? true).join(' ') // prettier-ignore
  const claimsFor = async (use: string, more: object = {}) => {
    const available = { ...(await account.claims(use, allowedScopes, {}, [])), ...more }
    return new provider.Claims(available, { client }).scope(allowedScopes).result()
  }
  const now = Math.floor(kernel.now().getTime() / 1000)
  const seconds = extraMetadataOf(client).tokenSeconds
  const keys = await signingKeys(kernel)
  const alg = algOf(client, keys)
  const key = keys.find(each => each.alg === alg)
  return {
    redirect,
    header: { alg, kid: key?.kid },
    claims: {
      ...(await claimsFor('id_token', { auth_time: now, acr: ACR[''] })),
      nonce: '<nonce>',
      ...(client.includeSid() && { sid: '<sid>' }),
      ...registeredClaims(provider, client, now, seconds),
    },
    userinfo: await claimsFor('userinfo'),
    lives: { code: CODE_SECONDS, idToken: seconds, accessToken: seconds, refreshToken: refreshSeconds(scope) },
  }
}

const registeredClaims = ({ issuer: iss }: Provider, { clientId: aud }: Client, iat: number, seconds: number) => ({
  aud,
  exp: iat + seconds,
  iat,
  iss,
})

/** The redirect as the browser would show it, with placeholders that cannot be mistaken for real values. */
function redirectOf({ issuer }: Provider, address: string, open: boolean): string {
  const refusal = new URLSearchParams({ error: 'access_denied', error_description: 'the end-user may not open this application' })
  const answer = open ? 'code=<code>' : refusal.toString()
  return `${address}${address.includes('?') ? '&' : '?'}${answer}&state=<state>&iss=${encodeURIComponent(issuer)}`
}
