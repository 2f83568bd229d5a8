import { decodeJwt } from 'jose'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { resourcesOf } from '../tokens/audience.ts'
import { CLAIMS, extraMetadataOf } from '../claims.ts'
import { isReadable } from './demand.ts'

const OFFLINE = 'offline_access'
const OIDC = new Set([...Object.keys(CLAIMS), OFFLINE])
/** The OpenID Connect scopes that an external client may request. */
const EXTERNAL_CLIENT_SCOPES = ['openid', OFFLINE]

/** The scopes as the client sent them, before the library removed any. */
function sentScopes({ oidc, query }: KoaContextWithOIDC): string[] {
  const pushed = oidc.entities.PushedAuthorizationRequest as { request?: string } | undefined
  const body = oidc.body as { scope?: unknown; request?: unknown } | undefined
  const object = pushed?.request ?? body?.request ?? query.request
  const sent = typeof object === 'string' ? decodeJwt(object).scope : (body?.scope ?? query.scope)
  return typeof sent === 'string' ? sent.split(' ') : []
}

/** Keeps those individually requested claims that belong to `openid` or to these scopes. */
function narrowClaims(claims: string, scopes: readonly string[]): string {
  const tellable = new Set(['openid', ...scopes].flatMap(scope => CLAIMS[scope as keyof typeof CLAIMS] ?? []))
  const within = (requested: unknown) => Object.fromEntries(Object.entries(requested ?? {}).filter(([name]) => tellable.has(name)))
  const { userinfo, id_token: idToken } = JSON.parse(claims) as { userinfo?: unknown; id_token?: unknown }
  return JSON.stringify({ userinfo: within(userinfo), id_token: within(idToken) })
}

/**
 * Narrows a request that the library has read to the OpenID Connect scopes of the application's settings and to the scopes its
 * resource servers offer. Refuses an application that may leave out PKCE but sends no nonce either.
 */
export function narrowParams(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc
  if (!params || !client) return
  const own = extraMetadataOf(client)
  if (own.acceptsNonceInsteadOfPkce && params.response_type === 'code' && params.code_challenge === undefined && !params.nonce)
    throw new errors.InvalidRequest('a nonce or a code_challenge is needed')
  const allowed = own.isExternal ? EXTERNAL_CLIENT_SCOPES : own.scopes
  const requested = new Set(String(params.scope ?? '').split(' ').filter(Boolean)) // prettier-ignore
  if (own.isOffline && client.grantTypeAllowed('refresh_token') && sentScopes(ctx).includes(OFFLINE)) requested.add(OFFLINE)
  if (requested.size === 0 && params.authorization_details !== undefined)
    throw new errors.InvalidScope('name a scope beside authorization_details', '')
  const offered = new Set([...resourcesOf(ctx).values()].flatMap(({ scopes }) => scopes.map(({ name }) => name)))
  // A request without scope asks for all that is offered (RFC 6749, 3.3); the user reads the scopes on the consent page.
  if (requested.size === 0 && offered.size > 0) for (const name of offered) requested.add(name)
  const granted = [...requested].filter(name => offered.has(name) || (OIDC.has(name) && (allowed?.includes(name) ?? true)))
  if (granted.length === 0) throw new errors.InvalidScope('no scope that may be asked for', [...requested].join(' '))
  params.scope = granted.join(' ')
  // A user who is asked for consent reads scopes, so only claims of the granted scopes may be requested.
  const claimScopes = own.asksConsent || own.isExternal ? granted : (allowed ?? Object.keys(CLAIMS))
  if (typeof params.claims !== 'string') return
  if (!isReadable(params.claims)) throw new errors.InvalidRequest('claims.id_token.acr is not as it should be')
  params.claims = narrowClaims(params.claims, claimScopes)
}
