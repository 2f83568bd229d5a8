import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { findAccountOf, extraMetadataOf } from '../claims.ts'
import { certificateOf } from '../clients/client-certificate.ts'
import { EXCHANGE_GRANT } from '../clients/client.sql.ts'
import { secondsUntilSecretExpires } from '../library-overrides.ts'
import { recordActing } from './exchange-record.ts'
import { infoOf } from './resource.ts'
import { agentScopes, findResource } from './resource.sql.ts'
import { bindGrant } from './store.sql.ts'
import { tokenIdOf } from './structured-token.ts'

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const PARAMETERS = [
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'audience',
  'resource',
  'scope',
  'actor_token',
  'actor_token_type',
]

interface ExchangeParams extends Record<string, unknown> {
  subject_token?: string
  subject_token_type?: string
  requested_token_type?: string
  audience?: string
  resource?: string
  scope?: string
  actor_token?: string
}
type Exchange = KoaContextWithOIDC & { oidc: { params: ExchangeParams; client: NonNullable<KoaContextWithOIDC['oidc']['client']> } }

interface Actor {
  sub: string
  act?: Actor
}
const actors = new WeakMap<object, Actor>()
/** The `act` claim (RFC 8693, 4.1): the client that acts for the user with this token, with any earlier actor nested in it. */
export const actorOf = (token: object): { act: Actor } | undefined => {
  const act = actors.get(token)
  return act && { act }
}

/** Token exchange (RFC 8693): an API client narrows its own token; an agent gets a token to act for a user at a resource server. */
export function registerExchange(kernel: Kernel, provider: Provider): void {
  provider.registerGrantType<ExchangeParams>(
    EXCHANGE_GRANT,
    async context => {
      const ctx = context as Exchange
      await (extraMetadataOf(ctx.oidc.client).apiClientId === undefined ? exchangeForAgent(kernel, provider, ctx) : narrow(provider, ctx))
    },
    PARAMETERS,
    [],
  )
}

/** The new token expires no later than the subject token. */
async function narrow(provider: Provider, ctx: Exchange): Promise<void> {
  const { client, params } = ctx.oidc
  const subject = await provider.ClientCredentials.find(requested(params))
  if (!subject?.isValid || subject.clientId !== client.clientId) throw new errors.InvalidRequest('subject_token is not valid')
  // A sender-constrained token must not be exchanged for one that works without the key.
  if (subject.isSenderConstrained()) throw new errors.InvalidRequest('subject_token is sender constrained')
  const target = params.audience ?? params.resource
  if (target !== undefined && target !== subject.aud) throw new errors.InvalidTarget()
  const subjectScopes = (subject.scope ?? '').split(' ').filter(scope => extraMetadataOf(client).calls?.includes(scope))
  const token = new provider.ClientCredentials({
    client,
    scope: scopesWithin(params, subjectScopes).join(' ') || undefined,
    expiresIn: Math.min(subject.remainingTTL, secondsUntilSecretExpires(ctx)),
  })
  if (subject.aud !== undefined) token.setAudience(subject.aud)
  answer(ctx, token, await token.save())
}

/**
 * Exchanges a user's token for one at a resource server where the client is an agent. The new token allows only what both the
 * user and the agent may do, expires no later than the subject token, and ends with it.
 */
