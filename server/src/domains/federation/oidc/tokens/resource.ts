import { errors, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { nameResource } from './audience.ts'
import { extraMetadataOf } from '../claims.ts'
import { apiResource } from '../library-overrides.ts'
import { findResource, type Resource } from './resource.sql.ts'

/** The longest life of a JWT access token, because a resource server reads it without introspection. */
const JWT_SECONDS = 300

type ResourceInfo = Pick<ResourceServer, 'scope' | 'audience' | 'accessTokenTTL' | 'accessTokenFormat' | 'jwt'>

/** The tokens of a resource server: Hufu's own API for API clients, registered resource servers for all other clients. */
export const resourceInfo =
  ({ db }: Kernel) =>
  async (ctx: KoaContextWithOIDC, identifier: string, client: Client): Promise<ResourceInfo> => {
    const own = extraMetadataOf(client)
    if (own.apiClientId !== undefined) return apiServer(ctx, identifier, own)
    const resource = await findResource(db, identifier)
    if (!resource) throw new errors.InvalidTarget()
    nameResource(ctx, resource)
    return infoOf(resource)
  }

export function infoOf({ identifier, scopes, tokenFormat, tokenSeconds, tokenAlg }: Resource): ResourceInfo {
  return {
    scope: scopes.map(({ name }) => name).join(' '),
    audience: identifier,
    accessTokenTTL: tokenFormat === 'jwt' ? Math.min(tokenSeconds, JWT_SECONDS) : tokenSeconds,
    accessTokenFormat: tokenFormat,
    ...(tokenFormat === 'jwt' && { jwt: { sign: { alg: tokenAlg === 'SM2' ? 'RS256' : tokenAlg } } }),
  }
}

/** The API of Hufu, whose scopes are the calls a client was granted. */
function apiServer(ctx: KoaContextWithOIDC, resource: string, own: ReturnType<typeof extraMetadataOf>): ResourceInfo {
  if (resource !== apiResource(ctx.oidc.issuer)) throw new errors.InvalidTarget()
  const scope = (own.calls ?? []).join(' ')
  // A request without scope asks for all calls that the client holds (RFC 6749, 3.3).
  if (ctx.oidc.params?.grant_type === 'client_credentials') ctx.oidc.params.scope ??= scope || undefined
  return { scope, audience: resource, accessTokenTTL: own.tokenSeconds, accessTokenFormat: 'opaque' }
}

export function defaultResource(ctx: KoaContextWithOIDC, client: Client, oneOf?: readonly string[]): string | readonly string[] {
  if (oneOf?.length) return oneOf
  const own = extraMetadataOf(client)
  // An external client gets tokens only for resource servers.
  if (own.isExternal) throw new errors.InvalidTarget('a resource indicator is needed')
  return own.apiClientId === undefined ? [] : apiResource(ctx.oidc.issuer)
}
