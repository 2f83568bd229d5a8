import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { identityProvider, type ProviderDraft } from '@hufu/contract/federation/identity-provider'
import { json as asText, openFake, type FakeRequest, type Fake, type FakeReply } from './fakes/fake.ts'
import type { TestServer } from './harness.ts'
import { Browser } from './oidc.ts'

const json = (value: unknown): FakeReply => ({ ...asText(value), headers: { 'content-type': 'application/json' } })

export const CLIENT_ID = 'hufu'
export const CLIENT_SECRET = 'a-secret-of-the-upstream-provider-2026'

export const rules: ProviderDraft['rules'] = {
  link: 'none',
  linkClaim: '',
  isAuthoritative: false,
  makes: false,
  contactsProven: false,
  factorClasses: [],
  domains: [],
  claims: { userName: 'preferred_username', realName: 'name', phone: 'phone_number', email: 'email' },
}

type Draft = Partial<Omit<ProviderDraft, 'rules' | 'kind'>> & { rules?: Partial<ProviderDraft['rules']> }

/** Registers an OpenID Connect provider as an administrator does. */
export async function registerOidc(server: TestServer, issuer: string, { rules: own, ...parts }: Draft = {}) {
  const n = server.given.next()
  const body = {
    kind: 'oidc',
    name: `上游${n}`,
    code: `up${n}`,
    options: { issuer, clientId: CLIENT_ID, scopes: 'profile email phone' },
    secret: CLIENT_SECRET,
    forceAuthn: false,
    isShown: 1,
    rules: { ...rules, ...own },
    ...parts,
  }
  const { id } = await server.admin.call(identityProvider.save, { body })
  return { id, code: body.code, name: body.name, callback: `${server.address}/protocols/upstream/${body.code}/callback` }
}

/** Follows redirects between all servers until a page is shown. */
export async function follow(browser: Browser, address: string | URL, stopsAt = '/login'): Promise<{ url: URL; answer: Response }> {
  let url = new URL(address)
  for (let n = 0; n < 20; n++) {
    const answer = await browser.go(url)
    const to = answer.headers.get('location')
    if (to === null) return { url, answer }
    url = new URL(to, url)
    if (url.pathname === stopsAt || url.pathname === '/account/settings') return { url, answer }
  }
  throw new Error(`no end of redirects at ${url.href}`)
}

export const startOf = (server: TestServer, code: string) => `${server.address}/protocols/upstream/${code}/start`

/** Exchanges the code in the address, as the console does. */
export async function exchangeCode(server: TestServer, browser: Browser, url: URL) {
  const answer = await browser.go(
    `${server.address}/api/common/codeLogin?${new URLSearchParams({ code: url.searchParams.get('code') ?? '' }).toString()}`,
  )
  return (await answer.json()) as {
    code: string
    message: string
    data: { token: string; userId: string; userName: string } & Record<string, unknown>
  }
}

/** The whole sign-in by a provider; if a page refuses, its text is returned. */
export async function signInBy(server: TestServer, code: string, browser = new Browser()) {
  const { url, answer } = await follow(browser, startOf(server, code))
  if (url.pathname !== '/login') return { page: await answer.text(), status: answer.status, url, entered: undefined }
  return { page: '', status: 0, url, entered: await exchangeCode(server, browser, url) }
}

export interface Upstream {
  issuer: string
  /** Sets the user who is signed in at the provider from now on. */
  become(sub: string, claims?: Record<string, unknown>): void
  register(callback: string): void
  /** The provider's client then signs with one of the keys at this address, and secrets are no longer accepted. */
  wantKeys(jwksUri: string): void
  close(): Promise<void>
}

