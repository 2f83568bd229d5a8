import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, createRemoteJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, basic, Browser, CALLBACK, issuerOf, post, proofFor, request } from '../../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'

// Titles are the names of modules of the OpenID conformance suite (docs/conformance.md). The client authenticates with a secret,
// where the suite's client uses a key.
let server: TestServer
let userId: string
let browser: Browser
let app: Awaited<ReturnType<typeof application>>
let other: typeof app
let keys: CryptoKeyPair
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user({ realName: '殷素素', email: 'yss@example.com', phone: '13800002222' })
  app = await application(server, userId)
  other = await application(server, userId)
  browser = new Browser()
  await browser.signIn(server, userId)
  keys = (await generateKeyPair('ES256')) as CryptoKeyPair
})
afterAll(() => server.close())

const TOKEN = () => `${issuerOf(server)}/token`
const PAR = () => `${issuerOf(server)}/request`
const now = () => Math.floor(Date.now() / 1000)

let isSigned = false
/** Runs a module as both plans do: with plain responses, and with signed ones (fapi_response_mode=jarm). */
const module = (names: string, work: () => Promise<void>) =>
  test.each(['plain_response', 'jarm'])(`${names}: %s`, async mode => {
    isSigned = mode === 'jarm'
    await work()
  })
const modules = <Parts extends unknown[]>(table: [string, ...Parts][], work: (...parts: Parts) => Promise<void>) => {
  for (const [name, ...parts] of table) module(name, () => work(...parts))
}
/** The parameters of a response; of a signed one only those inside the signature. */
async function answerIn(url: URL): Promise<URL> {
  if (url.origin !== new URL(CALLBACK).origin) return url
  expect([...url.searchParams.keys()].includes('response')).toBe(isSigned)
  if (!isSigned) return url
  const keySet = createRemoteJWKSet(new URL(`${issuerOf(server)}/jwks`))
  const wanted = { issuer: issuerOf(server), audience: app.clientId }
  const { payload } = await jwtVerify<Record<string, string>>(url.searchParams.get('response')!, keySet, wanted)
  const { aud: _aud, exp: _exp, ...claims } = payload
  return new URL(`${url.origin}${url.pathname}?${new URLSearchParams(claims as Record<string, string>).toString()}`)
}

/** Pushes a request; returns what was sent and the request_uri it was given. */
async function push(change: (of: URLSearchParams) => void = () => undefined, headers: Record<string, string> = {}) {
  const { url, ...rest } = await request(app.config)
  if (isSigned) url.searchParams.set('response_mode', 'jwt')
  change(url.searchParams)
  const { status, body } = await post(server, '/request', Object.fromEntries(url.searchParams), { ...basic(app.clientId), ...headers })
  return { ...rest, authorizationUrl: url, status, error: body.error, requestUri: String(body.request_uri) }
}
/** Sends the browser to the authorization endpoint with the request_uri, and returns where it ends up. */
async function authorize(requestUri: string, more: Record<string, string> = {}, who = browser, clientId = app.clientId) {
  const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri, ...more })
  const { url, answer } = await who.follow(server, `${issuerOf(server)}/auth?${query.toString()}`)
  return { url: await answerIn(url), status: answer.status, text: url.origin === server.address ? await answer.text() : '' }
}
async function pushedCode(change?: (of: URLSearchParams) => void, headers?: Record<string, string>) {
  const pushed = await push(change, headers)
  const { url } = await authorize(pushed.requestUri)
  return { ...pushed, url, code: url.searchParams.get('code')! }
}
const use = (code: string, verifier: string | undefined, headers: Record<string, string> = {}, who = basic(app.clientId), more = {}) =>
  post(
    server,
    '/token',
    { grant_type: 'authorization_code', redirect_uri: CALLBACK, code, ...(verifier !== undefined && { code_verifier: verifier }), ...more },
    { ...who, ...headers },
  )
const hashOf = (token: unknown) => createHash('sha256').update(String(token)).digest('base64url')
const proof = async (more: Record<string, unknown> = {}, of = keys) => ({ dpop: await proofFor(of, 'POST', TOKEN(), more) })

