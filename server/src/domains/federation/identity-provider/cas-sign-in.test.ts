import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { self } from '@hufu/contract/sign-in/sign-in'
import { openFake, type Fake } from '../../../../test/fakes/fake.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { exchangeCode, follow, rules, startOf } from '../../../../test/upstream.ts'

let server: TestServer
let upstream: TestServer
beforeAll(async () => {
  const settings = { HUFU_ALLOW_LOOPBACK: '1' }
  server = await startTestServer({ settings })
  upstream = await startTestServer({ settings })
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

async function registered(address: string, parts: object = {}) {
  const n = server.given.next()
  const code = `cas${n}`
  const body = { kind: 'cas', name: `CAS${n}`, code, options: { address }, forceAuthn: false, isShown: 1, rules, ...parts }
  const { id } = await server.admin.call(identityProvider.save, { body })
  const { callback } = await server.admin.call(identityProvider.byId, { query: { id } })
  return { id, code, callback }
}

test('decision 0090 a ticket of an upstream CAS server is validated there, and an account is created from its attributes', async () => {
  const orgId = await server.given.org()
  const makes = { ...rules, makes: true, claims: { userName: 'user', realName: 'name', phone: '', email: 'mail' } }
  const provider = await registered(`${upstream.address}/protocols/cas/`, { orgId, rules: makes })
  const appId = await upstream.given.app({ protocol: 'cas', redirectUris: [provider.callback] })
  await upstream.kernel.db
    .updateTable('app')
    .set({
      claims: JSON.stringify([
        { claim: 'name', from: 'realName' },
        { claim: 'mail', from: 'email' },
      ]) as never,
    })
    .where('id', '=', appId)
    .execute()
  const there = await upstream.given.user({ userName: `cas${server.given.next()}`, realName: '卡斯', email: 'cas@example.com' })
  await upstream.given.grant({ subjectType: 'user', subjectId: there, appId })
  const browser = new Browser()
  await browser.signIn(upstream, there)
  const { url } = await follow(browser, startOf(server, provider.code))
  const entered = await exchangeCode(server, browser, url)
  expect(entered).toMatchObject({ code: '0', data: { realName: '卡斯' } })
  // Both servers share a host here, so the cookie of this one has replaced that of the other.
  await browser.signIn(upstream, there)
  const again = await follow(browser, startOf(server, provider.code))
  expect(await exchangeCode(server, browser, again.url)).toMatchObject({ data: { userId: entered.data.userId } })
})

test('decision 0102 a logout message of an upstream CAS server ends the session of its ticket, and no other', async () => {
  const fake = await openFake(() => ({ text: success('<cas:user>zhao</cas:user>') }))
  const provider = await registered(fake.address)
  const other = await registered(fake.address)
  const userId = await server.given.user()
  const { db } = server.kernel
  for (const { id } of [provider, other]) await db.insertInto('identityLink').values({ id, providerId: id, subject: 'zhao', userId, name: '', origin: 'self' }).execute() // prettier-ignore
  const enter = async (ticket: string) => {
    const browser = new Browser()
    const begun = new URL((await browser.go(startOf(server, provider.code))).headers.get('location')!)
    const service = begun.searchParams.get('service')!
    const back = await browser.go(`${service}&ticket=${ticket}`)
    const { token } = (await exchangeCode(server, browser, new URL(back.headers.get('location')!, server.address))).data
    return { service, isAlive: async () => (await server.withToken(token).send(self.current)).envelope.code === 'success' }
  }
  const [one, two] = [await enter('ST-1-abc'), await enter('ST-2-abc')]
  const say = async (address: string, ticket: string, change = (xml: string) => xml) => {
    const xml = change(
      `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-${ticket}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`,
    )
    return (await fetch(address, { method: 'POST', body: new URLSearchParams({ logoutRequest: xml }) })).status
  }
  expect(await say(one.service, 'ST-9-abc')).toBe(200)
  expect(await say(`${server.address}/protocols/upstream/${other.code}/callback`, 'ST-1-abc')).toBe(200)
  expect(await say(one.service, 'ST-1-abc', xml => xml.replace(/<samlp:SessionIndex>.*<\/samlp:SessionIndex>/, ''))).toBe(400)
  expect(await say(one.service, 'ST-1-abc', xml => `<!DOCTYPE a>${xml}`)).toBe(400)
  expect([await one.isAlive(), await two.isAlive()]).toEqual([true, true])
  expect(await say(one.service, 'ST-1-abc')).toBe(200)
  expect([await one.isAlive(), await two.isAlive()]).toEqual([false, true])
  await fake.close()
})

const success = (inside: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess>${inside}</cas:authenticationSuccess></cas:serviceResponse>`

/** Signs in at a CAS server that gives this reply; the requests it received show the ticket. */
async function answered(reply: string, { ticket = 'ST-1', missing = '' } = {}) {
  const fake: Fake = await openFake(({ url }) => (url.pathname === missing ? { status: 404, text: '' } : { text: reply }))
  const provider = await registered(fake.address)
  const userId = await server.given.user()
  const { db } = server.kernel
  await db.insertInto('identityLink').values({ id: provider.id, providerId: provider.id, subject: 'zhang', userId, name: '', origin: 'self' }).execute() // prettier-ignore
  const browser = new Browser()
  const begun = new URL((await browser.go(startOf(server, provider.code))).headers.get('location')!)
  const service = begun.searchParams.get('service')!
  const back = await browser.go(`${service}&ticket=${encodeURIComponent(ticket)}`)
  await fake.close()
  return { service, requests: fake.requests.map(({ url }) => url), to: back.headers.get('location'), page: await back.text() }
}

test('decision 0090 a ticket is validated with the very service it was issued for; a CAS 2.0 server is asked at /serviceValidate', async () => {
  const good = await answered(success('<cas:user>zhang</cas:user>'))
  expect(good.to).toMatch(/^\/login\?code=/)
  expect(good.requests.map(url => [url.pathname, url.searchParams.get('service'), url.searchParams.get('ticket')])).toEqual([
    ['/p3/serviceValidate', good.service, 'ST-1'],
  ])
  const older = await answered(success('<cas:user>zhang</cas:user>'), { missing: '/p3/serviceValidate' })
  expect(older.to).toMatch(/^\/login\?code=/)
  expect(older.requests.map(url => url.pathname)).toEqual(['/p3/serviceValidate', '/serviceValidate'])
})

const refusals: Record<string, string> = {
  'a ticket the server refuses':
    '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure></cas:serviceResponse>',
  'a refusal with a success beside it': success('<cas:user>zhang</cas:user>').replace(
    '</cas:serviceResponse>',
    '<cas:authenticationFailure code="INVALID_TICKET"/></cas:serviceResponse>',
  ),
  'two users': success('<cas:user>li</cas:user><cas:user>zhang</cas:user>'),
  'a name that a comment splits': success('<cas:user>zhang<!-- -->.admin</cas:user>'),
  nobody: success('<cas:user></cas:user>'),
  'another language': success('<cas:user>zhang</cas:user>').replaceAll('yale.edu', 'evil.example'),
  'a document type': `<!DOCTYPE a [<!ENTITY b "zhang">]>${success('<cas:user>&b;</cas:user>')}`,
  'no XML at all': 'yes\nzhang\n',
}
for (const [what, reply] of Object.entries(refusals))
  test(`decision 0090 refused from an upstream CAS server: ${what}`, async () => {
    const { to, page } = await answered(reply)
    expect(to).toBeNull()
    expect(page).toContain('未能确认您的身份')
  })
