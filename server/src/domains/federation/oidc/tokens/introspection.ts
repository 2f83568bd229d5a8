import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { listed, allowedResources } from './audience.ts'
import { accountOf, clientOf, EXTERNAL, extraMetadataOf } from '../claims.ts'
import { isDocumentId, isHostAllowed } from '../clients/client-document.ts'
import type { ExtraMetadata } from '../clients/extra-metadata.ts'
import { apiResource } from '../library-overrides.ts'
import { agentScopes, type Resource } from './resource.sql.ts'

const SIGNED = 'application/token-introspection+jwt'
/** Refuses an unsigned introspection response to a client that takes only signed ones (RFC 9701, 5). */
export function answerSigned(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if (!('oidc' in ctx) || ctx.oidc.route !== 'introspection' || ctx.status !== 200) return
    if (!extraMetadataOf(ctx.oidc.client).asksSigned || ctx.response.is(SIGNED)) return
    ctx.status = 400
    ctx.body = { error: 'invalid_request', error_description: `this client must send Accept: ${SIGNED}` }
  })
}

interface IntrospectedToken {
  kind?: string
  clientId?: string | undefined
  scope?: string | undefined
  accountId?: string | undefined
  aud?: string | string[] | undefined
  extra?: Record<string, unknown> | undefined
}

/** Makes a token inactive at introspection as soon as its client is disabled or its user has lost access. */
export const isTokenStillValid =
  (kernel: Kernel) =>
  async (ctx: KoaContextWithOIDC, client: Client, token: IntrospectedToken): Promise<boolean> => {
    if (client.clientAuthMethod === 'none' && token.clientId !== client.clientId) return false
    if (token.kind === 'RefreshToken' && !isIntrospectedByOwnClient(ctx, client, token)) return false
    const owner = token.clientId === undefined ? undefined : await ownerOf(kernel, ctx, token.clientId)
    if (!owner) return false
    // Reports only calls that the API client still holds, because the caller of introspection allows every call it reads here.
    if (owner.calls) narrow(token, owner.calls)
    if (token.accountId === undefined) return true
    const audience = listed(token.aud).filter(one => one !== apiResource(ctx.oidc.issuer))
    const resources = await allowedResources(kernel, token.accountId, audience)
    if (!resources || !(await mayIntrospect(kernel, client, token, resources))) return false
    return owner.isExternal === true || (await accountOf(kernel, owner, token.accountId, { hasAccess: true })) !== undefined
  }

const narrow = (token: IntrospectedToken, allowed: readonly string[]) => {
  token.scope = token.scope?.split(' ').filter(scope => allowed.includes(scope)).join(' ') // prettier-ignore
}

/** The metadata of a token's client; a client metadata document is not fetched, only its host is checked. */
async function ownerOf(kernel: Kernel, ctx: KoaContextWithOIDC, clientId: string): Promise<ExtraMetadata | undefined> {
  if (isDocumentId(clientId)) return isHostAllowed(kernel, clientId) ? EXTERNAL : undefined
  const owner = await clientOf(ctx, clientId)
  return owner && extraMetadataOf(owner)
}

/** Reports a token only to its resource server and its client, with the scopes still offered and, for an agent, still granted. */
async function mayIntrospect({ db }: Kernel, client: Client, token: IntrospectedToken, resources: readonly Resource[]): Promise<boolean> {
  if (resources.length === 0) return true
  const asking = resources.some(({ clientId }) => clientId === client.clientId)
  if (!asking && token.clientId !== client.clientId) return false
  const offered = resources.flatMap(({ scopes }) => scopes.map(({ name }) => name))
  narrow(token, offered)
  if (token.extra?.act === undefined || token.clientId === undefined) return true
  const scopes = await agentScopes(db, resources[0]!.appId, token.clientId)
  narrow(token, scopes ?? [])
  return token.scope !== '' && scopes !== undefined
}

/**
 * A refresh token is active only for its own client with token_type_hint=refresh_token, because resource servers take every active
 * token for an access token.
 */
const isIntrospectedByOwnClient = ({ oidc }: KoaContextWithOIDC, client: Client, token: IntrospectedToken): boolean =>
  token.clientId === client.clientId && oidc.params?.token_type_hint === 'refresh_token'
