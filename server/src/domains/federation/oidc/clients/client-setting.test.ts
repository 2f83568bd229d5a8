import * as client from 'openid-client'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { connect } from '@hufu/contract/federation/connect'
import { oidcClient, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, basic, Browser, CALLBACK, configOf, issuerOf, post, request, signInTo } from '../../../../../test/oidc.ts'

let server: TestServer
let userId: string
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

const DEFAULT = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, version: 0 } as const
const setting = (appId: string, parts: Partial<OidcClientDraft>) =>
  server.admin.call(oidcClient.update, { body: { ...DEFAULT, appId, ...parts } })
const refusedSetting = (why: Parameters<TestServer['admin']['refused']>[0], appId: string, parts: Partial<OidcClientDraft>) =>
  server.admin.refused(why, oidcClient.update, { body: { ...DEFAULT, appId, ...parts } })
const without = (url: URL, ...names: string[]) => {
  for (const name of names) url.searchParams.delete(name)
  return url
}
const errorAt = async (url: URL) => (await browser.follow(server, url)).url.searchParams.get('error')
const saved = async (parts: object) => {
  const { id } = await server.admin.call(appGroup.save, { body: { name: `协议${server.given.next()}` } })
  const draft = {
    appGroupId: id,
    name: `原生应用${server.given.next()}`,
    code: `native-${server.given.next()}`,
    protocol: 'oauth2' as const,
  }
  const made = await server.admin.call(app.save, { body: { ...draft, ...parts } })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: made.id })
  return made
}

test('OC-01 the console creates applications without a secret; a native one may use any port of its own machine', async () => {
  const made = await saved({ isPublic: 1, redirectUris: ['http://127.0.0.1/callback'] })
  expect(made.clientSecret).toBe('')
  expect((await server.admin.call(oidcClient.get, { query: { appId: made.id } })).isPublic).toBe(true)
  const config = await configOf(server, made.clientId)
  const { url, checks } = await request(config, { redirect_uri: 'http://127.0.0.1:49152/callback' })
  const back = await browser.follow(server, url)
  expect(back.url.host).toBe('127.0.0.1:49152')
  expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub).toBe(userId)
})

test('a loopback address has a free port whatever is registered beside it, and every other address is compared exactly (RFC 8252, 7.3)', async () => {
  const WEB = 'https://rp.example.com/cb'
  const APP = 'com.example.app:/cb'
  for (const [isPublic, redirectUris, asked] of [
    [true, ['http://127.0.0.1/cb', WEB], 'http://127.0.0.1:51234/cb'],
    [true, [APP, 'http://[::1]:8080/cb', WEB], 'http://[::1]:51234/cb'],
    [true, [APP, WEB, 'http://10.0.0.1/cb'], APP],
    [true, [APP, WEB, 'http://10.0.0.1/cb'], 'http://10.0.0.1/cb'],
    [true, ['http://localhost:3000/cb', WEB], 'http://localhost/cb'],
    [false, ['http://127.0.0.1/cb'], 'http://127.0.0.1:51234/cb'],
    [false, [APP, 'http://127.0.0.1/cb', WEB], 'http://127.0.0.1:51234/cb'],
  ] as const) {
    const { config } = await application(server, userId, { redirectUris: [...redirectUris], isPublic })
    const { url, checks } = await request(config, { redirect_uri: asked })
    const back = await browser.follow(server, url)
    expect([redirectUris, asked, back.url.href.startsWith(asked)]).toEqual([redirectUris, asked, true])
    expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub).toBe(userId)
  }
  const { config } = await application(server, userId, { redirectUris: ['http://127.0.0.1/cb', WEB, 'http://10.0.0.1/cb'] })
  for (const asked of [
    'http://127.0.0.1:51234/other',
    'http://127.0.0.1:51234/cb/',
    'http://127.0.0.1:51234/cb?x=1',
    'https://127.0.0.1:51234/cb',
    'http://127.0.0.2:51234/cb',
    'http://127.0.0.1:70000/cb',
    'http://127.0.0.1:51234@evil.example/cb',
    'http://u@127.0.0.1:51234/cb',
    'http://127.0.0.1.evil.example:51234/cb',
    'http://localhost:51234/cb',
    'http://10.0.0.1:51234/cb',
    'https://rp.example.com:8443/cb',
  ]) {
    const { url } = await request(config, { redirect_uri: asked })
    expect([asked, (await browser.follow(server, url)).answer.status]).toEqual([asked, 400])
  }
})

