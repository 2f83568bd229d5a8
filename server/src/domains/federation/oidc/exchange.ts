import { errors, type Provider } from 'oidc-provider'
import { EXCHANGE_GRANT } from './client.sql.ts'
import { ownOf } from './claims.ts'
import { secretRest } from './ours.ts'

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const PARAMETERS = ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'scope', 'actor_token', 'actor_token_type']

interface Asked extends Record<string, unknown> {
  subject_token?: string
  subject_token_type?: string
  requested_token_type?: string
  audience?: string
  scope?: string
  actor_token?: string
}

/**
 * Token exchange (RFC 8693), as far as it is needed: an API client makes of a token of its own one that may do less, to
 * hand it on. It lives no longer than the first.
 */
export function registerExchange(provider: Provider): void {
  provider.registerGrantType<Asked>(
    EXCHANGE_GRANT,
    async ctx => {
      const { client, params } = ctx.oidc
      const subject = await provider.ClientCredentials.find(requested(params))
      if (!subject?.isValid || subject.clientId !== client.clientId) throw new errors.InvalidRequest('subject_token is not valid')
      // A bound token is good for nothing without its key; exchanged, it would be.
      if (subject.isSenderConstrained()) throw new errors.InvalidRequest('subject_token is sender constrained')
      if (params.audience !== undefined && params.audience !== subject.aud) throw new errors.InvalidTarget()
      const held = (subject.scope ?? '').split(' ').filter(scope => ownOf(client).calls?.includes(scope))
      const wanted = params.scope?.split(' ') ?? held
      if (!wanted.every(scope => held.includes(scope)))
        throw new errors.InvalidScope('subject_token missing requested scope', params.scope ?? '')
      const token = new provider.ClientCredentials({
        client,
        scope: wanted.join(' ') || undefined,
        expiresIn: Math.min(subject.remainingTTL, secretRest(ctx)),
      })
      if (subject.aud !== undefined) token.setAudience(subject.aud)
      ctx.body = {
        access_token: await token.save(),
        issued_token_type: ACCESS_TOKEN,
        token_type: token.tokenType,
        expires_in: token.expiration,
        scope: token.scope,
      }
    },
    PARAMETERS,
    [],
  )
}

function requested({ subject_token: token, subject_token_type: type, requested_token_type: wanted, actor_token: actor }: Asked): string {
  if (!token) throw new errors.InvalidRequest('missing required parameter: subject_token')
  if (type !== ACCESS_TOKEN) throw new errors.InvalidRequest('unsupported subject_token_type')
  if (wanted !== undefined && wanted !== ACCESS_TOKEN) throw new errors.InvalidRequest('unsupported requested_token_type')
  if (actor !== undefined) throw new errors.InvalidRequest('actor_token is not supported')
  return token
}
