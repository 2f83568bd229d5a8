import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { saml } from '@hufu/contract/federation/saml'
import { self } from '@hufu/contract/sign-in/sign-in'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { whileSessionsCannotEnd } from '../../../../test/blocked-session-end.ts'
import { byRedirect, newPair, newRequestId, postedIn, signedXml } from '../../../../test/saml.ts'
import { exchangeCode, follow, HostileProvider, registerOidc, rules, startOf } from '../../../../test/upstream.ts'
import { NS } from '../saml/names.ts'

let server: TestServer
let hostile: HostileProvider
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  hostile = await HostileProvider.open()
})
afterAll(async () => {
  await hostile.close()
  await server.close()
})

const isAlive = async (token: string, of = server) => (await of.withToken(token).send(self.current)).envelope.code === 'success'
const link = (providerId: string, subject: string, userId: string) =>
  server.kernel.db
    .insertInto('identityLink')
    .values({ id: `l${subject}${userId.slice(-12)}`, providerId, subject, userId, name: '', origin: 'self' })
    .execute()

/** A user linked to an OpenID Connect provider, and how they sign in by it. */
async function linked(subject: string) {
  const provider = await registerOidc(server, hostile.issuer)
  const userId = await server.given.user()
  await link(provider.id, subject, userId)
  const enter = async (sid?: string) => {
    hostile.who = { sub: subject, ...(sid !== undefined && { sid }) }
    const browser = new Browser()
    const begun = await browser.go(startOf(server, provider.code))
    const back = await browser.go(hostile.authorize(begun.headers.get('location')!))
    return (await exchangeCode(server, browser, new URL(back.headers.get('location')!, server.address))).data.token
  }
  const send = (token: string) =>
    fetch(`${server.address}/protocols/upstream/${provider.code}/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
  return { provider, userId, enter, send }
}

test('SAML-48 a logout token of a provider ends exactly the sessions it names, and only once', async () => {
  const { enter, send, userId } = await linked('u1')
  const [one, two, unnamed] = [await enter('s1'), await enter('s2'), await enter()]
  const own = await server.as(userId)
  const token = hostile.logoutToken({ sub: undefined, sid: 's1' })
  const answer = await send(token)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect([await isAlive(one), await isAlive(two), await isAlive(unnamed)]).toEqual([false, true, true])
  expect((await send(token)).status).toBe(400)
  // A session without a known session id ends with any session of its subject.
  expect((await send(hostile.logoutToken({ sid: 's9' }))).status).toBe(200)
  expect([await isAlive(two), await isAlive(unnamed)]).toEqual([true, false])
  expect((await send(hostile.logoutToken({ sid: undefined }))).status).toBe(200)
  expect(await isAlive(two)).toBe(false)
  // The provider cannot end a session that did not begin with it.
  expect(await isAlive(own.token!)).toBe(true)
})

test('SAML-48 a logout token that is invalid, or not of this provider for this client, ends no session', async () => {
  const { enter, send } = await linked('u2')
  const other = await linked('u3')
  const mine = await enter('s1')
  hostile.who = { sub: 'u2' }
  const now = Math.floor(Date.now() / 1000)
  const tokens: Record<string, string> = {
    'nobody signed it': hostile.logoutToken({}, 'not'),
    'somebody else signed it': hostile.logoutToken({}, 'by another'),
    'for another client': hostile.logoutToken({ aud: 'another' }),
    'of another issuer': hostile.logoutToken({ iss: 'https://elsewhere.example.com' }),
    'an ID token': hostile.logoutToken({ events: undefined, nonce: 'n' }),
    'with a nonce': hostile.logoutToken({ nonce: 'n' }),
    'of another event': hostile.logoutToken({ events: { 'urn:other': {} } }),
    'events that are text': hostile.logoutToken({ events: 'http://schemas.openid.net/event/backchannel-logout' }),
    'of nobody': hostile.logoutToken({ sub: undefined, sid: undefined }),
    'without an id': hostile.logoutToken({ jti: undefined }),
    'without an end': hostile.logoutToken({ exp: undefined }),
    over: hostile.logoutToken({ iat: now - 400, exp: now - 300 }),
    'made long ago': hostile.logoutToken({ iat: now - 4000 }),
    'an access token': hostile.logoutToken({}, undefined, 'at+jwt'),
    garbage: 'x.y.z',
  }
  for (const [what, token] of Object.entries(tokens)) {
    const answer = await send(token)
    expect([what, answer.status, ((await answer.json()) as { error: string }).error]).toEqual([what, 400, 'invalid_request'])
  }
  // The same subject at another provider is another user.
  expect((await other.send(hostile.logoutToken())).status).toBe(200)
  const doubled = new URLSearchParams([['logout_token', hostile.logoutToken()], ['logout_token', hostile.logoutToken()]]) // prettier-ignore
  const address = `${server.address}/protocols/upstream/${other.provider.code}/logout`
  expect((await fetch(address, { method: 'POST', body: doubled })).status).toBe(400)
  expect((await fetch(address, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(400)
  expect(await isAlive(mine)).toBe(true)
  expect((await send(hostile.logoutToken())).status).toBe(200)
  expect(await isAlive(mine)).toBe(false)
})

test('SAML-48 a logout request of a SAML provider ends the session of that user here, and is answered', async () => {
  const upstream = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  const code = `slo${server.given.next()}`
  const draft = { kind: 'saml', name: code, code, options: { metadataUrl: `${upstream.address}/protocols/saml/metadata` } }
  const { id } = await server.admin.call(identityProvider.save, { body: { ...draft, forceAuthn: false, isShown: 1, rules } })
  const { metadata } = await server.admin.call(identityProvider.byId, { query: { id } })
  const appId = await upstream.given.app({ protocol: 'saml', name: '下游虎符' })
  await upstream.admin.call(saml.applyMetadata, { body: { appId, metadata: await (await fetch(metadata!)).text(), version: 0 } })
  const there = await upstream.given.user()
  await upstream.given.grant({ subjectType: 'user', subjectId: there, appId })
  const browser = new Browser()
  await browser.signIn(upstream, there)
  const posted = postedIn(await (await follow(browser, startOf(server, code))).answer.text())
  const subject = /<saml:NameID[^>]*>([^<]+)</.exec(Buffer.from(posted.fields.SAMLResponse!, 'base64').toString())![1]!
  const userId = await server.given.user()
  await link(id, subject, userId)
  const waits = await browser.go(posted.action, { method: 'POST', body: new URLSearchParams(posted.fields) })
  const { url } = await follow(browser, new URL(waits.headers.get('location')!, server.address))
  const { token } = (await exchangeCode(server, browser, url)).data
  expect(await isAlive(token)).toBe(true)
  // Both servers share a host here, so this browser has only the session of the provider.
  const leaving = new Browser()
  const { rows } = await upstream.kernel.pool.query<{ id: string }>(`select id from session where user_id = $1 and ended_by is null`, [
    there,
  ])
  const { issueOneTime } = await import('../../../platform/secrets/one-time.ts')
  const r = await issueOneTime(upstream.kernel.db, 'samlLeaving', { seconds: 60, detail: { sessionId: rows[0]!.id } })
  const { answer } = await follow(leaving, `${upstream.address}/protocols/saml/leave?r=${r}`)
  expect(await answer.text()).toContain('已一并退出：下游虎符')
  expect(await isAlive(token)).toBe(false)
  await upstream.close()
})

const pair = newPair()
const IDP = 'https://idp.example.com/metadata'
const idpMetadata = `<md:EntityDescriptor xmlns:md="${NS.md}" entityID="${IDP}"><md:IDPSSODescriptor protocolSupportEnumeration="${NS.samlp}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NS.ds}"><ds:X509Data><ds:X509Certificate>${pair.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/slo" ResponseLocation="https://idp.example.com/slo/done"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`

test('SAML-49 a SAML logout request that is unsigned, foreign, for another address, old or repeated ends no session', async () => {
  const code = `slo${server.given.next()}`
  const draft = { kind: 'saml', name: code, code, options: { metadata: idpMetadata }, forceAuthn: false, isShown: 1, rules }
  const { id } = await server.admin.call(identityProvider.save, { body: draft })
  const userId = await server.given.user()
  await link(id, 'somebody', userId)
  const { token } = await server.as(userId)
  const { db, pool } = server.kernel
  const { id: identityId } = await db.selectFrom('identityLink').select('id').where('providerId', '=', id).executeTakeFirstOrThrow()
  await pool.query(`update session set identity_id = $2, identity_sid = 'i1' where user_id = $1`, [userId, identityId])
  const address = `${server.address}/protocols/upstream/${code}/slo`
  const request = (change: (xml: string) => string = xml => xml, more = '') =>
    change(
      `<samlp:LogoutRequest xmlns:samlp="${NS.samlp}" xmlns:saml="${NS.saml}" ID="${newRequestId()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${address}"><saml:Issuer>${IDP}</saml:Issuer><saml:NameID>somebody</saml:NameID>${more}</samlp:LogoutRequest>`,
    )
  const post = (xml: string) =>
    fetch(address, { method: 'POST', body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }) })
  const sign = (xml: string, by = pair) => signedXml(xml, by, 'append')
  const refused: Record<string, Promise<Response>> = {
    unsigned: post(request()),
    'by another': post(sign(request(), newPair('another'))),
    'of another issuer': post(sign(request(xml => xml.replace(IDP, 'https://elsewhere.example.com')))),
    'for another address': post(sign(request(xml => xml.replace(address, `${server.address}/protocols/saml/slo`)))),
    old: post(sign(request(xml => xml.replace(/IssueInstant="[^"]+"/, 'IssueInstant="2020-01-01T00:00:00Z"')))),
    over: post(sign(request(xml => xml.replace(' Version=', ' NotOnOrAfter="2020-01-01T00:00:00Z" Version=')))),
    changed: post(sign(request(xml => xml.replace('somebody', 'nobody'))).replace('>nobody<', '>somebody<')),
    'by redirect, unsigned': fetch(byRedirect(address, request())),
    'by redirect, by another': fetch(byRedirect(address, request(), { key: newPair('third').key })),
    'a response': fetch(address, { method: 'POST', body: new URLSearchParams({ SAMLResponse: Buffer.from(sign(request())).toString('base64') }) }), // prettier-ignore
    'of SOAP': fetch(address, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: sign(request()) }),
  }
  for (const [what, sent] of Object.entries(refused)) {
    const answer = await sent
    expect([what, answer.status]).toEqual([what, 403])
    expect(await answer.text()).toContain('退出请求未通过校验')
  }
  expect(await isAlive(token!)).toBe(true)
  const elsewhere = postedIn(await (await post(sign(request(undefined, '<samlp:SessionIndex>i2</samlp:SessionIndex>')))).text())
  expect([elsewhere.action, await isAlive(token!)]).toEqual(['https://idp.example.com/slo/done', true])
  const good = byRedirect(address, request(undefined, '<samlp:SessionIndex>i1</samlp:SessionIndex>'), { key: pair.key, relayState: 'r' })
  // A logout that failed is not remembered as seen.
  expect((await whileSessionsCannotEnd(server, () => fetch(good))).status).toBe(500)
  expect(await isAlive(token!)).toBe(true)
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(good)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403])
  const form = postedIn(await answers.find(({ status }) => status === 200)!.text())
  expect(form.fields.RelayState).toBe('r')
  expect(Buffer.from(form.fields.SAMLResponse!, 'base64').toString()).toMatch(/status:Success/)
  expect(await isAlive(token!)).toBe(false)
})

test('decision 0102 a logout token whose sign-out failed is accepted when the provider sends it again', async () => {
  const { enter, send } = await linked('u5')
  const token = await enter('s1')
  const sent = hostile.logoutToken({ sid: 's1' })
  expect((await whileSessionsCannotEnd(server, () => send(sent))).status).toBe(500)
  expect(await isAlive(token)).toBe(true)
  expect((await send(sent)).status).toBe(200)
  expect(await isAlive(token)).toBe(false)
  expect((await send(sent)).status).toBe(400)
})

test('SAML-59 a user who must authenticate again for an application does so at the provider, whatever session they have there', async () => {
  const { provider, userId, enter } = await linked('u9')
  await enter()
  const startSignIn = async (browser: Browser) =>
    new URL((await browser.go(startOf(server, provider.code))).headers.get('location')!).searchParams
  expect((await startSignIn(new Browser())).get('prompt')).toBeNull()
  const browser = new Browser()
  await browser.signIn(server, userId)
  const confirmation = await startSignIn(browser)
  expect([confirmation.get('prompt'), confirmation.get('max_age')]).toEqual(['login', '0'])
})
