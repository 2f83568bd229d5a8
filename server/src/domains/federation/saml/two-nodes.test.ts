import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { saml } from '@hufu/contract/federation/saml'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { authnRequest, byRedirect, logoutRequest, newPair, postedIn, type TestPair, TestSp, xmlIn } from '../../../../test/saml.ts'
import { openSoapEndpoint } from '../../../../test/soap-endpoint.ts'
import { exchangeCode, follow, rules, startOf } from '../../../../test/upstream.ts'
import { pemOf } from './xml/certificate.ts'

let nodes: [TestServer, TestServer]
/** Another Hufu that is the identity provider of these nodes. */
let upstream: TestServer
beforeAll(async () => {
  const settings = { HUFU_MOCK_PROVIDERS: '1' }
  const first = await startTestServer({ settings, jobs: true })
  nodes = [first, await startTestServer({ settings: { ...settings, HUFU_PUBLIC_URL: first.address }, beside: first, jobs: true })]
  upstream = await startTestServer({ settings })
})
afterAll(async () => {
  await upstream.close()
  await nodes[1].close()
  await nodes[0].close()
})
/** The same URL at the other node. */
const beside = (url: string | URL) => new URL(url.toString().replace(nodes[0].address, nodes[1].address))

test('SAML-46 a pending request of one node continues at the other; sent again, it is answered for the user of that browser', async () => {
  const sp = await TestSp.make(nodes[0])
  const [one, two] = [await sp.visitor({ realName: '甲' }), await sp.visitor({ realName: '乙' })]
  const ssoUrl = byRedirect(`${nodes[0].address}/protocols/saml/sso`, authnRequest(sp), { key: sp.pair.key })
  const away = await new Browser().follow(nodes[0], ssoUrl)
  expect(away.url.pathname).toBe('/login')
  const answerAt = async (browser: Browser, url: string | URL) => xmlIn(postedIn(await (await browser.go(url)).text()))
  expect(await answerAt(one.browser, beside(nodes[0].address + away.url.searchParams.get('uri')!))).toContain('>甲<')
  // The same request, sent again from another browser to either node, is answered for the user of that browser only.
  for (const url of [ssoUrl, beside(ssoUrl)]) {
    const answer = await answerAt(two.browser, url)
    expect(answer).toContain('>乙<')
    expect(answer).not.toContain('>甲<')
  }
})

test('SAML-79 a certificate removed from the metadata is refused on every node from the next request on, and the new one accepted', async () => {
  const sp = await TestSp.make(nodes[0])
  const next = newPair('next')
  const at = ['sso', 'slo'].flatMap(path => nodes.map(node => `${node.address}/protocols/saml/${path}`))
  const sent = async ({ key }: TestPair) =>
    Promise.all(
      at.map(async url => {
        const xml = url.endsWith('sso') ? authnRequest(sp) : logoutRequest(sp, 'nobody')
        return (await fetch(byRedirect(url, xml, { key }), { redirect: 'manual' })).status
      }),
    )
  expect(await sent(sp.pair)).toEqual([303, 303, 200, 200])
  expect(await sent(next)).toEqual([400, 400, 400, 400])
  const { version } = await nodes[0].admin.call(saml.get, { query: { appId: sp.appId } })
  const metadata = sp.saml.generateServiceProviderMetadata(null, pemOf(next.certificate))
  await nodes[0].admin.call(saml.applyMetadata, { body: { appId: sp.appId, metadata, version } })
  expect(await sent(sp.pair)).toEqual([400, 400, 400, 400])
  expect(await sent(next)).toEqual([303, 303, 200, 200])
})

