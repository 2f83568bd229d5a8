import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, Browser, CALLBACK, issuerOf, post, request, SECRET, signInTo } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

// Titles are the names of the modules of the OpenID conformance suite (docs/conformance.md).
const GOODBYE = 'https://app.example.com/goodbye'
let server: TestServer
let userId: string
let browser: Browser
let app: Awaited<ReturnType<typeof application>>
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user({ realName: '赵敏', email: 'zm@example.com', phone: '13800001111' })
  app = await application(server, userId, { postLogoutUris: [GOODBYE] })
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

const ask = async (more: Record<string, string>, who = browser) => {
  const { url, checks } = await request(app.config, more)
  return { checks, ...(await who.follow(server, url)) }
}
const claims = async (more: Record<string, string> = {}) => (await signInTo(server, browser, app.config, more)).tokens.claims()!
const me = (init: RequestInit = {}) => fetch(`${issuerOf(server)}/me`, init)

test('oidcc-discovery-endpoint-verification', async () => {
  const metadata = app.config.serverMetadata()
  for (const name of [
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'userinfo_endpoint',
    'end_session_endpoint',
    'introspection_endpoint',
  ])
    expect(String(metadata[name]), name).toMatch(new RegExp(`^${issuerOf(server)}/`))
  expect(metadata).toMatchObject({ issuer: issuerOf(server), subject_types_supported: ['public'], response_types_supported: ['code'] })
  expect(metadata.id_token_signing_alg_values_supported).toContain('RS256')
})

test('oidcc-server', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(decodeProtectedHeader(tokens.id_token!)).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  expect(tokens.claims()).toMatchObject({
    sub: userId,
    aud: app.clientId,
    iat: expect.any(Number),
    exp: expect.any(Number),
    auth_time: expect.any(Number),
  })
})

test('oidcc-response-type-missing', async () => {
  const { url } = await request(app.config)
  url.searchParams.delete('response_type')
  const back = await browser.follow(server, url)
  expect([back.url.origin, back.url.searchParams.get('error')]).toEqual(['https://app.example.com', 'invalid_request'])
})

test('oidcc-userinfo-get, oidcc-userinfo-post-header, oidcc-userinfo-post-body', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const authorization = `Bearer ${tokens.access_token}`
  const answers = [
    await me({ headers: { authorization } }),
    await me({ method: 'POST', headers: { authorization } }),
    await me({ method: 'POST', body: new URLSearchParams({ access_token: tokens.access_token }) }),
  ]
  for (const answer of answers) expect(await answer.json()).toMatchObject({ sub: userId, name: '赵敏' })
})

test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const { url, verifier, state } = await request(app.config)
  url.searchParams.delete('nonce')
  const back = await browser.follow(server, url)
  const tokens = await client.authorizationCodeGrant(app.config, back.url, { pkceCodeVerifier: verifier, expectedState: state })
  expect(tokens.claims()?.nonce).toBeUndefined()
})

test.each([
  ['oidcc-scope-profile', 'openid profile', { name: '赵敏', preferred_username: expect.any(String) }, ['email', 'phone_number']],
  ['oidcc-scope-email', 'openid email', { email: 'zm@example.com' }, ['name', 'phone_number']],
  ['oidcc-scope-phone', 'openid phone', { phone_number: '13800001111' }, ['name', 'email']],
  ['oidcc-scope-all', 'openid profile email phone', { name: '赵敏', email: 'zm@example.com', phone_number: '13800001111' }, ['roles']],
])('%s', async (_module, scope, wanted, absent) => {
  const { tokens } = await signInTo(server, browser, app.config, { scope })
  const userInfo = await client.fetchUserInfo(app.config, tokens.access_token, userId)
  expect(userInfo).toMatchObject(wanted)
  for (const claim of absent) expect(userInfo[claim]).toBeUndefined()
})

test.each([
  ['oidcc-display-page', { display: 'page' }],
  ['oidcc-display-popup', { display: 'popup' }],
  ['oidcc-max-age-10000', { max_age: '10000' }],
  ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['oidcc-login-hint', { login_hint: 'bob@example.com' }],
  ['oidcc-ui-locales', { ui_locales: 'zh-CN en' }],
  ['oidcc-claims-locales', { claims_locales: 'zh-CN' }],
  ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
])('%s', async (_module, more) => {
  expect((await claims(more as Record<string, string>)).sub).toBe(userId)
})

