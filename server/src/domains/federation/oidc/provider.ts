import { errors, Provider, type Client, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { reachOutside } from '../../../outside/reach.ts'
import { accountOf, CLAIMS, clientOf, findAccountOf, ownOf } from './claims.ts'
import { registerExchange } from './exchange.ts'
import { CODE_SECONDS, isOffline, ISSUER_PATH, refreshSeconds, SESSION_SECONDS } from './issuer.ts'
import { askDeviceCode, askLogout, confirmDevice, deviceDone, loggedOut, showError } from './pages.ts'
import { policyOf } from './policy.ts'
import { apiResource, secretRest, useOurSessions } from './ours.ts'
import { SM2, signWithSm2 } from './sm2.ts'
import { storeOf } from './store.sql.ts'

const MINUTE = 60
const DAY = 86_400

/** The issuer with these keys; made anew when they change. */
export function openProvider(kernel: Kernel, issuer: string, keys: readonly JWK[]): Provider {
  const provider = new Provider(
    issuer,
    configurationOf(
      kernel,
      keys.filter(({ alg }) => alg !== SM2),
    ),
  )
  // Not a proxy's word: ours, put there before the request is handed on.
  provider.proxy = true
  useOurSessions(kernel, provider)
  registerExchange(provider)
  signWithSm2(
    provider,
    keys.filter(({ alg }) => alg === SM2),
  )
  return provider
}

function configurationOf(kernel: Kernel, keys: readonly JWK[]): Configuration {
  return {
    adapter: storeOf(kernel),
    jwks: { keys },
    claims: CLAIMS,
    // Applications take who somebody is from the ID token, and few ask userinfo besides.
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    extraClientMetadata: { properties: ['own'], validator: () => undefined },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' && (client.redirectUris ?? []).some(uri => URL.canParse(uri) && new URL(uri).origin === origin),
    findAccount: findAccountOf(kernel),
    loadExistingGrant: grantOf,
    interactions: { policy: policyOf(kernel), url: (_ctx, interaction) => `${ISSUER_PATH}/interaction/${interaction.uid}` },
    cookies: { names: { session: 'hufu-oidc', interaction: 'hufu-oidc-asked', resume: 'hufu-oidc-resume' } },
    ttl: lifetimes,
    features: featuresOf(kernel),
    renderError: showError,
    fetch: fetchOutside(kernel),
  }
}

const lifetimes: Configuration['ttl'] = {
  AccessToken: (_ctx, _token, client) => ownOf(client).tokenSeconds,
  IdToken: (_ctx, _token, client) => ownOf(client).tokenSeconds,
  ClientCredentials: (ctx, _token, client) => Math.min(ownOf(client).tokenSeconds, secretRest(ctx)),
  AuthorizationCode: CODE_SECONDS,
  DeviceCode: 10 * MINUTE,
  Interaction: 60 * MINUTE,
  Session: SESSION_SECONDS,
  RefreshToken: (_ctx, token) => refreshSeconds(token.scope),
  // As long as the last token of it can be renewed.
  Grant: (_ctx, grant) => (isOffline(grant.getOIDCScope()) ? 365 * DAY : SESSION_SECONDS + DAY),
}

const featuresOf = (kernel: Kernel): Configuration['features'] => ({
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  clientCredentials: { enabled: true },
  deviceFlow: {
    enabled: true,
    userCodeInputSource: askDeviceCode,
    userCodeConfirmSource: confirmDevice,
    successSource: deviceDone,
    deviceInfo: () => ({}),
  },
  introspection: { enabled: true, allowedPolicy: isStillGood(kernel) },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: { enabled: true, logoutSource: askLogout, postLogoutSuccessSource: loggedOut },
  resourceIndicators: {
    enabled: true,
    defaultResource: (ctx, client, oneOf) =>
      oneOf?.length ? oneOf : ownOf(client).apiClientId === undefined ? [] : apiResource(ctx.oidc.issuer),
    getResourceServerInfo: (ctx, resource, client) => apiServer(ctx, resource, ownOf(client)),
    useGrantedResource: () => true,
  },
})

interface Shown {
  kind?: string
  clientId?: string | undefined
  scope?: string | undefined
  accountId?: string | undefined
}

/** What was taken away since a token was given counts at once where one asks about it: the client's own being, the person's right. */
const isStillGood =
  (kernel: Kernel) =>
  async (ctx: KoaContextWithOIDC, client: Client, token: Shown): Promise<boolean> => {
    if (client.clientAuthMethod === 'none' && token.clientId !== client.clientId) return false
    if (token.kind === 'RefreshToken' && !isOwnersQuestion(ctx, client, token)) return false
    const owner = token.clientId === undefined ? undefined : await clientOf(ctx, token.clientId)
    if (!owner) return false
    // Of the calls it was made out for those that are still held: whoever asks lets it make what is answered.
    const { calls } = ownOf(owner)
    if (calls) token.scope = token.scope?.split(' ').filter(scope => calls.includes(scope)).join(' ') // prettier-ignore
    return token.accountId === undefined || (await accountOf(kernel, ownOf(owner), token.accountId, { hasAccess: true })) !== undefined
  }

/** A resource server takes what is active for an access token: of a refresh token only its owner hears, who says what it is. */
const isOwnersQuestion = ({ oidc }: KoaContextWithOIDC, client: Client, token: Shown): boolean =>
  token.clientId === client.clientId && oidc.params?.token_type_hint === 'refresh_token'

/** The only resource there is: the API of Hufu, whose scopes are the calls a client was granted. */
function apiServer(ctx: KoaContextWithOIDC, resource: string, own: ReturnType<typeof ownOf>) {
  if (own.apiClientId === undefined || resource !== apiResource(ctx.oidc.issuer)) throw new errors.InvalidTarget()
  const scope = (own.calls ?? []).join(' ')
  // Who names no scope asks for all it holds (RFC 6749, 3.3).
  if (ctx.oidc.params?.grant_type === 'client_credentials') ctx.oidc.params.scope ??= scope || undefined
  return { scope, audience: resource, accessTokenTTL: own.tokenSeconds, accessTokenFormat: 'opaque' as const }
}

/**
 * Applications of this organisation need no consent: what they ask for is granted. Each request has a grant of its own, so
 * that revoking what one tab was given leaves the others signed in; a request that was interrupted keeps the one it had.
 */
async function grantOf({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session, account, entities } = oidc
  if (!client || !session || !account) return undefined
  const { clientId } = client
  const { accountId } = account
  const begun = (entities.Interaction as { grantId?: string } | undefined)?.grantId
  const known = begun === undefined ? undefined : await provider.Grant.find(begun)
  if (known?.accountId === accountId && known.clientId === clientId) return known
  const grant = new provider.Grant({ clientId, accountId })
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '))
  await grant.save()
  return grant
}

/** Where the library speaks to an application by itself: by the rules of T23, not by its own, which know no private network. */
const fetchOutside =
  ({ settings }: Kernel): typeof fetch =>
  async (input, init) => {
    const reach = reachOutside({ withLoopback: settings.mockProviders })
    const { status, text } = await reach(new URL(input instanceof Request ? input.url : input), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body instanceof URLSearchParams && { body: init.body.toString() }),
    })
    return new Response(status === 204 ? null : text, { status })
  }