test('SAML-46 a logout request is accepted once over both nodes, one after the other or at once', async () => {
  const sp = await TestSp.make(nodes[0], { edit: xml => xml.replace(/(<SingleLogoutService Binding="[^"]*)HTTP-POST/, '$1HTTP-Redirect') })
  for (const together of [false, true]) {
    const { browser } = await sp.visitor()
    const { nameID } = await sp.read(await sp.visit(browser))
    const url = byRedirect(`${nodes[0].address}/protocols/saml/slo`, logoutRequest(sp, nameID), { key: sp.pair.key })
    const send = async (n: number) => (await fetch(n % 2 === 0 ? url : beside(url), { redirect: 'manual' })).status
    const answers = together
      ? await Promise.all(Array.from({ length: 10 }, (_, n) => send(n)))
      : [await send(0), await send(1), await send(0), await send(1)]
    expect(answers.filter(status => status === 303)).toHaveLength(1)
    expect(answers.filter(status => status === 400)).toHaveLength(answers.length - 1)
  }
})

test('SAML-46 each application is notified of the end of a session by one node only', async () => {
  const sp = await TestSp.make(nodes[0])
  const soap = await openSoapEndpoint(sp)
  const names: string[] = []
  for (let n = 0; n < 12; n++) {
    const { browser } = await sp.visitor()
    names.push((await sp.read(await sp.visit(browser))).nameID)
  }
  const { pool } = nodes[0].kernel
  await pool.query(`update session set ended_by = 'forced' where id in (select session_id from saml_login where app_id = $1)`, [sp.appId])
  const notifiedCount = async () =>
    (await pool.query(`select 1 from saml_login where app_id = $1 and state = 'told' and tries = 1`, [sp.appId])).rowCount
  await expect.poll(notifiedCount).toBe(names.length)
  const nameIds = soap.bodies.map(body => /<saml:NameID[^>]*>([^<]+)</.exec(body)![1]!)
  expect(nameIds.toSorted()).toEqual(names.toSorted())
  soap.close()
})

test('SAML-46 a provider’s response accepted by one node signs nobody in at the other', async () => {
  const code = `two${nodes[0].given.next()}`
  const draft = { kind: 'saml', name: code, code, options: { metadataUrl: `${upstream.address}/protocols/saml/metadata` } }
  const { id } = await nodes[0].admin.call(identityProvider.save, { body: { ...draft, forceAuthn: false, isShown: 1, rules } })
  const { metadata } = await nodes[0].admin.call(identityProvider.byId, { query: { id } })
  const appId = await upstream.given.app({ protocol: 'saml' })
  const text = await (await fetch(metadata!)).text()
  await upstream.admin.call(saml.applyMetadata, { body: { appId, metadata: text, version: 0 } })
  const there = await upstream.given.user()
  await upstream.given.grant({ subjectType: 'user', subjectId: there, appId })
  const userId = await nodes[0].given.user()
  const browser = new Browser()
  const answerOf = async () => {
    await browser.signIn(upstream, there)
    const { answer } = await follow(browser, startOf(nodes[0], code))
    return postedIn(await answer.text())
  }
  const post = ({ action, fields }: ReturnType<typeof postedIn>) =>
    browser.go(beside(action), { method: 'POST', body: new URLSearchParams(fields) })
  const first = await answerOf()
  // The subject of the user at the upstream provider is known only from its response.
  const subject = /<saml:NameID[^>]*>([^<]+)</.exec(Buffer.from(first.fields.SAMLResponse!, 'base64').toString())![1]!
  const link = { id: `two${userId.slice(3)}`, providerId: id, subject, userId, name: '', origin: 'self' } as const
  await nodes[0].kernel.db.insertInto('identityLink').values(link).execute()
  const waits = beside(new URL((await post(first)).headers.get('location')!, nodes[0].address))
  const here = new URL(waits.href.replace(nodes[1].address, nodes[0].address))
  const outcomes = await Promise.all([waits, here, waits, here].map(url => browser.go(url)))
  const signedIn = outcomes.filter(({ headers }) => headers.get('location')?.startsWith('/login?code='))
  expect(signedIn).toHaveLength(1)
  expect(await exchangeCode(nodes[0], browser, new URL(signedIn[0]!.headers.get('location')!, nodes[0].address))).toMatchObject({
    data: { userId },
  })
  expect((await post(first)).status).toBe(403)
  expect((await browser.go(first.action, { method: 'POST', body: new URLSearchParams(first.fields) })).status).toBe(403)
})
