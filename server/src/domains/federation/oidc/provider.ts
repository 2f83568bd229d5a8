import type { Client, Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { createHttpSender } from '../../../outside/http-sender.ts'
import { CLAIMS, findAccountOf, extraMetadataOf } from './claims.ts'
import { cibaFeature, announceNoUserCodeSupport } from './ciba/ciba.ts'
import { answerPolls } from './ciba/ciba-poll.ts'
import { answerQuestions, checkSector, isClientAllowed, isHostAllowed } from './clients/client-document.ts'
import { discoveryOf } from './clients/discovery.ts'
import { authMethodsOf, mtlsFeature } from './clients/mtls.ts'
import { addConsented } from './consent/consent.ts'
import { detailsFeature } from './consent/detail.ts'
import { actorOf, registerExchange } from './tokens/exchange.ts'
import { assertClientAssertion, assertRequestObject } from './keys/fapi.ts'
import { ProviderWithPages } from './pages/form-post.ts'
import { showLogoutFrames } from './logout/frontchannel.ts'
import { answerSigned, isTokenStillValid } from './tokens/introspection.ts'
import { ACR, CODE_SECONDS, isOffline, ISSUER_PATH, refreshSeconds, requestSeconds, SESSION_SECONDS } from './issuer.ts'
import { answerOutages } from './outage.ts'
import { askDeviceCode, askLogout, confirmDevice, deviceDone, loggedOut, showError } from './pages/pages.ts'
import { policyOf } from './request/policy.ts'
import { secondsUntilSecretExpires, overrideLibrary } from './library-overrides.ts'
import { narrowParams } from './request/params.ts'
import { defaultResource, resourceInfo } from './tokens/resource.ts'
import { SM2, signWithSm2 } from './keys/sm2.ts'
import { endExchanged, storeOf } from './tokens/store.sql.ts'
import { keepStructuredTokens } from './tokens/structured-token.ts'

const MINUTE = 60
/** Algorithms of an application's keys; none uses its secret, which is kept only as a hash. */
const KEY_ALGS = ['ES256', 'PS256', 'EdDSA', 'RS256'] as const
/** Algorithms of Hufu's keys in the library. */
const OWN_ALGS = ['ES256', 'RS256'] as const
const DAY = 86_400

/** Makes an OpenID provider with these keys; when they change, another one is made. */
export function openProvider(kernel: Kernel, issuer: string, keys: readonly JWK[], detailTypes: readonly string[] = []): Provider {
  const provider = new ProviderWithPages(
    issuer,
    configurationOf(
      kernel,
      issuer,
      keys.filter(({ alg }) => alg !== SM2),
      detailTypes,
    ),
  )
  // Trusts the forwarded headers, because toLibrary has set them to the issuer's host.
  provider.proxy = true
  // The outermost middleware, because it answers for all others.
  answerOutages(provider)
  // The next one, because its page leads to the redirect that the others have answered.
  showLogoutFrames(kernel, provider)
  overrideLibrary(kernel, provider)
  answerQuestions(provider)
  answerSigned(provider)
  registerExchange(kernel, provider)
  answerPolls(kernel, provider)
  announceNoUserCodeSupport(provider)
  keepStructuredTokens(provider, keys)
  signWithSm2(
    provider,
    keys.filter(({ alg }) => alg === SM2),
  )
  return provider
}

function configurationOf(kernel: Kernel, issuer: string, keys: readonly JWK[], detailTypes: readonly string[]): Configuration {
  return {
    adapter: storeOf(kernel),
    jwks: { keys },
    claims: CLAIMS,
    // Claims of scopes stand in the ID token too, because few applications also call userinfo.
    conformIdTokenClaims: false,
    clientAuthMethods: [...authMethodsOf(kernel), 'none'],
    // Every client may request every type, because the user decides, as with scopes of resource servers.
    clientDefaults: { id_token_signed_response_alg: 'RS256', authorization_details_types: [...detailTypes] },
    enabledJWA: {
      idTokenSigningAlgValues: OWN_ALGS,
      authorizationSigningAlgValues: OWN_ALGS,
      introspectionSigningAlgValues: OWN_ALGS,
      clientAuthSigningAlgValues: KEY_ALGS,
      requestObjectSigningAlgValues: KEY_ALGS,
    },
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: (_ctx, client) => extraMetadataOf(client).acceptsNonceInsteadOfPkce !== true },
    // No client sends this parameter: its validator is the only hook after the library has read a request.
    extraParams: { 'hufu-narrowed': narrowParams },
    extraTokenClaims: (_ctx, token) => (token.kind === 'ClientCredentials' ? { sub: token.clientId } : actorOf(token)),
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    extraClientMetadata: { properties: ['own'], validator: () => undefined },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' && (client.redirectUris ?? []).some(uri => URL.canParse(uri) && new URL(uri).origin === origin),
    discovery: discoveryOf(kernel, issuer),
    sectorIdentifierUriValidate: checkSector(kernel),
    acrValues: Object.values(ACR),
    assertJwtClientAuthClaimsAndHeader: assertClientAssertion,
    findAccount: findAccountOf(kernel),
    loadExistingGrant: grantOf(kernel),
    interactions: { policy: policyOf(kernel), url: (_ctx, interaction) => `${ISSUER_PATH}/interaction/${interaction.uid}` },
    cookies: { names: { session: 'hufu-oidc', interaction: 'hufu-oidc-asked', resume: 'hufu-oidc-resume' } },
    ttl: lifetimes,
    features: featuresOf(kernel, detailTypes),
    renderError: showError(kernel),
    fetch: fetchOutside(kernel),
  }
}

