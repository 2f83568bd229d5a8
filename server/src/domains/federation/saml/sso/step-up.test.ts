import { factor } from '@hufu/contract/credentials/factor'
import { saml } from '@hufu/contract/federation/saml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorsIn } from '../../../../../test/factors.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { Browser } from '../../../../../test/oidc.ts'
import { authnRequest, byRedirect, postedIn, statusIn, TestSp, xmlIn } from '../../../../../test/saml.ts'
import { startSession } from '../../../../platform/access/session-lifecycle.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MFA = '<saml:AuthnContextClassRef>https://refeds.org/profile/mfa</saml:AuthnContextClassRef>'
const wants = (attributes = '') => `<samlp:RequestedAuthnContext ${attributes}>${MFA}</samlp:RequestedAuthnContext>`
/** A user whose session was authenticated by password only, with its browser and its console client. */
async function withPassword(sp: TestSp) {
  const userId = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: sp.appId })
  const { token, link } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const browser = new Browser()
  browser.keep(`idaas-link=${link}; Path=/protocols`)
  return { userId, browser, me: server.withToken(token) }
}
const shown = async (browser: Browser, to: string) => (await browser.follow(server, new URL(to, server.address))).answer.text()
const asking = (sp: TestSp, inside: string) =>
  byRedirect(`${server.address}/protocols/saml/sso`, authnRequest(sp, { inside }), { key: sp.pair.key })
const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to!.replaceAll('&amp;', '&'))

test('SAML-18 a missing second factor is requested on a page of the user’s factors; declining returns NoAuthnContext', async () => {
  const sp = await TestSp.make(server)
  const { bindTotp, login, second } = factorsIn(server)
  const { userId, browser } = await withPassword(sp)
  const html = await shown(browser, asking(sp, wants()))
  expect(html).toContain('要求二次验证')
  const [bind, again, away] = linksIn(html)
  expect([bind, new URL(again!, server.address).pathname]).toEqual(['/account/security', '/protocols/saml/go'])
  const totp = await bindTotp(await server.as(userId))
  expect(linksIn(await shown(browser, again!))).toEqual([`/login?uri=${encodeURIComponent(again!)}&wants=factor`, away])
  expect(statusIn(postedIn(await shown(browser, away!)))).toEqual(['Responder', 'NoAuthnContext'])
  expect((await server.admin.call(saml.refusals, { query: { appId: sp.appId } }))[0]).toMatchObject({ problem: 'context' })
  // Signing in again, as the page suggests, asks for the one-time code.
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', userId).executeTakeFirstOrThrow()
  const { pending } = (await login(userName)).data as { pending: string }
  expect((await second(pending, { kind: 'totp', code: totp.code() })).code).toBe('0')
  const newest = server.kernel.db.selectFrom('session').select('factor').where('userId', '=', userId).orderBy('id', 'desc')
  expect((await newest.executeTakeFirstOrThrow()).factor).toBe('any')
})

test('SAML-68 a session raised by a one-time code continues to the application that required a second factor', async () => {
  const sp = await TestSp.make(server)
  const { userId, browser, me } = await withPassword(sp)
  const totp = await factorsIn(server).bindTotp(await server.as(userId))
  const [signInAgain] = linksIn(await shown(browser, asking(sp, wants('Comparison="minimum"'))))
  await me.call(factor.stepUp, { body: { kind: 'totp', secret: totp.code() } })
  const back = new URL(signInAgain!, server.address).searchParams.get('uri')!
  expect(xmlIn(postedIn(await shown(browser, back)))).toContain(MFA)
})
