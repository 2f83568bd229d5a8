import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { online } from '@hufu/contract/audit/online'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '../../../../platform/access/session-lifecycle.ts'
import { application, basic, Browser, issuerOf, listener, post, request, signInTo } from '../../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'

let server: TestServer
let ears: Awaited<ReturnType<typeof listener>>
beforeAll(async () => {
  // The application that receives logout tokens runs on this machine, which only this setting allows.
  server = await startTestServer({ settings: { HUFU_ALLOW_LOOPBACK: '1' }, jobs: true })
  ears = await listener()
})
afterAll(async () => {
  await server.close()
  await ears.close()
})

const GOODBYE = 'https://app.example.com/goodbye'
async function signedIn() {
  const userId = await server.given.user()
  const app = await application(server, userId, { logoutUri: ears.address, postLogoutUris: [GOODBYE] })
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, app.config)
  return { userId, app, browser, tokens }
}
/** Expects a logout token as the standard defines it, and checks it as an application would. */
async function logoutTokenOf(clientId: string, userId: string, sid: unknown) {
  const token = await ears.next()
  const keys = createRemoteJWKSet(new URL(`${issuerOf(server)}/jwks`))
  const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer: issuerOf(server), audience: clientId, typ: 'logout+jwt' })
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({ sub: userId, sid, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
  expect(payload.nonce).toBeUndefined()
  expect(payload.jti).toBeTruthy()
}
const isOver = async ({ app, tokens, browser }: Awaited<ReturnType<typeof signedIn>>) => {
  const refresh = await post(server, '/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, basic(app.clientId))
  const me = await fetch(`${issuerOf(server)}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const silent = await browser.follow(server, (await request(app.config, { prompt: 'none' })).url)
  return [refresh.body.error, me.status, silent.url.searchParams.get('error')]
}
const OVER = ['invalid_grant', 401, 'login_required']

test('OP-60, oidcc-backchannel-rp-initiated-logout signing out of one application signs out of the console and of every application', async () => {
  const one = await signedIn()
  const { userId, app, browser, tokens } = one
  const sid = tokens.claims()?.sid
  const url = client.buildEndSessionUrl(app.config, { id_token_hint: tokens.id_token!, post_logout_redirect_uri: GOODBYE, state: 'bye' })
  const page = await browser.go(url)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com")
  const text = await page.text()
  expect(text).toContain('正在退出登录')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)![1]!
  const hearing = logoutTokenOf(app.clientId, userId, sid)
  const left = await browser.go(`${issuerOf(server)}/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  expect(left.headers.get('location')).toBe(`${GOODBYE}?state=bye`)
  await hearing
  expect(await isOver(one)).toEqual(OVER)
  const { rows } = await server.kernel.pool.query('select ended_by from session where user_id = $1', [userId])
  expect(rows).toEqual([{ ended_by: 'logout' }])
})

test('OP-61 signing out of the console notifies the applications and ends their tokens', async () => {
  const one = await signedIn()
  const userId = one.userId
  const { token, link } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const browser = new Browser()
  const same = { ...one, browser, ...(await inSession(browser, one.app, link)) }
  const hearing = logoutTokenOf(one.app.clientId, userId, same.tokens.claims()?.sid)
  await server.withToken(token).call(signIn.logout)
  await hearing
  expect(await isOver(same)).toEqual(OVER)
})

async function inSession(browser: Browser, { config }: { config: client.Configuration }, link: string) {
  browser.keep(`idaas-link=${link}; Path=/protocols`)
  return signInTo(server, browser, config)
}

test('OP-62 a user whose session an administrator ends is signed out of their applications too', async () => {
  const one = await signedIn()
  const { rows } = await server.kernel.pool.query<{ id: string }>('select id from session where user_id = $1', [one.userId])
  const hearing = logoutTokenOf(one.app.clientId, one.userId, one.tokens.claims()?.sid)
  await server.admin.call(online.kick, { body: { ids: rows.map(row => row.id) } })
  await hearing
  expect(await isOver(one)).toEqual(OVER)
})

test('OP-63 an application that does not answer is notified again', async () => {
  const one = await signedIn()
  ears.fail(1)
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [one.userId])
  await expect.poll(async () => (await server.kernel.pool.query('select tries from oidc_logout')).rows).toEqual([{ tries: 1 }])
  const hearing = logoutTokenOf(one.app.clientId, one.userId, one.tokens.claims()?.sid)
  await server.kernel.pool.query('update oidc_logout set due_time = now()')
  await hearing
  await expect.poll(async () => (await server.kernel.pool.query('select 1 from oidc_logout')).rows).toEqual([])
})

test('OP-64 with offline_access an application keeps its access after the session, until it is revoked', async () => {
  const userId = await server.given.user()
  const app = await application(server, userId)
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, app.config, { scope: 'openid offline_access', prompt: 'consent' })
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [userId])
  const second = await client.refreshTokenGrant(app.config, tokens.refresh_token!)
  await client.tokenRevocation(app.config, second.refresh_token!)
  await expect(client.refreshTokenGrant(app.config, second.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('OP-65 without a hint the user is asked first; sign-out leads on to registered addresses only', async () => {
  const { app, browser, tokens } = await signedIn()
  const confirmation = await browser.go(`${issuerOf(server)}/session/end`)
  expect(await confirmation.text()).toContain('退出登录？')
  for (const wrong of ['https://evil.example/', `${GOODBYE}/`, `${GOODBYE}?x=1`, 'https://app.example.com@evil.example/goodbye']) {
    const refused = await browser.go(
      client.buildEndSessionUrl(app.config, { id_token_hint: tokens.id_token!, post_logout_redirect_uri: wrong }),
    )
    expect(refused.status).toBe(400)
  }
  const [head, body] = tokens.id_token!.split('.')
  expect((await browser.go(`${issuerOf(server)}/session/end?id_token_hint=${head}.${body}.x`)).status).toBe(400)
  const posted = await browser.go(`${issuerOf(server)}/session/end`, { method: 'POST', body: new URLSearchParams({ state: 'x' }) })
  expect([posted.status, posted.headers.get('location')]).toEqual([303, '/protocols/oidc/session/end?state=x'])
  expect((await browser.follow(server, (await request(app.config, { prompt: 'none' })).url)).url.searchParams.get('code')).toBeTruthy()
})

test('OP-66 a forged form signs nobody out', async () => {
  const { app, browser } = await signedIn()
  await browser.go(`${issuerOf(server)}/session/end`)
  const forged = await browser.go(`${issuerOf(server)}/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: 'guess', logout: 'yes' }),
  })
  expect(forged.status).toBe(400)
  expect((await browser.follow(server, (await request(app.config, { prompt: 'none' })).url)).url.searchParams.get('code')).toBeTruthy()
})