module(
  'fapi2-security-profile-final-happy-flow, fapi2-security-profile-final-par-without-duplicate-parameters, fapi2-security-profile-final-access-token-type-header-case-sensitivity',
  async () => {
    const { url, code, verifier, state } = await pushedCode()
    expect([url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual([state, issuerOf(server)])
    const { status, body } = await use(code, verifier, await proof())
    expect([status, body.token_type]).toEqual([200, 'DPoP'])
    for (const scheme of ['DPoP', 'dpop', 'DPOP']) {
      const shown = {
        authorization: `${scheme} ${String(body.access_token)}`,
        dpop: await proofFor(keys, 'GET', `${issuerOf(server)}/me`, { ath: hashOf(body.access_token) }),
      }
      expect(await (await fetch(`${issuerOf(server)}/me`, { headers: shown })).json()).toMatchObject({ sub: userId })
    }
  },
)

module('fapi2-security-profile-final-user-rejects-authentication', async () => {
  const stranger = await server.given.user()
  const who = new Browser()
  await who.signIn(server, stranger)
  const { requestUri, state } = await push()
  const { url, text } = await authorize(requestUri, {}, who)
  const back = await who.follow(server, new URL(/href="([^"]+decline)"/.exec(text)![1]!, url))
  expect(Object.fromEntries((await answerIn(back.url)).searchParams)).toMatchObject({
    error: 'access_denied',
    state,
    iss: issuerOf(server),
  })
})

module('fapi2-security-profile-final-ensure-authorization-request-without-state-success', async () => {
  const { url } = await pushedCode(of => of.delete('state'))
  expect([url.searchParams.has('code'), url.searchParams.has('state')]).toEqual([true, false])
})

modules<[(of: URLSearchParams) => void]>(
  [
    ['fapi2-security-profile-final-ensure-authorization-request-without-nonce-success', of => of.delete('nonce')],
    ['fapi2-security-profile-final-ensure-authorization-request-with-64-char-nonce-success', of => of.set('nonce', 'n'.repeat(64))],
    ['fapi2-security-profile-final-ensure-authorization-request-with-long-nonce', of => of.set('nonce', 'n'.repeat(384))],
    ['fapi2-security-profile-final-ensure-authorization-request-with-long-state', of => of.set('state', 's'.repeat(384))],
    ['fapi2-security-profile-final-ensure-other-scope-order-succeeds', of => of.set('scope', 'email profile openid')],
  ],
  async change => {
    const { authorizationUrl, url, code, verifier } = await pushedCode(change)
    const { body } = await use(code, verifier)
    const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1]!, 'base64url').toString()) as { nonce?: string; sub: string }
    expect([claims.nonce, claims.sub]).toEqual([authorizationUrl.searchParams.get('nonce') ?? undefined, userId])
    expect(url.searchParams.get('state')).toBe(authorizationUrl.searchParams.get('state'))
  },
)

modules<[() => Record<string, unknown>]>(
  [
    ['fapi2-security-profile-final-check-dpop-proof-nbf-exp', () => ({ nbf: now() - 10, exp: now() + 60 })],
    ['fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds', () => ({ iat: now() - 10 })],
    ['fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds', () => ({ iat: now() + 10 })],
  ],
  async more => {
    const { code, verifier } = await pushedCode()
    expect((await use(code, verifier, await proof(more()))).status).toBe(200)
  },
)

module('fapi2-security-profile-final-dpop-negative-tests', async () => {
  const rivals = (await generateKeyPair('ES256')) as CryptoKeyPair
  const { code, verifier } = await pushedCode()
  const wrong = [
    await proofFor(keys, 'GET', TOKEN()),
    await proofFor(keys, 'POST', `${issuerOf(server)}/me`),
    await proofFor(keys, 'POST', TOKEN(), { iat: now() - 600 }),
    await proofFor(keys, 'POST', TOKEN(), { iat: now() + 600 }),
    await proofFor(keys, 'POST', TOKEN(), { iat: undefined }),
    await proofFor(keys, 'POST', TOKEN(), { jti: undefined }),
    await proofFor(keys, 'POST', TOKEN(), { exp: now() - 60 }),
    await proofFor(keys, 'POST', TOKEN(), {}, 'jwt'),
    (await proofFor(keys, 'POST', TOKEN())).replace(/[^.]+$/, 'A'.repeat(86)),
    (await proofFor(keys, 'POST', TOKEN())).replace(/^[^.]+/, Buffer.from('{"alg":"none","typ":"dpop+jwt"}').toString('base64url')),
  ]
  for (const dpop of wrong) {
    const { status, body } = await use(code, verifier, { dpop })
    expect([status, body.error]).toEqual([400, 'invalid_dpop_proof'])
  }
  const { body } = await use(code, verifier, await proof())
  const [token, ath] = [String(body.access_token), hashOf(body.access_token)]
  const me = async (scheme: string, dpop?: string) =>
    (await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `${scheme} ${token}`, ...(dpop !== undefined && { dpop }) } }))
      .status
  const to = `${issuerOf(server)}/me`
  expect(await me('DPoP', await proofFor(keys, 'GET', to, { ath }))).toBe(200)
  expect(await me('Bearer')).toBe(401)
  expect(await me('Bearer', await proofFor(keys, 'GET', to, { ath }))).toBeOneOf([400, 401])
  for (const shown of [
    undefined,
    await proofFor(keys, 'GET', to),
    await proofFor(keys, 'GET', to, { ath: hashOf('x') }),
    await proofFor(rivals, 'GET', to, { ath }),
  ])
    expect(await me('DPoP', shown)).toBeOneOf([400, 401])
})