async function exchangeForAgent(kernel: Kernel, provider: Provider, ctx: Exchange): Promise<void> {
  const { client, params } = ctx.oidc
  const subject = await subjectOf(kernel, provider, ctx)
  const target = params.resource ?? params.audience
  const resource = target === undefined ? undefined : await findResource(kernel.db, target)
  const allowed = resource && (await agentScopes(kernel.db, resource.appId, client.clientId))
  if (!resource || !allowed) throw new errors.InvalidTarget()
  const account = await findAccountOf(kernel)(ctx, subject.accountId, { clientId: client.clientId, aud: resource.identifier })
  if (!account) throw new errors.InvalidGrant('the user may not use this resource')
  const resourceScopes = resource.scopes.map(({ name }) => name).filter(name => allowed.includes(name))
  const scope = scopesWithin(params, resourceScopes).join(' ')
  if (scope === '') throw new errors.InvalidScope('nothing may be given', params.scope ?? '')
  const grant = new provider.Grant({ clientId: client.clientId, accountId: subject.accountId })
  grant.addResourceScope(resource.identifier, scope)
  const grantId = await grant.save()
  if (!(await bindGrant(kernel.db, grantId, subject.grantId))) throw new errors.InvalidRequest('subject_token is not valid')
  const token = new provider.AccessToken({
    client,
    accountId: subject.accountId,
    grantId,
    gty: 'token_exchange',
    scope,
    expiresIn: Math.min(subject.remainingTTL, infoOf(resource).accessTokenTTL ?? subject.remainingTTL),
    resourceServer: new provider.ResourceServer(resource.identifier, infoOf(resource)),
  } as never)
  const former = (subject.extra as { act?: Actor } | undefined)?.act
  const certificate = client.tlsClientCertificateBoundAccessTokens ? certificateOf(kernel, ctx.req) : undefined
  if (certificate) token.setThumbprint('x5t', certificate)
  actors.set(token, { sub: client.clientId, ...(former && { act: former }) })
  answer(ctx, token, await token.save())
  await recordActing(kernel, ctx, { resource, userId: subject.accountId, scope })
}

/** Finds the subject token: a user's token issued to this client, or to this resource server as its audience. */
async function subjectOf(kernel: Kernel, provider: Provider, ctx: Exchange) {
  const { client, params } = ctx.oidc
  const subject = await provider.AccessToken.find(await tokenIdOf(provider, requested(params)))
  const own = subject?.aud === undefined ? undefined : await findResource(kernel.db, String(subject.aud))
  const isOwn = own ? own.clientId === client.clientId : subject?.clientId === client.clientId
  if (!subject?.isValid || !isOwn || subject.grantId === undefined) throw new errors.InvalidRequest('subject_token is not valid')
  if (subject.isSenderConstrained() && subject.clientId !== client.clientId)
    throw new errors.InvalidRequest('subject_token is sender constrained')
  const grant = await provider.Grant.find(subject.grantId)
  if (!grant || grant.accountId !== subject.accountId) throw new errors.InvalidRequest('subject_token is not valid')
  const giver = await findAccountOf(kernel)(ctx, subject.accountId, subject)
  if (!giver) throw new errors.InvalidRequest('subject_token is not valid')
  const { accountId, grantId, extra, remainingTTL } = subject
  return { accountId, grantId, extra, remainingTTL }
}

function scopesWithin({ scope }: ExchangeParams, allowed: readonly string[]): string[] {
  const wanted = scope?.split(' ') ?? [...allowed]
  if (!wanted.every(one => allowed.includes(one))) throw new errors.InvalidScope('more than may be given', scope ?? '')
  return wanted
}

function answer(ctx: Exchange, token: { tokenType: string; expiration: number; scope?: string | undefined }, value: string): void {
  ctx.body = {
    access_token: value,
    issued_token_type: ACCESS_TOKEN,
    token_type: token.tokenType,
    expires_in: token.expiration,
    scope: token.scope,
  }
}

function requested({
  subject_token: token,
  subject_token_type: type,
  requested_token_type: wanted,
  actor_token: actor,
}: ExchangeParams): string {
  if (!token) throw new errors.InvalidRequest('missing required parameter: subject_token')
  if (type !== ACCESS_TOKEN) throw new errors.InvalidRequest('unsupported subject_token_type')
  if (wanted !== undefined && wanted !== ACCESS_TOKEN) throw new errors.InvalidRequest('unsupported requested_token_type')
  if (actor !== undefined) throw new errors.InvalidRequest('actor_token is not supported')
  return token
}