test('OC-02, N-15 a confidential application may use a nonce instead of PKCE, and needs one of them; a public one always needs PKCE', async () => {
  const { appId, config } = await application(server, userId)
  const { url } = await request(config)
  expect(await errorAt(without(new URL(url), 'code_challenge', 'code_challenge_method'))).toBe('invalid_request')
  await setting(appId, { pkce: 'nonce' })
  const authorization = await request(config)
  const back = await browser.follow(server, without(authorization.url, 'code_challenge', 'code_challenge_method'))
  const { expectedNonce, expectedState } = authorization.checks
  const tokens = await client.authorizationCodeGrant(config, back.url, { expectedNonce, expectedState })
  expect(tokens.claims()?.sub).toBe(userId)
  expect(await errorAt(without((await request(config)).url, 'code_challenge', 'code_challenge_method', 'nonce'))).toBe('invalid_request')
  // A request with a code_challenge still needs its verifier.
  const begun = await request(config)
  const answered = await browser.follow(server, begun.url)
  await expect(client.authorizationCodeGrant(config, answered.url, { expectedNonce: begun.checks.expectedNonce, expectedState: begun.state })).rejects.toMatchObject({ error: 'invalid_grant' }) // prettier-ignore
  const open = await application(server, userId, { isPublic: true })
  await refusedSetting('nonceNeedsSecret', open.appId, { pkce: 'nonce' })
})

test('OC-03 offline_access is granted without prompt=consent where the application is set so, also in a pushed request', async () => {
  const { appId, config } = await application(server, userId)
  const scope = 'openid offline_access'
  expect((await signInTo(server, browser, config, { scope })).tokens.scope).toBe('openid')
  await setting(appId, { offline: 1 })
  expect((await signInTo(server, browser, config, { scope })).tokens.scope).toBe(scope)
  expect((await signInTo(server, browser, config, { scope: 'openid' })).tokens.scope).toBe('openid')
  const { verifier, state, checks } = await request(config)
  const pushed = await client.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: CALLBACK,
    scope,
    state,
    nonce: checks.expectedNonce,
    code_challenge_method: 'S256',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
  })
  const back = await browser.follow(server, pushed)
  expect((await client.authorizationCodeGrant(config, back.url, checks)).scope).toBe(scope)
})

test('OC-04 an application gets no scopes beyond its setting; a request with none of them gets invalid_scope', async () => {
  const { appId, config } = await application(server, userId)
  await setting(appId, { scopes: ['openid', 'profile'] })
  const { tokens } = await signInTo(server, browser, config)
  expect(tokens.scope).toBe('openid profile')
  expect(Object.keys(tokens.claims()!)).not.toContain('phone_number')
  const shown = await server.admin.call(signInTest.run, { body: { appId, userId, scopes: ['profile', 'phone'] } })
  expect(Object.keys(shown.oidc!.claims!)).toContain('name')
  expect(Object.keys(shown.oidc!.claims!)).not.toContain('phone_number')
  for (const scope of ['phone', 'nothing'])
    expect(await errorAt(without((await request(config, { scope })).url, 'nonce'))).toBe('invalid_scope')
  expect(await errorAt(without((await request(config)).url, 'scope', 'nonce'))).toBe('invalid_scope')
})

