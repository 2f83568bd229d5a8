import { calculateJwkThumbprint, decodeJwt, exportJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { addSecret } from '../../../apps/app/client-secret.sql.ts'
import { application, basic, Browser, CALLBACK, configOf, issuerOf, post, request, SECRET, signInTo } from '../../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { hostOf } from '../host.ts'
import { rotateKeys } from '../keys/signing-key.sql.ts'

let server: TestServer
let userId: string
let browser: Browser
let app: Awaited<ReturnType<typeof application>>
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user({ realName: '李四光' })
  app = await application(server, userId)
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

const refresh = (token: string, clientId = app.clientId) =>
  post(server, '/token', { grant_type: 'refresh_token', refresh_token: token }, basic(clientId))

test('OP-30 a refresh token is replaced at each use; reuse of an old one revokes all its tokens', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const second = await client.refreshTokenGrant(app.config, tokens.refresh_token!)
  expect(second.refresh_token).not.toBe(tokens.refresh_token)
  expect(second.claims()?.name).toBe('李四光')
  expect((await refresh(tokens.refresh_token!)).body).toMatchObject({ error: 'invalid_grant' })
  expect((await refresh(second.refresh_token!)).body).toMatchObject({ error: 'invalid_grant' })
  await expect(client.fetchUserInfo(app.config, second.access_token, userId)).rejects.toThrow()
})

test('OP-30 of ten concurrent uses of one refresh token at most one succeeds', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(tokens.refresh_token!)))
  expect(answers.filter(answer => answer.status === 200).length).toBeLessThanOrEqual(1)
  expect(answers.filter(answer => answer.status !== 200).every(answer => answer.body.error === 'invalid_grant')).toBe(true)
})

test('OP-31 a refresh token of another application and a scope beyond the granted one are refused', async () => {
  const other = await application(server, userId)
  const { tokens } = await signInTo(server, browser, app.config, { scope: 'openid' })
  expect((await refresh(tokens.refresh_token!, other.clientId)).body).toMatchObject({ error: 'invalid_grant' })
  const more = await post(
    server,
    '/token',
    { grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, scope: 'openid email' },
    basic(app.clientId),
  )
  expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
})

test('OP-32 prompt=none answers at once: login_required without a session, a code with one', async () => {
  const { url } = await request(app.config, { prompt: 'none' })
  const stranger = await new Browser().follow(server, url)
  expect([stranger.url.origin, stranger.url.searchParams.get('error')]).toEqual(['https://app.example.com', 'login_required'])
  const answer = await browser.follow(server, (await request(app.config, { prompt: 'none' })).url)
  expect(answer.url.searchParams.get('code')).toBeTruthy()
})

test('OP-33, N-04 prompt=login requires a proof after the request, and max_age one that is not older', async () => {
  const own = new Browser()
  await own.signIn(server, userId)
  const { url } = await request(app.config, { prompt: 'login' })
  const loginPage = await own.follow(server, url)
  expect(loginPage.url.pathname).toBe('/login')
  const back = server.address + loginPage.url.searchParams.get('uri')!
  expect((await own.follow(server, back)).url.pathname).toBe('/login')
  await own.signIn(server, userId)
  expect((await own.follow(server, back)).url.searchParams.get('code')).toBeTruthy()
  const { tokens } = await signInTo(server, own, app.config, { max_age: '60' })
  expect(tokens.claims()?.auth_time).toBeGreaterThan(Date.now() / 1000 - 60)
  await server.kernel.pool.query(
    `update session set proven_at = now() - interval '2 minutes', auth_time = now() - interval '2 minutes' where user_id = $1`,
    [userId],
  )
  expect((await own.follow(server, (await request(app.config, { max_age: '60' })).url)).url.pathname).toBe('/login')
})

test('OP-34 id_token_hint continues for the same user, and requires a sign-in for another', async () => {
  const { tokens } = await signInTo(server, browser, app.config)
  const same = await browser.follow(server, (await request(app.config, { prompt: 'none', id_token_hint: tokens.id_token! })).url)
  expect(same.url.searchParams.get('code')).toBeTruthy()
  const other = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: other, appId: app.appId })
  const theirs = new Browser()
  await theirs.signIn(server, other)
  const wrong = await theirs.follow(server, (await request(app.config, { prompt: 'none', id_token_hint: tokens.id_token! })).url)
  expect(wrong.url.searchParams.get('error')).toBe('login_required')
})