const lifetimes: Configuration['ttl'] = {
  AccessToken: (_ctx, token, client) => token.resourceServer?.accessTokenTTL ?? extraMetadataOf(client).tokenSeconds,
  IdToken: (_ctx, _token, client) => extraMetadataOf(client).tokenSeconds,
  ClientCredentials: (ctx, _token, client) => Math.min(extraMetadataOf(client).tokenSeconds, secondsUntilSecretExpires(ctx)),
  AuthorizationCode: CODE_SECONDS,
  DeviceCode: 10 * MINUTE,
  BackchannelAuthenticationRequest: (_ctx, request) => requestSeconds(request.params?.requested_expiry),
  Interaction: 60 * MINUTE,
  Session: SESSION_SECONDS,
  RefreshToken: (_ctx, token) => refreshSeconds(token.scope),
  // A grant lasts as long as its tokens can be renewed.
  Grant: (_ctx, grant) => (isOffline(grant.getOIDCScope()) ? 365 * DAY : SESSION_SECONDS + DAY),
}

const featuresOf = (kernel: Kernel, detailTypes: readonly string[]): Configuration['features'] => ({
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  claimsParameter: { enabled: true },
  requestObjects: { enabled: true, assertJwtClaimsAndHeader: assertRequestObject },
  clientCredentials: { enabled: true },
  deviceFlow: {
    enabled: true,
    userCodeInputSource: askDeviceCode,
    userCodeConfirmSource: confirmDevice,
    successSource: deviceDone,
    deviceInfo: () => ({}),
  },
  ciba: cibaFeature(kernel),
  mTLS: mtlsFeature(kernel),
  introspection: { enabled: true, allowedPolicy: isTokenStillValid(kernel) },
  jwtIntrospection: { enabled: true },
  jwtResponseModes: { enabled: true },
  revocation: { enabled: true, allowedPolicy: mayRevoke(kernel) },
  rpInitiatedLogout: { enabled: true, logoutSource: askLogout, postLogoutSuccessSource: loggedOut },
  resourceIndicators: {
    enabled: true,
    defaultResource,
    getResourceServerInfo: resourceInfo(kernel),
    useGrantedResource: () => true,
  },
  fapi: { enabled: true, profile: (_ctx, client) => (extraMetadataOf(client).isFapi ? '2.0' : undefined) },
  richAuthorizationRequests: detailsFeature(kernel, detailTypes),
  clientIdMetadataDocument: {
    enabled: kernel.config.values.clientDocumentHosts.length > 0,
    ack: 'draft-02',
    allowFetch: (_ctx, clientId) => isHostAllowed(kernel, clientId),
    allowClient: (_ctx, client) => isClientAllowed(kernel, client),
  },
})

/** Only a token's own client may revoke it; the grants that came of it by token exchange end with it. */
const mayRevoke =
  ({ db }: Kernel) =>
  async (_ctx: KoaContextWithOIDC, client: Client, token: { clientId?: string | undefined; grantId?: string | undefined }) => {
    if (token.clientId !== client.clientId) return false
    if (token.grantId !== undefined) await endExchanged(db, token.grantId)
    return true
  }

/**
 * The grant of a request, with what the user has consented to or what needs no consent. Each request has its own grant, so that
 * revoking the tokens of one tab leaves the others signed in; an interrupted request keeps the grant it had.
 */
const grantOf = (kernel: Kernel) => async (ctx: KoaContextWithOIDC) => {
  const { provider, client, session, account, entities } = ctx.oidc
  if (!client || !session || !account) return undefined
  const { clientId } = client
  const { accountId } = account
  const begun = (entities.Interaction as { grantId?: string } | undefined)?.grantId
  const interrupted = begun === undefined ? undefined : await provider.Grant.find(begun)
  const isTheirs = interrupted?.accountId === accountId && interrupted.clientId === clientId
  const grant = isTheirs ? interrupted : new provider.Grant({ clientId, accountId })
  await addConsented(kernel, ctx, grant)
  await grant.save()
  return grant
}

/** The library's own requests to applications obey T23 instead of the library's rules, which do not know private networks. */
const fetchOutside =
  ({ settings }: Kernel): typeof fetch =>
  async (input, init) => {
    const send = createHttpSender({ withLoopback: settings.allowLoopback })
    const { status, text } = await send(new URL(input instanceof Request ? input.url : input), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body instanceof URLSearchParams && { body: init.body.toString() }),
    })
    return new Response(status === 204 ? null : text, { status })
  }