test('OC-05 where consent is required, an application gets what its user allowed, and the user is asked once', async () => {
  const { appId, config } = await application(server, userId)
  await setting(appId, { asksConsent: 1 })
  const { url, checks } = await request(config, { scope: 'openid email' })
  const shown = await browser.follow(server, url)
  const html = await shown.answer.text()
  expect(html).toContain('邮箱')
  const action = /action="([^"]*consent)"/.exec(html)![1]!
  const answer = await browser.go(new URL(action, server.address), { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
  const back = await browser.follow(server, new URL(answer.headers.get('location')!, server.address))
  expect((await client.authorizationCodeGrant(config, back.url, checks)).scope).toBe('openid email')
  expect((await signInTo(server, browser, config, { scope: 'openid email' })).tokens.scope).toBe('openid email')
  expect(await errorAt((await request(config, { scope: 'openid phone', prompt: 'none' })).url)).toBe('consent_required')
})

test('OC-06 refused authorization requests of an application are listed in the console, newest first', async () => {
  const { appId, config, clientId } = await application(server, userId)
  await browser.follow(server, (await request(config, { redirect_uri: 'https://elsewhere.example.com/' })).url)
  await browser.follow(server, without((await request(config)).url, 'code_challenge', 'code_challenge_method'))
  const refusals = async () => (await server.admin.call(connect.state, { query: { appId } })).refusals
  await expect.poll(async () => (await refusals()).length).toBe(2)
  expect((await refusals())[1]).toMatchObject({ problem: 'redirectUri', sent: 'https://elsewhere.example.com/', ip: '127.0.0.1' })
  expect((await refusals())[0]).toMatchObject({ problem: 'pkceMissing', detail: expect.stringContaining('PKCE') })
  await server.kernel.db.updateTable('app').set({ status: 0 }).where('id', '=', appId).execute()
  const shown = await browser.follow(server, (await request(config)).url)
  expect(await shown.answer.text()).toContain('应用已停用')
  expect((await post(server, '/token', { grant_type: 'refresh_token', refresh_token: 'x' }, basic(clientId))).body.error).toBe(
    'invalid_client',
  )
})

test('OC-07 acr and amr state how the user authenticated', async () => {
  const { config } = await application(server, userId)
  const { db } = server.kernel
  expect((await signInTo(server, browser, config)).tokens.claims()).toMatchObject({ acr: 'urn:hufu:acr:one' })
  // The same holds when the user signs in during the request.
  const late = new Browser()
  const { url, checks } = await request(config)
  const loginUri = new URL((await late.follow(server, url)).url.searchParams.get('uri')!, server.address)
  await late.signIn(server, userId)
  expect((await client.authorizationCodeGrant(config, (await late.follow(server, loginUri)).url, checks)).claims()).toMatchObject({
    acr: 'urn:hufu:acr:one',
  })
  const they = await server.given.user()
  const own = await application(server, they)
  const strong = new Browser()
  await strong.signIn(server, they)
  await db.updateTable('session').set({ factor: 'crypto' }).where('userId', '=', they).execute()
  expect((await signInTo(server, strong, own.config)).tokens.claims()).toMatchObject({ acr: 'urn:hufu:acr:key', amr: ['mfa', 'hwk'] })
})

