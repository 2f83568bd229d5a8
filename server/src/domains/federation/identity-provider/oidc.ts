import { withLongNumbersAsText } from '../../../platform/text/json.ts'
import { createRemoteJWKSet, customFetch as jwksFetch, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import { byKey } from './client-key.ts'
import { OidcOptions } from '@hufu/contract/federation/identity-provider'
import { createHttpSender, Unreachable, type HttpSender } from '../../../outside/http-sender.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import {
  type Answer,
  type StartedSignIn,
  type Identity,
  ProviderProblem,
  type ProviderProtocol,
  reject,
  type Visiting,
} from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'

const TIMEOUT_SECONDS = 5
/** How long a provider's metadata are cached. oauth4webapi fetches keys again whenever a key is unknown. */
const KEPT_MS = 600_000
const KEPT_MAX = 100
const SUBJECT_MAX = 255
const NO_BODY = new Set([204, 304])

/** Sends the library's requests by Hufu's HTTP client, whose limits for addresses, redirects, time and size then apply. */
const fetchBy =
  (send: HttpSender): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = body instanceof URLSearchParams ? body.toString() : body
    if (sent !== undefined && sent !== null && typeof sent !== 'string') throw new Unreachable('body refused')
    if (method !== 'GET' && method !== 'POST') throw new Unreachable('method refused')
    const reply = await send(new URL(url), { method, headers, ...(typeof sent === 'string' && { body: sent }) })
    const headerList = Object.entries(reply.headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    )
    const isJson = headerList.some(([name, value]) => name.toLowerCase() === 'content-type' && /\bjson\b/i.test(value))
    const text = isJson ? withLongNumbersAsText(reply.text) : reply.text
    return new Response(NO_BODY.has(reply.status) ? null : text, { status: reply.status, headers: headerList })
  }

interface Kept {
  version: number
  until: number
  config: Promise<client.Configuration>
}

const keySets = new WeakMap<client.Configuration, JWTVerifyGetKey>()

