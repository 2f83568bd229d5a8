import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import { saml } from '@hufu/contract/federation/saml'
import { startSession } from '../../../../platform/access/session-lifecycle.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, Browser, CALLBACK, issuerOf, signInTo } from '../../../../../test/oidc.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const FRAME = 'https://app.example.com/leave?from=hufu'
const GOODBYE = 'https://app.example.com/goodbye'
const DEFAULT = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, version: 0 } as const
const set = (appId: string, parts: Partial<OidcClientDraft>) =>
  server.admin.call(oidcClient.update, { body: { ...DEFAULT, appId, ...parts } })
async function framed(userId: string, frontchannelUri = FRAME) {
  const app = await application(server, userId, { postLogoutUris: [GOODBYE] })
  await set(app.appId, { frontchannelUri })
  return app
}
async function signedIn() {
  const userId = await server.given.user()
  const app = await framed(userId)
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, app.config)
  return { userId, app, browser, tokens }
}
const framesIn = (page: string) =>
  [...page.matchAll(/<iframe [^>]*src="([^"]+)"/g)].map(([, src]) => new URL(src!.replaceAll('&amp;', '&')))
async function leave({ app, browser, tokens }: Awaited<ReturnType<typeof signedIn>>, logout: { logout?: 'yes' } = { logout: 'yes' }) {
  const url = client.buildEndSessionUrl(app.config, { id_token_hint: tokens.id_token!, post_logout_redirect_uri: GOODBYE, state: 'bye' })
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await browser.go(url)).text())![1]!
  return browser.go(`${issuerOf(server)}/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf, ...logout }) })
}

test('FC-01, oidcc-frontchannel-logout-discovery-endpoint-verification discovery offers front-channel logout, and an application without an address is not notified', async () => {
  const { app, browser, tokens } = await signedIn()
  expect(app.config.serverMetadata()).toMatchObject({ frontchannel_logout_supported: true, frontchannel_logout_session_supported: true })
  await set(app.appId, { frontchannelUri: '', version: 1 })
  const answer = await leave({ userId: '', app, browser, tokens })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${GOODBYE}?state=bye`])
})

test('FC-02, oidcc-frontchannel-rp-initiated-logout signing out of one application opens the logout address of each in a frame, with issuer and session, then leads on', async () => {
  const one = await signedIn()
  const other = await framed(one.userId, 'https://app.example.com/other')
  const second = await signInTo(server, one.browser, other.config)
  const answer = await leave(one)
  expect(answer.status).toBe(200)
  const page = await answer.text()
  const sids = [one.tokens.claims()?.sid, second.tokens.claims()?.sid]
  expect(sids.every(sid => typeof sid === 'string')).toBe(true)
  const frames = framesIn(page)
  expect(frames.map(({ pathname }) => pathname).sort()).toEqual(['/leave', '/other'])
  expect(new Set(frames.map(({ searchParams }) => searchParams.get('sid')))).toEqual(new Set(sids))
  expect(frames.map(({ searchParams }) => searchParams.get('iss'))).toEqual([issuerOf(server), issuerOf(server)])
  expect(frames.find(({ pathname }) => pathname === '/leave')!.searchParams.get('from')).toBe('hufu')
  expect(page).toContain(`href="${GOODBYE}?state=bye"`)
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toContain('frame-src https://app.example.com;')
  expect(policy).toContain("default-src 'none'")
  const { url } = await one.browser.follow(server, `${server.address}/protocols/oidc/auth?${new URLSearchParams({ client_id: one.app.clientId, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', prompt: 'none', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }).toString()}`) // prettier-ignore
  expect(url.searchParams.get('error')).toBe('login_required')
})

test('FC-02 a user who leaves one application and stays signed in notifies only that application', async () => {
  const one = await signedIn()
  const other = await framed(one.userId, 'https://app.example.com/other')
  await signInTo(server, one.browser, other.config)
  expect(framesIn(await (await leave(one, {})).text()).map(({ pathname }) => pathname)).toEqual(['/leave'])
})

test('FC-03 signing out of the console leads through the same page, once', async () => {
  const userId = await server.given.user()
  const app = await framed(userId)
  const { link, token } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const browser = new Browser()
  browser.keep(`idaas-link=${link}; Path=/protocols`)
  const me = server.withToken(token)
  expect(await me.call(saml.leaving, { body: {} })).toEqual({ url: null })
  await signInTo(server, browser, app.config)
  const { url } = await me.call(saml.leaving, { body: {} })
  const answer = await browser.go(new URL(url!, server.address))
  expect(answer.headers.get('content-security-policy')).toContain('frame-src https://app.example.com;')
  const page = await answer.text()
  expect(framesIn(page).map(({ pathname }) => pathname)).toEqual(['/leave'])
  expect(page).toContain('href="/login"')
  expect(framesIn(await (await browser.go(new URL(url!, server.address))).text())).toEqual([])
})

test('FC-04 the address must have the origin of a redirect address; disabled applications and those without single logout are not notified', async () => {
  const userId = await server.given.user()
  const { appId } = await application(server, userId)
  for (const frontchannelUri of ['https://elsewhere.example.com/leave', 'https://app.example.com:444/leave'])
    await server.admin.refused('frontchannelForeign', oidcClient.update, { body: { ...DEFAULT, appId, frontchannelUri } })
  for (const frontchannelUri of ['javascript:alert(1)', 'https://app.example.com/#x', 'http://app.example.com/leave'])
    expect((await server.admin.send(oidcClient.update, { body: { ...DEFAULT, appId, frontchannelUri } })).envelope.code).toBe(
      'global_prompt',
    )
  await set(appId, { frontchannelUri: FRAME })
  // A caller that leaves the address out does not change it.
  await set(appId, { version: 1 })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).frontchannelUri).toBe(FRAME)
  for (const off of [{ singleLogout: 0 }, { status: 0 }] as const) {
    const one = await signedIn()
    const asker = await application(server, one.userId, { postLogoutUris: [GOODBYE] })
    const { tokens } = await signInTo(server, one.browser, asker.config)
    await server.kernel.db.updateTable('app').set(off).where('id', '=', one.app.appId).execute()
    expect((await leave({ ...one, app: asker, tokens })).status).toBe(303)
  }
})