test('OP-35 a pushed request is valid once', async () => {
  const { url, checks } = await request(app.config)
  const pushed = await client.buildAuthorizationUrlWithPAR(app.config, url.searchParams)
  expect([...pushed.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
  const back = await browser.follow(server, pushed)
  expect((await client.authorizationCodeGrant(app.config, back.url, checks)).claims()?.sub).toBe(userId)
  const again = await browser.follow(server, pushed)
  expect(`${again.url.href} ${await again.answer.text()}`).toContain('invalid_request_uri')
})

test('OP-36 a token bound to a key is useless without it, and a DPoP proof is valid once', async () => {
  const { url, verifier } = await request(app.config)
  const back = await browser.follow(server, url)
  const keys = await client.randomDPoPKeyPair('ES256')
  const handle = client.getDPoPHandle(app.config, keys)
  const tokens = await client.authorizationCodeGrant(
    app.config,
    back.url,
    { pkceCodeVerifier: verifier, expectedState: url.searchParams.get('state')!, expectedNonce: url.searchParams.get('nonce')! },
    undefined,
    { DPoP: handle },
  )
  expect(tokens.token_type).toBe('dpop')
  expect((await client.fetchUserInfo(app.config, tokens.access_token, userId, { DPoP: handle })).name).toBe('李四光')
  expect((await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).status).toBe(401)
  const seen = await post(server, '/token/introspection', { token: tokens.access_token }, basic(app.clientId))
  expect(seen.body).toMatchObject({ active: true, cnf: { jkt: await calculateJwkThumbprint(await exportJWK(keys.publicKey)) } })
  const proof = await oneProof(keys, `${issuerOf(server)}/token`)
  const code = async () => {
    const next = await request(app.config)
    const here = await browser.follow(server, next.url)
    return {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code: here.url.searchParams.get('code')!,
      code_verifier: next.verifier,
    }
  }
  expect((await post(server, '/token', await code(), { ...basic(app.clientId), dpop: proof })).status).toBe(200)
  expect((await post(server, '/token', await code(), { ...basic(app.clientId), dpop: proof })).body.error).toBe('invalid_grant')
})

/** Makes a DPoP proof that a test can send itself. */
async function oneProof(keys: CryptoKeyPair, to: string): Promise<string> {
  let proof = ''
  const metadata = { issuer: issuerOf(server), token_endpoint: to }
  await oauth.clientCredentialsGrantRequest(
    metadata,
    { client_id: 'x' },
    oauth.None(),
    {},
    {
      DPoP: oauth.DPoP({}, keys as oauth.CryptoKeyPair),
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: async (_address: string, { headers }: { headers: Record<string, string> }) => {
        proof = headers.dpop ?? new Headers(headers).get('dpop') ?? ''
        return new Response()
      },
    },
  )
  return proof
}

async function apiClient(parts: { ipWhitelist?: string[]; endTime?: string } = {}) {
  const { db } = server.kernel
  const [id, clientId] = [newId(), `api${newId()}`]
  await db.insertInto('apiClient').values({ id, clientId, name: clientId, ...parts }).execute() // prettier-ignore
  for (const call of ['POST /common/createTicket', 'GET /v3/user/page']) await db.insertInto('apiClientCall').values({ clientId: id, call }).execute() // prettier-ignore
  await addSecret(db, { apiClientId: id }, SECRET)
  return { id, clientId }
}
const credentials = (clientId: string, more: Record<string, string> = {}) =>
  post(server, '/token', { grant_type: 'client_credentials', ...more }, basic(clientId))

test('OP-40 an API client gets a token for the calls it was granted, and no others', async () => {
  const { clientId } = await apiClient()
  const config = await configOf(server, clientId, SECRET)
  const token = await client.clientCredentialsGrant(config, { scope: 'POST:/common/createTicket GET:/v3/menu/page' })
  expect(token.scope).toBe('POST:/common/createTicket')
  const seen = await client.tokenIntrospection(config, token.access_token)
  expect(seen).toMatchObject({
    active: true,
    sub: clientId,
    client_id: clientId,
    scope: 'POST:/common/createTicket',
    aud: `${server.address}/api`,
  })
  await client.tokenRevocation(config, token.access_token)
  expect(await client.tokenIntrospection(config, token.access_token)).toEqual({ active: false })
  const other = await client.clientCredentialsGrant(config)
  await server.kernel.db.updateTable('apiClient').set({ status: 0 }).where('clientId', '=', clientId).execute()
  expect((await post(server, '/token/introspection', { token: other.access_token }, basic(app.clientId))).body).toEqual({ active: false })
})

test('OP-41 an API client that is disabled, expired, at another address or without its secret gets no token', async () => {
  const strange = await apiClient({ ipWhitelist: ['10.1.2.3'] })
  const late = await apiClient({ endTime: '2020-01-01 00:00:00' })
  const off = await apiClient()
  await server.kernel.db.updateTable('apiClient').set({ status: 0 }).where('id', '=', off.id).execute()
  for (const { clientId } of [strange, late, off]) expect((await credentials(clientId)).body).toMatchObject({ error: 'invalid_client' })
  expect((await post(server, '/token', { grant_type: 'client_credentials' }, basic(off.clientId, 'kept as a hash'))).status).toBe(401)
  expect((await credentials(app.clientId)).body).toMatchObject({ error: 'invalid_request' })
})

test('OP-42 the old and the new secret are both valid during a change of secrets', async () => {
  const { id, clientId } = await apiClient()
  await addSecret(server.kernel.db, { apiClientId: id }, 'the-next-secret')
  for (const secret of [SECRET, 'the-next-secret'])
    expect((await post(server, '/token', { grant_type: 'client_credentials' }, basic(clientId, secret))).status).toBe(200)
})

const EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
}
test('OP-43 a token is exchanged only by its own client, and only for the same scope or less', async () => {
  const [mine, theirs] = [await apiClient(), await apiClient()]
  const { body } = await credentials(mine.clientId, { scope: 'POST:/common/createTicket' })
  const subject_token = String(body.access_token)
  const less = await post(server, '/token', { ...EXCHANGE, subject_token }, basic(mine.clientId))
  expect(less.body).toMatchObject({
    scope: 'POST:/common/createTicket',
    token_type: 'Bearer',
    issued_token_type: EXCHANGE.subject_token_type,
  })
  const more = await post(server, '/token', { ...EXCHANGE, subject_token, scope: 'GET:/v3/user/page' }, basic(mine.clientId))
  expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
  const stolen = await post(server, '/token', { ...EXCHANGE, subject_token }, basic(theirs.clientId))
  expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_request'])
  const { tokens } = await signInTo(server, browser, app.config)
  expect((await post(server, '/token', { ...EXCHANGE, subject_token: tokens.access_token }, basic(mine.clientId))).body.error).toBe(
    'invalid_request',
  )
})

test('OP-50 a device is signed in by a user who confirms its code, on pages in Chinese', async () => {
  const device = await client.initiateDeviceAuthorization(app.config, { scope: 'openid profile' })
  const pollToken = () =>
    post(
      server,
      '/token',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code },
      basic(app.clientId),
    )
  expect((await pollToken()).body.error).toBe('authorization_pending')
  const own = new Browser()
  const send = async (page: string, more: Record<string, string>) => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!
    return own.go(device.verification_uri, { method: 'POST', body: new URLSearchParams({ xsrf, ...more }) })
  }
  const first = await (await own.go(device.verification_uri)).text()
  expect(first).toContain('请输入设备上显示的代码')
  const wrong = await (await send(first, { user_code: 'BBBB-BBBB' })).text()
  expect(wrong).toContain('代码不正确')
  const confirm = await (await send(wrong, { user_code: device.user_code })).text()
  expect(confirm).toContain('请核对设备上显示的代码')
  const toLogin = await send(confirm, { user_code: device.user_code, confirm: 'yes' })
  const { url } = await own.follow(server, new URL(toLogin.headers.get('location')!, server.address))
  expect(url.pathname).toBe('/login')
  await own.signIn(server, userId)
  const done = await own.follow(server, server.address + url.searchParams.get('uri')!)
  expect(await done.answer.text()).toContain('设备已登录')
  const { status, body } = await pollToken()
  expect(status).toBe(200)
  expect(decodeJwt(String(body.id_token))).toMatchObject({ sub: userId, name: '李四光' })
})