export class OidcClient implements ProviderProtocol {
  readonly #kernel: Kernel
  readonly #kept = new Map<string, Kept>()

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  async #configOf(provider: StoredProvider): Promise<client.Configuration> {
    const cached = this.#kept.get(provider.id)
    if (cached && cached.version === provider.version && cached.until > performance.now()) return cached.config
    const config = this.#discover(provider)
    this.#kept.delete(provider.id)
    this.#kept.set(provider.id, { version: provider.version, until: performance.now() + KEPT_MS, config })
    for (const id of this.#kept.keys()) if (this.#kept.size > KEPT_MAX) this.#kept.delete(id)
    try {
      return await config
    } catch (error) {
      if (this.#kept.get(provider.id)?.config === config) this.#kept.delete(provider.id)
      throw error
    }
  }

  /** The provider's keys for tokens outside a sign-in; fetched again for an unknown key, at most twice a minute. */
  async keysOf(provider: StoredProvider): Promise<JWTVerifyGetKey> {
    const config = await this.#configOf(provider)
    const cached = keySets.get(config)
    if (cached) return cached
    const uri = config.serverMetadata().jwks_uri ?? reject('unavailable', 'no jwks_uri')
    const fetched = fetchBy(createHttpSender({ withLoopback: this.#kernel.settings.allowLoopback }))
    const made = createRemoteJWKSet(new URL(uri), {
      [jwksFetch]: (url, { headers }) => fetched(url, { method: 'GET', headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' }), // prettier-ignore
    })
    keySets.set(config, made)
    return made
  }

  async #discover({ options, sealed }: StoredProvider): Promise<client.Configuration> {
    const { issuer, clientId, authMethod } = OidcOptions.parse(options)
    const { settings, keys, now } = this.#kernel
    const url = new URL(issuer)
    const secret = sealed === null ? undefined : keys.openField(sealed)
    const auth = authMethod === 'key' ? await byKey(this.#kernel) : secret === undefined ? client.None() : bySecret(secret)
    const metadata = { [client.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000), [client.clockTolerance]: TIMEOUT_SECONDS }
    return client.discovery(url, clientId, metadata, auth, {
      [client.customFetch]: fetchBy(createHttpSender({ withLoopback: settings.allowLoopback })),
      timeout: TIMEOUT_SECONDS,
      // The contract accepts http only for this machine and private networks.
      execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
    })
  }

  async begin(provider: StoredProvider, { callback, state, isForced, classes }: Visiting): Promise<StartedSignIn> {
    const { scopes } = OidcOptions.parse(provider.options)
    const verifier = client.randomPKCECodeVerifier()
    const nonce = client.randomNonce()
    try {
      const config = await this.#configOf(provider)
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: [...new Set(['openid', ...scopes.split(' ').filter(scope => scope !== '')])].join(' '),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(isForced && { prompt: 'login', max_age: '0' }),
        ...(classes.length > 0 && { acr_values: classes.join(' ') }),
      })
      if (!['https:', 'http:'].includes(address.protocol)) reject('unavailable', 'authorization endpoint refused')
      return { address: address.href, kept: { verifier, nonce } }
    } catch (error) {
      throw problemOf(error, 'unavailable')
    }
  }

  /** The provider's sign-out address (OpenID Connect RP-Initiated Logout 1.0); undefined if its metadata have none. */
  async signOutAddress(provider: StoredProvider, returnTo: string): Promise<string | undefined> {
    const config = await this.#configOf(provider)
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined
    const { protocol, href } = client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo })
    return ['https:', 'http:'].includes(protocol) ? href : undefined
  }

  async finish(provider: StoredProvider, { url, state, kept }: Answer): Promise<Identity> {
    try {
      const config = await this.#configOf(provider)
      const tokens = await client.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: kept.verifier ?? '',
        expectedNonce: kept.nonce ?? '',
        expectedState: state,
        idTokenExpected: true,
      })
      const idToken = tokens.claims() ?? reject('invalid', 'no ID token')
      if (idToken.sub === '' || idToken.sub.length > SUBJECT_MAX) reject('invalid', 'sub')
      const more = config.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(config, tokens.access_token, idToken.sub)
        : undefined
      const authTime = typeof idToken.auth_time === 'number' ? new Date(idToken.auth_time * 1000) : undefined
      const sid = typeof idToken.sid === 'string' ? idToken.sid : undefined
      const contextClass = typeof idToken.acr === 'string' ? idToken.acr : undefined
      const issuedAt = new Date(idToken.iat * 1000)
      return { subject: idToken.sub, claims: mergeClaims(more, idToken), authTime, issuedAt, isForced: false, sid, contextClass }
    } catch (error) {
      throw problemOf(error, 'invalid')
    }
  }
}

/** A verified flag counts only together with the value from the same source. */
const VERIFIED_CLAIMS = { email: 'email_verified', phone_number: 'phone_number_verified' } as const

function mergeClaims(more: Identity['claims'] | undefined, idToken: Identity['claims']): Identity['claims'] {
  const rest = { ...more }
  for (const [value, proof] of Object.entries(VERIFIED_CLAIMS)) if (value in idToken) delete rest[proof]
  return { ...rest, ...idToken }
}

/** Sends the secret in the way the provider's metadata allow; by header if they say nothing (RFC 8414). */
const bySecret = (secret: string): client.ClientAuth => {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** Error codes that mean the user did not continue. */
const DECLINED = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required'])

/** The problem in a few words, never with a token or a code. */
function problemOf(error: unknown, otherwise: 'unavailable' | 'invalid'): ProviderProblem {
  if (error instanceof ProviderProblem) return error
  const chain: unknown[] = []
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one)
  if (chain.some(one => one instanceof Unreachable || (one instanceof Error && ['TimeoutError', 'AbortError'].includes(one.name))))
    return new ProviderProblem('unavailable', 'unreachable', undefined, error)
  if (error instanceof client.AuthorizationResponseError)
    return new ProviderProblem(DECLINED.has(error.error) ? 'declined' : 'invalid', error.error.slice(0, 100), undefined, error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = error instanceof Error ? error.message : 'unknown'
  return new ProviderProblem(otherwise, `${code} ${reason}`.trim().slice(0, 300), undefined, error)
}