module(
  'fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails, fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt, fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt',
  async () => {
    const rivals = (await generateKeyPair('ES256')) as CryptoKeyPair
    const jkt = await calculateJwkThumbprint(await exportJWK(keys.publicKey))
    const bound = (of: URLSearchParams) => of.set('dpop_jkt', jkt)
    expect(await push(bound, { dpop: await proofFor(rivals, 'POST', PAR()) })).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^invalid_(request|dpop_proof)$/),
    })
    const named = await pushedCode(bound)
    const proven = await pushedCode(undefined, { dpop: await proofFor(keys, 'POST', PAR()) })
    for (const { code, verifier } of [named, proven])
      for (const shown of [await proof({}, rivals), {}]) expect((await use(code, verifier, shown)).body.error).toBe('invalid_grant')
  },
)

module(
  'fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success, fapi2-security-profile-final-ensure-dpop-auth-code-binding-success',
  async () => {
    const jkt = await calculateJwkThumbprint(await exportJWK(keys.publicKey))
    const proven = await pushedCode(undefined, { dpop: await proofFor(keys, 'POST', PAR()) })
    const named = await pushedCode(of => of.set('dpop_jkt', jkt))
    for (const { code, verifier } of [proven, named]) expect((await use(code, verifier, await proof())).body.token_type).toBe('DPoP')
  },
)

module(
  'fapi2-security-profile-final-ensure-different-nonce-inside-and-outside-request-object, fapi2-security-profile-final-ensure-different-state-inside-and-outside-request-object, fapi2-security-profile-final-state-only-outside-request-object-not-used',
  async () => {
    const pushed = await push()
    const { url } = await authorize(pushed.requestUri, { nonce: 'outside', state: 'outside' })
    expect(url.searchParams.get('state')).toBe(pushed.state)
    const { body } = await use(url.searchParams.get('code')!, pushed.verifier)
    expect(Buffer.from(String(body.id_token).split('.')[1]!, 'base64url').toString()).toContain(`"nonce":"${pushed.checks.expectedNonce}"`)
    const without = await push(of => of.delete('state'))
    expect((await authorize(without.requestUri, { state: 'outside' })).url.searchParams.has('state')).toBe(false)
  },
)

modules<[(of: URLSearchParams) => void, RegExp]>(
  [
    [
      'fapi2-security-profile-final-ensure-registered-redirect-uri',
      of => of.set('redirect_uri', 'https://app.example.com/else'),
      /^invalid_(redirect_uri|request)$/,
    ],
    ['fapi2-security-profile-final-ensure-request-object-without-redirect-uri-fails', of => of.delete('redirect_uri'), /^invalid_request$/],
    ['fapi2-security-profile-final-ensure-redirect-uri-in-authorization-request', of => of.delete('redirect_uri'), /^invalid_request$/],
    [
      'fapi2-security-profile-final-ensure-response-type-code-idtoken-fails',
      of => of.set('response_type', 'code id_token'),
      /^(unsupported_response_type|invalid_request)$/,
    ],
    [
      'fapi2-security-profile-final-ensure-response-type-token-fails',
      of => of.set('response_type', 'token'),
      /^(unsupported_response_type|invalid_request)$/,
    ],
    ['fapi2-security-profile-final-par-ensure-pkce-required', of => of.delete('code_challenge'), /^invalid_request$/],
    ['fapi2-security-profile-final-par-plain-pkce-rejected', of => of.set('code_challenge_method', 'plain'), /^invalid_request$/],
    [
      'fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param',
      of => of.set('request_uri', 'urn:ietf:params:oauth:request_uri:x'),
      /^(invalid_request|request_uri_not_supported)$/,
    ],
  ],
  async (change, error) => {
    expect(await push(change)).toMatchObject({ status: 400, error: expect.stringMatching(error) })
  },
)

module(
  'fapi2-security-profile-final-ensure-client-id-in-token-endpoint, fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client',
  async () => {
    const { code, verifier } = await pushedCode()
    expect((await use(code, verifier, {}, basic(app.clientId), { client_id: other.clientId })).body.error).toMatch(
      /^invalid_(client|request)$/,
    )
    expect((await use(code, verifier, {}, basic(other.clientId))).body.error).toBe('invalid_grant')
  },
)