test('oidcc-idtoken-signature', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const keys = createRemoteJWKSet(new URL(app.config.serverMetadata().jwks_uri!))
  expect((await jwtVerify(tokens.id_token!, keys, { issuer: issuerOf(server), audience: app.clientId })).protectedHeader.alg).toBe('RS256')
})

test('oidcc-alternate-happy-flow', async () => {
  const { url, checks } = await request(app.config, { scope: 'email openid' })
  const reversed = new URLSearchParams([...url.searchParams].toReversed())
  const back = await browser.follow(server, `${url.origin}${url.pathname}?${reversed.toString()}`)
  const tokens = await client.authorizationCodeGrant(app.config, back.url, checks)
  expect((await client.fetchUserInfo(app.config, tokens.access_token, userId)).email).toBe('zm@example.com')
})

test('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
  const { url, answer } = await ask({ request_uri: 'https://app.example.com/request.jwt' })
  expect(url.searchParams.get('error') ?? (await answer.text())).toMatch(/request_uri_not_supported|invalid_request_uri/)
})

test('oidcc-prompt-login', async () => {
  const own = new Browser()
  await own.signIn(server, userId)
  const first = await own.follow(server, (await request(app.config)).url)
  expect(first.url.searchParams.get('code')).toBeTruthy()
  const again = await ask({ prompt: 'login' }, own)
  expect(again.url.pathname).toBe('/login')
})

test('oidcc-prompt-none-not-logged-in', async () => {
  const { url, checks } = await ask({ prompt: 'none' }, new Browser())
  expect([url.searchParams.get('error'), url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual([
    'login_required',
    checks.expectedState,
    issuerOf(server),
  ])
})

test('oidcc-prompt-none-logged-in', async () => {
  const first = await claims()
  const second = await claims({ prompt: 'none' })
  expect([second.sub, second.auth_time]).toEqual([first.sub, first.auth_time])
})

test('oidcc-max-age-1', async () => {
  const own = new Browser()
  await own.signIn(server, userId)
  const before = (await signInTo(server, own, app.config)).tokens.claims()!.auth_time!
  await server.kernel.pool.query(`update session set auth_time = auth_time - interval '5 seconds'`)
  const answer = await ask({ max_age: '1' }, own)
  expect(answer.url.pathname).toBe('/login')
  await own.signIn(server, userId)
  const back = await own.follow(server, server.address + answer.url.searchParams.get('uri')!)
  const tokens = await client.authorizationCodeGrant(app.config, back.url, answer.checks)
  expect(tokens.claims()!.auth_time).toBeGreaterThanOrEqual(before)
})

test('oidcc-id-token-hint', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  expect((await claims({ prompt: 'none', id_token_hint: tokens.id_token! })).sub).toBe(userId)
})

test.each(['oidcc-codereuse', 'oidcc-codereuse-30seconds'])('%s', async module => {
  const { url, verifier } = await request(app.config)
  const code = (await browser.follow(server, url)).url.searchParams.get('code')!
  const use = () =>
    post(server, '/token', {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code,
      code_verifier: verifier,
      client_id: app.clientId,
      client_secret: SECRET,
    })
  const { body } = await use()
  if (module.endsWith('30seconds'))
    await server.kernel.pool.query(`update oidc_payload set consumed_at = now() - interval '31 seconds' where type = 'AuthorizationCode'`)
  expect((await use()).body.error).toBe('invalid_grant')
  expect((await me({ headers: { authorization: `Bearer ${String(body.access_token)}` } })).status).toBe(401)
})

test('oidcc-ensure-registered-redirect-uri', async () => {
  const { answer } = await ask({ redirect_uri: `${CALLBACK}x` })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
})

test('oidcc-ensure-post-request-succeeds', async () => {
  const { url, checks } = await request(app.config)
  const posted = await browser.go(`${url.origin}${url.pathname}`, { method: 'POST', body: url.searchParams })
  expect(posted.status).toBe(303)
  const back = await browser.follow(server, new URL(posted.headers.get('location')!, server.address))
  expect((await client.authorizationCodeGrant(app.config, back.url, checks)).claims()?.sub).toBe(userId)
})

test('oidcc-server-client-secret-post', async () => {
  const config = await client.discovery(new URL(issuerOf(server)), app.clientId, SECRET, client.ClientSecretPost(SECRET), {
    execute: [client.allowInsecureRequests],
  })
  expect((await signInTo(server, browser, config)).tokens.claims()?.sub).toBe(userId)
})

test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
  const object = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"scope":"openid"}').toString('base64url')}.`
  expect((await ask({ request: object })).url.searchParams.get('error')).toBe('invalid_request_object')
})