test('OC-08 a user who stays signed in sees so, and is not redirected as if they were signed out', async () => {
  const goodbye = 'https://app.example.com/goodbye'
  const { config } = await application(server, userId, { postLogoutUris: [goodbye] })
  await signInTo(server, browser, config)
  const end = `${issuerOf(server)}/session/end?${new URLSearchParams({ client_id: config.clientMetadata().client_id, post_logout_redirect_uri: goodbye }).toString()}`
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await browser.go(end)).text())![1]!
  const answer = await browser.go(`${issuerOf(server)}/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf }) })
  const shown = await browser.follow(server, new URL(answer.headers.get('location')!, server.address))
  expect(shown.url.origin).toBe(server.address)
  expect(await shown.answer.text()).toContain('仍保持登录')
})

test('OC-09 a device whose user may not open the application gets access_denied at once', async () => {
  const { config } = await application(server)
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid' })
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await browser.go(device.verification_uri)).text())![1]!
  const form = new URLSearchParams({ xsrf, user_code: device.user_code, confirm: 'yes' })
  const sent = await browser.go(device.verification_uri, { method: 'POST', body: form })
  expect((await browser.follow(server, new URL(sent.headers.get('location')!, server.address))).answer.status).toBe(403)
  await expect(client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 })).rejects.toMatchObject({ error: 'access_denied' })
})

test('OC-10 unknown paths under /protocols and /.well-known answer 404, and no page of the console', async () => {
  for (const path of ['/.well-known/nothing', '/protocols/nothing', '/protocols/cas/nothing'])
    expect([path, (await fetch(server.address + path)).status]).toEqual([path, 404])
  expect((await fetch(`${server.address}/app/list`, { headers: { accept: 'text/html' } })).status).toBe(200)
  const { clientId } = await application(server)
  const token = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.e30.c2ln`
  expect((await post(server, '/token/introspection', { token }, basic(clientId))).body).toEqual({ active: false })
  const discovery = (await (await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)).json()) as Record<string, string[]>
  expect(discovery.prompt_values_supported).toContain('login')
  expect(discovery.introspection_endpoint_auth_methods_supported).toContain('client_secret_basic')
})

test('OC-11 an application may authenticate by its own key; then its secret is refused', async () => {
  const { appId, clientId } = await application(server, userId)
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  await refusedSetting('clientKeyMissing', appId, { authMethod: 'key' })
  await refusedSetting('fapiNeedsKey', appId, { fapi: 1 })
  const draft = {
    ...DEFAULT,
    appId,
    authMethod: 'key' as const,
    jwks: JSON.stringify({ keys: [{ ...(await exportJWK(keys.privateKey)) }] }),
  }
  // A private key is refused.
  expect((await server.admin.send(oidcClient.update, { body: draft })).envelope.message).toContain('公钥')
  await setting(appId, { authMethod: 'key', jwks: JSON.stringify({ keys: [jwk] }) })
  const config = await client.discovery(
    new URL(issuerOf(server)),
    clientId,
    undefined,
    client.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' }),
    {
      execute: [client.allowInsecureRequests],
    },
  )
  expect((await signInTo(server, browser, config)).tokens.claims()?.sub).toBe(userId)
  const bySecret = await post(server, '/token', { grant_type: 'refresh_token', refresh_token: 'x' }, basic(clientId))
  expect(bySecret.body.error).toBe('invalid_client')
  const strange = await generateKeyPair('ES256')
  const forged = await client.discovery(
    new URL(issuerOf(server)),
    clientId,
    undefined,
    client.PrivateKeyJwt({ key: strange.privateKey, kid: 'one' }),
    {
      execute: [client.allowInsecureRequests],
    },
  )
  await expect(signInTo(server, browser, forged)).rejects.toMatchObject({ error: 'invalid_client' })
})

test('OC-12 an application held to FAPI 2.0 must push its requests and bind its tokens', async () => {
  const { appId, clientId } = await application(server, userId)
  const keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  await setting(appId, { authMethod: 'key', jwks: JSON.stringify({ keys: [jwk] }), fapi: 1 })
  const issuer = new URL(issuerOf(server))
  const config = await client.discovery(issuer, clientId, undefined, client.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' }), {
    execute: [client.allowInsecureRequests],
  })
  expect(await errorAt(without((await request(config)).url, 'nonce'))).toBe('invalid_request')
  const pushed = async () => {
    const { verifier, state, checks } = await request(config)
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      state,
      nonce: checks.expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { back: (await browser.follow(server, url)).url, checks }
  }
  const unbound = await pushed()
  await expect(client.authorizationCodeGrant(config, unbound.back, unbound.checks)).rejects.toMatchObject({ error: 'invalid_grant' })
  const bound = await pushed()
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
  const tokens = await client.authorizationCodeGrant(config, bound.back, bound.checks, undefined, { DPoP })
  expect(tokens.token_type).toBe('dpop')
  expect((await client.fetchUserInfo(config, tokens.access_token, userId, { DPoP })).sub).toBe(userId)
})