test('OP-51 key rotation leaves no gap: new keys are published before they sign, old ones after', async () => {
  const kids = async () => ((await (await fetch(`${issuerOf(server)}/jwks`)).json()) as { keys: Record<string, string>[] }).keys
  const before = await kids()
  expect(new Set(before.map(key => key.alg))).toEqual(new Set(['ES256', 'RS256']))
  expect(before.some(key => 'd' in key || 'p' in key)).toBe(false)
  const signedBy = async () =>
    JSON.parse(Buffer.from((await signInTo(server, browser, app.config)).tokens.id_token!.split('.')[0]!, 'base64url').toString()) as {
      kid: string
    }
  const first = await signedBy()
  await rotateKeys(server.kernel, server.kernel.db)
  hostOf(server.kernel)!.look()
  expect(await kids()).toHaveLength(4)
  expect(await signedBy()).toEqual(first)
  await server.kernel.pool.query(`update oidc_key set begin_time = now() where begin_time > now()`)
  hostOf(server.kernel)!.look()
  const next = await signedBy()
  expect(before.map(key => key.kid)).not.toContain(next.kid)
  expect(await kids()).toHaveLength(4)
})

test('OP-52 discovery lists what is supported, at the address of OpenID and at that of RFC 8414', async () => {
  const openid = (await (await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  const rfc = await (await fetch(`${server.address}/.well-known/oauth-authorization-server/protocols/oidc`)).json()
  expect(rfc).toEqual(openid)
  expect(openid).toMatchObject({
    issuer: issuerOf(server),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    backchannel_logout_supported: true,
  })
  expect((openid.grant_types_supported as string[]).filter(grant => ['implicit', 'password'].includes(grant))).toEqual([])
  expect(JSON.stringify(openid)).not.toContain('HS256')
})