test('oidcc-claims-essential', async () => {
  expect(app.config.serverMetadata().claims_parameter_supported).toBe(true)
  const { url, checks } = await request(app.config, { scope: 'openid', claims: '{"userinfo":{"name":{"essential":true}}}' })
  const tokens = await client.authorizationCodeGrant(app.config, (await browser.follow(server, url)).url, checks)
  expect(await client.fetchUserInfo(app.config, tokens.access_token, userId)).toMatchObject({ sub: userId, name: expect.any(String) })
})

test('oidcc-refresh-token', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const next = await client.refreshTokenGrant(app.config, tokens.refresh_token!)
  expect(next.claims()).toMatchObject({ sub: userId, aud: app.clientId, auth_time: tokens.claims()!.auth_time })
})

test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
  expect((await claims()).sub).toBe(userId)
})

/** Signs out by an application's request; returns the status, the final redirect, and whether the user is signed out. */
async function leave(more: Record<string, string>): Promise<{ status: number; to: string | null; isOut: boolean }> {
  const own = new Browser()
  await own.signIn(server, userId)
  const { tokens } = await signInTo(server, own, app.config)
  const parameters = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      value === 'HINT' ? tokens.id_token! : value === 'MODIFIED' ? `${tokens.id_token!.slice(0, -6)}AAAAAA` : value,
    ]),
  )
  const page = await own.go(`${issuerOf(server)}/session/end?${new URLSearchParams(parameters).toString()}`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1]
  if (xsrf === undefined)
    return { status: page.status, to: null, isOut: (await ask({ prompt: 'none' }, own)).url.searchParams.has('error') }
  const left = await own.go(`${issuerOf(server)}/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  return {
    status: page.status,
    to: left.headers.get('location'),
    isOut: (await ask({ prompt: 'none' }, own)).url.searchParams.has('error'),
  }
}

const OWN_PAGE = (): string => `${issuerOf(server)}/session/end/success`
test.each<[string, Record<string, string>, () => string]>([
  ['oidcc-rp-initiated-logout', { id_token_hint: 'HINT', post_logout_redirect_uri: GOODBYE, state: 's' }, () => `${GOODBYE}?state=s`],
  ['oidcc-rp-initiated-logout-no-state', { id_token_hint: 'HINT', post_logout_redirect_uri: GOODBYE }, () => GOODBYE],
  ['oidcc-rp-initiated-logout-no-post-logout-redirect-uri', { id_token_hint: 'HINT', state: 's' }, OWN_PAGE],
  ['oidcc-rp-initiated-logout-no-params', {}, OWN_PAGE],
  ['oidcc-rp-initiated-logout-only-state', { state: 's' }, OWN_PAGE],
  ['oidcc-rp-initiated-logout-no-id-token-hint', { post_logout_redirect_uri: GOODBYE, state: 's' }, OWN_PAGE],
])('%s', async (_module, parameters, to) => {
  expect(await leave(parameters)).toEqual({ status: 200, to: to(), isOut: true })
})

test.each([
  [
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
    { id_token_hint: 'HINT', post_logout_redirect_uri: 'https://app.example.com/other' },
  ],
  [
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
    { id_token_hint: 'HINT', post_logout_redirect_uri: `${GOODBYE}?x=1` },
  ],
  ['oidcc-rp-initiated-logout-modified-id-token-hint', { id_token_hint: 'MODIFIED', post_logout_redirect_uri: GOODBYE }],
  ['oidcc-rp-initiated-logout-bad-id-token-hint', { id_token_hint: 'bad', post_logout_redirect_uri: GOODBYE }],
])('%s', async (_module, parameters) => {
  expect(await leave(parameters)).toEqual({ status: 400, to: null, isOut: false })
})

test('oidcc-rp-initiated-logout-discovery-endpoint-verification', () => {
  expect(app.config.serverMetadata().end_session_endpoint).toBe(`${issuerOf(server)}/session/end`)
})

test('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
  expect(app.config.serverMetadata()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    end_session_endpoint: `${issuerOf(server)}/session/end`,
  })
})