module('fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second', async () => {
  const { code, verifier } = await pushedCode()
  expect((await use(code, verifier)).status).toBe(200)
  await server.kernel.pool.query(
    `update oidc_payload set consumed_at = now() - interval '1 second' where type = 'AuthorizationCode' and consumed_at is not null`,
  )
  expect((await use(code, verifier)).body.error).toBe('invalid_grant')
})

module('fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code', async () => {
  const { code, verifier } = await pushedCode()
  await server.kernel.pool.query(`update oidc_payload set expires_at = now() - interval '1 second' where type = 'AuthorizationCode'`)
  expect((await use(code, verifier)).body.error).toBe('invalid_grant')
})

module(
  'fapi2-security-profile-final-ensure-pkce-code-verifier-required, fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected',
  async () => {
    const { code } = await pushedCode()
    expect((await use(code, undefined)).body.error).toBe('invalid_grant')
    expect((await use(code, client.randomPKCECodeVerifier())).body.error).toBe('invalid_grant')
  },
)

module(
  'fapi2-security-profile-final-par-attempt-reuse-request_uri, fapi2-security-profile-final-par-attempt-to-use-expired-request_uri, fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client',
  async () => {
    const used = await pushedCode()
    const late = await push()
    const foreign = await push()
    await server.kernel.pool.query(
      `update oidc_payload set expires_at = now() - interval '1 second' where type = 'PushedAuthorizationRequest'`,
    )
    const errors = [
      await authorize(used.requestUri),
      await authorize(late.requestUri),
      await authorize((await push()).requestUri, {}, browser, other.clientId),
      await authorize(foreign.requestUri.replace(/.$/, 'x')),
    ].map(({ url, text }) => url.searchParams.get('error') ?? /invalid_\w+/.exec(text)?.[0])
    for (const error of errors) expect(error).toMatch(/^invalid_request(_uri|_object)?$/)
  },
)

module('fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds', async () => {
  const { requestUri, verifier } = await push()
  const who = new Browser()
  expect((await authorize(requestUri, {}, who)).url.pathname).toBe('/login')
  const again = await authorize(requestUri, {}, who)
  expect(again.url.pathname).toBe('/login')
  await who.signIn(server, userId)
  const { url } = await who.follow(server, server.address + again.url.searchParams.get('uri')!)
  expect((await use((await answerIn(url)).searchParams.get('code')!, verifier)).status).toBe(200)
})

module('fapi2-security-profile-final-par-attempt-invalid-http-method', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await fetch(PAR(), { method, headers: basic(app.clientId) })).status).toBeOneOf([400, 404, 405])
})

module('fapi2-security-profile-final-refresh-token', async () => {
  const { code, verifier } = await pushedCode()
  const next = await client.refreshTokenGrant(app.config, String((await use(code, verifier)).body.refresh_token))
  expect(next.claims()).toMatchObject({ sub: userId, aud: app.clientId })
  const foreign = await post(server, '/token', { grant_type: 'refresh_token', refresh_token: next.refresh_token! }, basic(other.clientId))
  expect(foreign.body.error).toBe('invalid_grant')
})

const IDENTITY = ['name', 'preferred_username', 'updated_at', 'email', 'email_verified', 'phone_number', 'phone_number_verified']
module('fapi2-security-profile-final-test-claims-parameter-identity-claims', async () => {
  const supported = app.config.serverMetadata().claims_supported as string[]
  expect(supported).toEqual(expect.arrayContaining(IDENTITY))
  // Each way to request a claim, and unknown claims.
  const forms = [null, { essential: true }, { essential: false }, { value: 'else' }, { values: ['one', 'else'] }]
  const requestedClaims = Object.fromEntries(IDENTITY.map((name, at) => [name, name === 'updated_at' ? null : forms[at % 3]]))
  const unknown = Object.fromEntries(forms.map((form, at) => [`unknown_${at}`, form]))
  const claims = JSON.stringify({ id_token: { ...requestedClaims, ...unknown }, userinfo: { ...requestedClaims, ...unknown } })
  const { code, verifier } = await pushedCode(of => {
    of.set('scope', 'openid')
    of.set('claims', claims)
  })
  const { body } = await use(code, verifier)
  const userInfo = await client.fetchUserInfo(app.config, String(body.access_token), userId)
  const inside = decodeJwt(String(body.id_token))
  for (const name of IDENTITY) expect([name, userInfo[name] ?? inside[name]]).not.toContain(undefined)
  for (const one of [userInfo, inside]) expect(Object.keys(one).filter(name => name.startsWith('unknown_'))).toEqual([])
})