/** A real provider on this machine that asks nothing: the test says who is signed in. */
export async function openUpstream(): Promise<Upstream> {
  const clients = new Map<string, Record<string, unknown>>()
  let sub = 'u1'
  const callbacks: string[] = []
  let jwksUri: string | undefined
  let handle: ReturnType<Provider['callback']> | undefined
  let provider: Provider
  const server = createServer((request, response) => {
    const serve = async () => {
      if (!request.url?.startsWith('/interaction/')) return handle!(request, response)
      const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: sub } })
      const grant =
        (grantId ? await provider.Grant.find(grantId) : undefined) ??
        new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
      grant.addOIDCScope(String(params.scope))
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      )
    }
    serve().catch(() => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  provider = new Provider(issuer, {
    clients: [],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...clients.get(id) }) }),
    claims: {
      openid: ['sub', 'auth_time'],
      profile: ['name', 'preferred_username', 'employee_number'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    cookies: { keys: ['upstream'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    // The keys of its client are on this machine, too, so it must be able to fetch them.
    fetch: (url, options) => fetch(url, { method: options!.method!, headers: options!.headers! }),
  })
  // Clients are looked up at each request, so that each test can register its own addresses.
  const find = provider.Client.find.bind(provider.Client)
  provider.Client.find = async id => {
    if (id !== CLIENT_ID) return find(id)
    const shows =
      jwksUri === undefined ? { client_secret: CLIENT_SECRET } : { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: jwksUri }
    const after = callbacks.map(callback => new URL('/login', callback).href)
    const metadata = {
      client_id: CLIENT_ID,
      ...shows,
      redirect_uris: [...callbacks],
      post_logout_redirect_uris: after,
      require_auth_time: true,
    }
    return new (provider.Client as unknown as new (metadata: object) => InstanceType<Provider['Client']>)(metadata)
  }
  handle = provider.callback()
  return {
    issuer,
    become: (id, claims = {}) => {
      sub = id
      clients.set(id, claims)
    },
    register: callback => void callbacks.push(callback),
    wantKeys: uri => (jwksUri = uri),
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

/** How a hostile provider, or an attacker in between, changes its answers. */
export interface ResponseOverrides {
  /** Claims of the ID token; undefined removes a claim. */
  claims?: Record<string, unknown>
  signed?: 'not' | 'by another'
  /** Parameters of the answer to the browser; undefined removes one. */
  back?: Record<string, string | undefined>
  userinfo?: Record<string, unknown>
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function token(claims: object, key: KeyObject | undefined, typ?: string): string {
  const body = `${part({ ...(key ? { alg: 'RS256', kid: 'k1' } : { alg: 'none' }), typ })}.${part(claims)}`
  return `${body}.${key ? sign('sha256', Buffer.from(body), key).toString('base64url') : ''}`
}

/** A fake provider that answers whatever the test wants. */
export class HostileProvider {
  overrides: ResponseOverrides = {}
  /** The claims of its tokens about the user. */
  who: Record<string, unknown> = { sub: 'u1' }
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #others = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #nonces = new Map<string, string>()
  #fake!: Fake

  static async open(): Promise<HostileProvider> {
    const hostile = new HostileProvider()
    hostile.#fake = await openFake(request => hostile.#answer(request))
    return hostile
  }

  get issuer(): string {
    return this.#fake.address
  }
  get requests(): string[] {
    return this.#fake.requests.map(({ url }) => url.pathname)
  }
  close = () => this.#fake.close()

  #answer({ url: { pathname }, body }: FakeRequest): FakeReply {
    const at = (path: string) => `${this.issuer}${path}`
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer: this.issuer,
        authorization_endpoint: at('/authorize'),
        token_endpoint: at('/token'),
        userinfo_endpoint: at('/userinfo'),
        jwks_uri: at('/jwks'),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (pathname === '/jwks')
      return json({ keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] })
    if (pathname === '/userinfo') return json({ sub: this.who.sub, ...this.overrides.userinfo })
    return json({ access_token: 'at', token_type: 'Bearer', id_token: this.#idToken(body) })
  }

  /** A logout token for a user who signed out; undefined removes a claim. */
  logoutToken(change: Record<string, unknown> = {}, signed?: ResponseOverrides['signed'], typ = 'logout+jwt'): string {
    const now = Math.floor(Date.now() / 1000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const tokens = {
      iss: this.issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 120,
      jti: `j${now}${Math.random()}`,
      events,
      ...this.who,
      ...change,
    }
    return token(tokens, signed === 'not' ? undefined : (signed === 'by another' ? this.#others : this.#keys).privateKey, typ)
  }

  #idToken(body: string): string {
    const nonce = this.#nonces.get(new URLSearchParams(body).get('code') ?? '')
    const now = Math.floor(Date.now() / 1000)
    const { claims, signed } = this.overrides
    const claimSet = { iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, nonce, ...this.who, ...claims }
    return token(claimSet, signed === 'not' ? undefined : (signed === 'by another' ? this.#others : this.#keys).privateKey)
  }

  /** The address to which its page sends the browser back. */
  authorize(address: string): URL {
    const { searchParams: query } = new URL(address)
    const code = `c${this.#nonces.size}`
    this.#nonces.set(code, query.get('nonce') ?? '')
    const back = new URL(query.get('redirect_uri')!)
    const reply = { code, state: query.get('state')!, iss: this.issuer, ...this.overrides.back }
    for (const [name, value] of Object.entries(reply)) if (value !== undefined) back.searchParams.set(name, value)
    return back
  }
}
