import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import type { Browser } from '../../../../test/oidc.ts'
import { authnRequest, byRedirect, logoutRequest, logoutResponse, newRequestId, signedXml, TestSp } from '../../../../test/saml.ts'
import { wrapped } from '../../../../test/saml-wrapping.ts'
import { NS } from './names.ts'

let server: TestServer
/** An application that a user is signed in to; every message it signs is genuine. */
let sp: TestSp
let browser: Browser
let userId: string
let nameId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  sp = await TestSp.make(server, { edit: byRedirects })
  ;({ browser, userId } = await sp.visitor())
  nameId = (await sp.read(await sp.visit(browser))).nameID
})
afterAll(() => server.close())

/** Changes the logout binding to HTTP-Redirect, because the metadata of node-saml name only HTTP-POST. */
const byRedirects = (xml: string) => xml.replace(/(<SingleLogoutService Binding="[^"]*)HTTP-POST/, '$1HTTP-Redirect')
const TRIED = 64

/** Everything in the database that a message could have changed. */
async function state() {
  const { rows } = await server.kernel.pool.query<Record<string, unknown>>(
    `select (select count(*) from session where ended_by is null)::int as sessions, (select count(*) from session)::int as begun,
      (select string_agg(state || coalesce(due_time::text, ''), ' ' order by id) from saml_login) as logins,
      (select count(*) from one_time)::int as waiting, (select count(*) from app_visit)::int as visits`,
  )
  return rows[0]!
}

const post = (path: 'sso' | 'slo', field: string, xml: string) =>
  browser.go(`${server.address}/protocols/saml/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ [field]: Buffer.from(xml).toString('base64') }),
  })
const get = (path: 'sso' | 'slo', kind: string, xml: string) =>
  browser.go(byRedirect(`${server.address}/protocols/saml/${path}`, xml, { kind }))

/** Expects that each message is refused with a page and that none has changed anything. */
async function refuseAll(messages: readonly (readonly [how: string, xml: string])[], send: (xml: string) => Promise<Response>) {
  const before = await state()
  const taken: string[] = []
  for (const [how, xml] of messages) {
    const { status, headers } = await send(xml)
    if (status !== 400 || headers.has('location')) taken.push(`${how}: ${status}`)
  }
  expect(taken).toEqual([])
  expect(await state()).toEqual(before)
}

const sign = (xml: string) => signedXml(xml, sp.pair, 'append')

test('SAML-91 a wrapped AuthnRequest is refused at its address, by POST and by redirect, and leaves no pending request', async () => {
  const original = sign(authnRequest(sp, { id: '_original' }))
  expect((await post('sso', 'SAMLRequest', original)).status).toBe(303)
  const messages = wrapped(original, id => authnRequest(sp, { id, attributes: 'ForceAuthn="true"' }), '_original')
  expect(messages).toHaveLength(TRIED)
  await refuseAll(messages, xml => post('sso', 'SAMLRequest', xml))
  await refuseAll(messages, xml => get('sso', 'SAMLRequest', xml))
})

test('SAML-92 a wrapped LogoutRequest is refused at its address, and the user it names stays signed in', async () => {
  const make = (id: string, who: string) => logoutRequest(sp, who, '', '', id)
  const original = sign(make('_original', 'nobody'))
  const messages = wrapped(original, id => make(id, nameId), '_original')
  await refuseAll(messages, xml => post('slo', 'SAMLRequest', xml))
  await refuseAll(messages, xml => get('slo', 'SAMLRequest', xml))
  // The genuine message alone is accepted; it names no user of Hufu, and a response says so.
  expect((await post('slo', 'SAMLRequest', original)).status).toBe(303)
})

test('SAML-92 a logout request in a SOAP envelope is refused here, signed or wrapped', async () => {
  const signed = sign(logoutRequest(sp, nameId))
  const messages = wrapped(signed, id => logoutRequest(sp, nameId, '', '', id), /ID="([^"]+)"/.exec(signed)![1]!)
  const before = await state()
  const types = ['text/xml', 'application/soap+xml', 'application/x-www-form-urlencoded']
  for (const [, xml] of [['as it is', signed], ...messages] as const)
    for (const type of types) {
      const body = `<soap:Envelope xmlns:soap="${NS.soap}"><soap:Body>${xml}</soap:Body></soap:Envelope>`
      const answer = await browser.go(`${server.address}/protocols/saml/slo`, { method: 'POST', headers: { 'content-type': type }, body })
      expect([type, answer.status]).toEqual([type, 400])
    }
  expect(await state()).toEqual(before)
})

test('SAML-93 a wrapped LogoutResponse is refused at its address, and the logout stays pending', async () => {
  const other = await sp.visitor()
  await sp.visit(other.browser)
  const logoutUrl = new URL((await other.browser.go(`${server.address}/protocols/saml/logout`)).headers.get('location')!)
  const { profile } = await sp.saml.validateRedirectAsync(Object.fromEntries(logoutUrl.searchParams), logoutUrl.search.slice(1))
  const requestId = profile!.ID as string
  const original = sign(logoutResponse(sp, '_nothing', '_original'))
  const messages = wrapped(original, id => logoutResponse(sp, requestId, id), '_original')
  await refuseAll(messages, xml => post('slo', 'SAMLResponse', xml))
  await refuseAll(messages, xml => get('slo', 'SAMLResponse', xml))
  const answer = await (await post('slo', 'SAMLResponse', sign(logoutResponse(sp, requestId)))).text()
  expect(answer).toContain('已一并退出')
})

test('SAML-91 a message of one kind is not accepted as another, whoever signed it', async () => {
  const [request, logout] = [sign(authnRequest(sp)), sign(logoutRequest(sp, nameId))]
  const response = sign(logoutResponse(sp, newRequestId()))
  await refuseAll([['logout at sign-in', logout], ['response at sign-in', response]], xml => post('sso', 'SAMLRequest', xml)) // prettier-ignore
  await refuseAll([['request as response', logout], ['sign-in as response', request]], xml => post('slo', 'SAMLResponse', xml)) // prettier-ignore
  await refuseAll([['sign-in at logout', request], ['response as request', response]], xml => post('slo', 'SAMLRequest', xml)) // prettier-ignore
  expect((await server.kernel.pool.query(`select 1 from session where user_id = $1 and ended_by is null`, [userId])).rowCount).toBe(1)
})
