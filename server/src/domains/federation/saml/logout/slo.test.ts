import { inflateRawSync } from 'node:zlib'
import { saml } from '@hufu/contract/federation/saml'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { type Profile, ValidateInResponseTo } from '@node-saml/node-saml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { Browser } from '../../../../../test/oidc.ts'
import { whileSessionsCannotEnd } from '../../../../../test/blocked-session-end.ts'
import { byRedirect, logoutRequest, postedIn, TestSp } from '../../../../../test/saml.ts'
import { openSoapEndpoint, signedReply } from '../../../../../test/soap-endpoint.ts'
import { startSession } from '../../../../platform/access/session-lifecycle.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => server.close())

/** Changes the logout binding to HTTP-Redirect, because the metadata of node-saml name only HTTP-POST. */
const byRedirects = (xml: string) => xml.replace(/(<SingleLogoutService Binding="[^"]*)HTTP-POST/, '$1HTTP-Redirect')
const slo = () => `${server.address}/protocols/saml/slo`
const isAlive = async (userId: string) =>
  (await server.kernel.pool.query(`select 1 from session where user_id = $1 and ended_by is null`, [userId])).rowCount! > 0
const states = async (sp: TestSp) =>
  (await server.kernel.db.selectFrom('samlLogin').select('state').where('appId', '=', sp.appId).orderBy('id').execute()).map(
    row => row.state,
  )

/** Signs a new user in to these applications in one browser; `profiles` is what each application received. */
async function signedIn(...sps: TestSp[]) {
  const { browser, userId } = await sps[0]!.visitor()
  for (const { appId } of sps.slice(1)) await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const profiles: Profile[] = []
  for (const sp of sps) profiles.push(await sp.read(await sp.visit(browser)))
  return { browser, userId, profiles }
}

/** The logout request or response in a redirect to an application, verified by the application. */
async function taken(sp: TestSp, url: URL) {
  const query = Object.fromEntries(url.searchParams)
  return sp.saml.validateRedirectAsync(query, url.search.slice(1))
}

test('SAML-30 a logout request of one application ends the session, visits the other application and is then answered', async () => {
  const [one, two] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { edit: byRedirects })]
  const { browser, userId, profiles } = await signedIn(one, two)
  const url = await one.saml.getLogoutUrlAsync(profiles[0]!, 'state', {})
  const location = (await browser.go(url)).headers.get('location')!
  expect(location.startsWith(two.acs.replace('/acs', '/slo'))).toBe(true)
  expect(await isAlive(userId)).toBe(false)
  const { profile } = await taken(two, new URL(location))
  expect([profile!.nameID, profile!.sessionIndex]).toEqual([profiles[1]!.nameID, profiles[1]!.sessionIndex])
  const answer = await two.saml.getLogoutResponseUrlAsync(profile!, '', {}, true)
  const back = new URL((await browser.go(answer)).headers.get('location')!)
  expect(back.href.startsWith(one.acs.replace('/acs', '/slo'))).toBe(true)
  expect(back.searchParams.get('RelayState')).toBe('state')
  expect((await taken(one, back)).loggedOut).toBe(true)
  expect([await states(one), await states(two)]).toEqual([['told'], ['told']])
})

test('SAML-31 an application that refuses causes PartialLogout, and the session still ends', async () => {
  const [one, two] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { edit: byRedirects })]
  const { browser, userId, profiles } = await signedIn(one, two)
  const location = (await browser.go(await one.saml.getLogoutUrlAsync(profiles[0]!, '', {}))).headers.get('location')!
  const { profile } = await taken(two, new URL(location))
  const answer = await two.saml.getLogoutResponseUrlAsync(profile!, '', {}, false)
  const back = new URL((await browser.go(answer)).headers.get('location')!)
  const xml = inflateRawSync(Buffer.from(back.searchParams.get('SAMLResponse')!, 'base64')).toString()
  expect(xml).toMatch(/status:Success"><samlp:StatusCode Value="[^"]*PartialLogout/)
  expect(await isAlive(userId)).toBe(false)
  expect(await states(two)).toEqual(['failed'])
})

test('SAML-32 a user who signs out here visits each application in turn, and then sees which ones confirmed', async () => {
  const [one, two] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { edit: byRedirects })]
  const { browser, userId } = await signedIn(one, two)
  let url = (await browser.go(`${server.address}/protocols/saml/logout`)).headers.get('location')!
  expect(await isAlive(userId)).toBe(false)
  for (const isWilling of [true, false]) {
    const sp = url.startsWith(one.acs.replace('/acs', '')) ? one : two
    const { profile } = await taken(sp, new URL(url))
    const answer = await browser.go(await sp.saml.getLogoutResponseUrlAsync(profile!, '', {}, isWilling))
    if (isWilling) url = answer.headers.get('location')!
    else {
      const page = await answer.text()
      expect(page).toContain('已退出登录')
      expect(page).toContain('已一并退出')
      expect(page).toContain('没有确认退出')
    }
  }
})

test('SAML-66 a user left at an application during sign-out can return, sees which are not yet notified, and continues', async () => {
  const sps = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { edit: byRedirects })]
  const { browser } = await signedIn(...sps)
  const at = (path: string) => `${server.address}/protocols/saml/${path}`
  const nameOf = async ({ appId }: TestSp) =>
    (await server.kernel.db.selectFrom('app').select('name').where('id', '=', appId).executeTakeFirstOrThrow()).name
  const spAt = (address: string) => sps.find(({ acs }) => address.startsWith(acs.replace('/acs', '/slo')))!
  const location = (await browser.go(at('logout'))).headers.get('location')!
  const stuck = spAt(location)
  const other = sps.find(sp => sp !== stuck)!
  // The application never answers, so the user returns to Hufu by themselves, as often as they like.
  for (const path of ['logout', 'slo/rest', 'slo/rest']) {
    const page = await (await browser.go(at(path))).text()
    expect(page).toContain('还有应用没有退出')
    expect(page).toContain(`没有确认退出，请自行退出或关闭浏览器：${await nameOf(stuck)}`)
    expect(page).toContain(`尚未通知：${await nameOf(other)}`)
    expect(page).toContain('href="/protocols/saml/slo/next"')
  }
  // No other browser sees or continues the sign-out, not even one that knows the id of the request.
  const stranger = new Browser()
  const { id } = (await taken(stuck, new URL(location))).profile as { id?: string } & object
  stranger.keep(`hufu-saml-rest=${id}; Path=/protocols/saml`)
  for (const path of ['slo/rest', 'slo/next']) expect(await (await stranger.go(at(path))).text()).not.toContain(await nameOf(other))
  const next = (await browser.go(at('slo/next'))).headers.get('location')!
  expect(spAt(next)).toBe(other)
  const { profile } = await taken(other, new URL(next))
  const last = await (await browser.go(await other.saml.getLogoutResponseUrlAsync(profile!, '', {}, true))).text()
  expect(last).toContain(`已一并退出：${await nameOf(other)}`)
  expect(last).toContain(`没有确认退出，请自行退出或关闭浏览器：${await nameOf(stuck)}`)
  expect([await states(stuck), await states(other)]).toEqual([['failed'], ['told']])
  for (const path of ['logout', 'slo/rest', 'slo/next']) expect(await (await browser.go(at(path))).text()).toContain('已退出登录')
})

test('SAML-67 an application that requested a sign-out is answered even if another one kept the browser', async () => {
  const [one, two] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { edit: byRedirects })]
  const { browser, profiles } = await signedIn(one, two)
  await browser.go(await one.saml.getLogoutUrlAsync(profiles[0]!, 'state', {}))
  const back = new URL((await browser.go(`${server.address}/protocols/saml/slo/next`)).headers.get('location')!)
  expect(back.href.startsWith(one.acs.replace('/acs', '/slo'))).toBe(true)
  const xml = inflateRawSync(Buffer.from(back.searchParams.get('SAMLResponse')!, 'base64')).toString()
  expect(xml).toMatch(/status:Success"><samlp:StatusCode Value="[^"]*PartialLogout/)
})

test('SAML-33 a logout request must be signed, fresh, unused and name a user of that application', async () => {
  const sp = await TestSp.make(server, { edit: byRedirects })
  const { browser, userId, profiles } = await signedIn(sp)
  const { nameID } = profiles[0]!
  const key = sp.pair.key
  await sp.set({ wantsSignedRequest: 0 })
  const send = async (xml: string, parts: Parameters<typeof byRedirect>[2] = { key }, who = browser) =>
    (await who.go(byRedirect(slo(), xml, parts))).status
  expect(await send(logoutRequest(sp, nameID), {})).toBe(400)
  expect(await send(logoutRequest(sp, nameID, '', `NotOnOrAfter="${new Date(Date.now() - 120_000).toISOString()}"`))).toBe(400)
  expect(await send(logoutRequest(sp, nameID).replace(slo(), 'https://other.example.com'))).toBe(400)
  expect(await isAlive(userId)).toBe(true)
  // An unknown NameID or SessionIndex is answered, and no session ends.
  expect(await send(logoutRequest(sp, 'nobody'))).toBe(303)
  expect(await send(logoutRequest(sp, nameID, '<samlp:SessionIndex>_else</samlp:SessionIndex>'))).toBe(303)
  expect(await isAlive(userId)).toBe(true)
  const good = byRedirect(slo(), logoutRequest(sp, nameID), { key })
  // A request that failed with an error does not count as seen, so it may be sent again.
  expect((await whileSessionsCannotEnd(server, () => fetch(good))).status).toBe(500)
  expect([await isAlive(userId), await states(sp)]).toEqual([true, ['in']])
  const answers = await Promise.all(Array.from({ length: 8 }, async () => (await fetch(good, { redirect: 'manual' })).status))
  expect(answers.filter(status => status === 303)).toHaveLength(1)
  expect(await isAlive(userId)).toBe(false)
})

test('SAML-34 in a browser where another user is signed in, a logout request signs nobody out', async () => {
  const sp = await TestSp.make(server, { edit: byRedirects })
  const { userId, profiles } = await signedIn(sp)
  const stranger = new Browser()
  const other = await server.given.user()
  await stranger.signIn(server, other)
  await stranger.go(byRedirect(slo(), logoutRequest(sp, profiles[0]!.nameID), { key: sp.pair.key }))
  expect([await isAlive(userId), await isAlive(other)]).toEqual([true, true])
})

test('SAML-35 whenever a session ends, an application with a SOAP address is notified, with retries; one without is marked', async () => {
  const [sp, front] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { edit: byRedirects })]
  const end = await openSoapEndpoint(sp, (id, n) => (n > 1 ? signedReply(sp)(id, n) : undefined))
  const { userId, browser, profiles } = await signedIn(sp, front)
  expect(browser).toBeTruthy()
  await server.kernel.pool.query(`update session set ended_by = 'forced' where user_id = $1`, [userId])
  await expect.poll(() => end.bodies.length).toBe(1)
  expect(await states(sp)).toEqual(['in'])
  await server.kernel.pool.query(`update saml_login set due_time = now() where app_id = $1`, [sp.appId])
  await expect.poll(() => states(sp)).toEqual(['told'])
  expect(end.bodies[1]).toContain(`>${profiles[0]!.nameID}</saml:NameID>`)
  expect(end.bodies[1]).toContain('<ds:Signature')
  expect(await states(front)).toEqual(['unreachable'])
  end.close()
})

test('SAML-90 the requester gets Success if all SOAP applications confirmed, and PartialLogout if one did not', async () => {
  const [one, good, bad] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server), await TestSp.make(server)]
  const [willing, broken] = [await openSoapEndpoint(good), await openSoapEndpoint(bad, () => undefined)]
  const answerTo = async (...sps: TestSp[]) => {
    const { browser, profiles } = await signedIn(one, ...sps)
    const back = new URL((await browser.go(await one.saml.getLogoutUrlAsync(profiles[0]!, '', {}))).headers.get('location')!)
    expect(back.href.startsWith(one.acs.replace('/acs', '/slo'))).toBe(true)
    return inflateRawSync(Buffer.from(back.searchParams.get('SAMLResponse')!, 'base64')).toString()
  }
  expect(await answerTo(good)).toMatch(/status:Success"><\/samlp:StatusCode>/)
  expect([willing.bodies.length, await states(good)]).toEqual([1, ['told']])
  expect(await answerTo(good, bad)).toMatch(/status:Success"><samlp:StatusCode Value="[^"]*PartialLogout/)
  expect([broken.bodies.length, await states(bad)]).toEqual([1, ['in']])
  const unnotified = async () => (await server.admin.call(saml.get, { query: { appId: bad.appId } })).untoldLogouts
  expect(await unnotified()).toBe(0)
  // After the last try the logout has finally failed.
  await server.kernel.pool.query(`update saml_login set due_time = now(), tries = 6 where app_id = $1`, [bad.appId])
  await expect.poll(() => states(bad)).toEqual(['failed'])
  expect(await unnotified()).toBe(1)
  const { browser } = await signedIn(good, bad)
  const page = await (await browser.go(`${server.address}/protocols/saml/logout`)).text()
  expect(page).toMatch(/已一并退出.*没有确认退出/s)
  willing.close()
  broken.close()
})

test('SAML-36 a sign-out of the console notifies applications as well, but not one with single logout switched off', async () => {
  const [sp, deaf] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server, { app: { singleLogout: 0 } })]
  const [end, silent] = [await openSoapEndpoint(sp), await openSoapEndpoint(deaf)]
  const { userId } = await sp.visitor()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: deaf.appId })
  const { token, link } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const own = new Browser()
  own.keep(`idaas-link=${link}; Path=/protocols`)
  await sp.visit(own)
  await deaf.visit(own)
  await server.withToken(token).call(signIn.logout)
  await expect.poll(() => end.bodies.length).toBe(1)
  await expect.poll(() => states(deaf)).toEqual([])
  expect(silent.bodies).toEqual([])
  end.close()
  silent.close()
})

test('SAML-37 logout requests and responses work the same by POST', async () => {
  const [one, two] = [
    await TestSp.make(server, { options: { validateInResponseTo: ValidateInResponseTo.never } }),
    await TestSp.make(server),
  ]
  const { browser, userId, profiles } = await signedIn(one, two)
  const logoutPage = await browser.go(await one.saml.getLogoutUrlAsync(profiles[0]!, 'state', {}))
  const form = postedIn(await logoutPage.text())
  expect(form.action).toBe(two.acs.replace('/acs', '/slo'))
  const { profile } = await two.saml.validatePostRequestAsync(form.fields as { SAMLRequest: string })
  expect(profile!.nameID).toBe(profiles[1]!.nameID)
  const answer = await browser.go(await two.saml.getLogoutResponseUrlAsync(profile!, '', {}, true))
  const back = postedIn(await answer.text())
  expect([back.action, back.fields.RelayState]).toEqual([one.acs.replace('/acs', '/slo'), 'state'])
  // `one` does not validate InResponseTo, because node-saml looks for it only at Response elements.
  expect((await one.saml.validatePostResponseAsync(back.fields as { SAMLResponse: string })).loggedOut).toBe(true)
  expect(await isAlive(userId)).toBe(false)
})

test('SAML-38 signing out of the console leads to the applications that only the browser can notify', async () => {
  const [front, back] = [await TestSp.make(server, { edit: byRedirects }), await TestSp.make(server)]
  const end = await openSoapEndpoint(back)
  const { userId } = await front.visitor()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: back.appId })
  const { token, link } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const me = server.withToken(token)
  expect((await me.call(saml.leaving, { body: {} })).url).toBeNull()
  const own = new Browser()
  own.keep(`idaas-link=${link}; Path=/protocols`)
  const profile = await front.read(await front.visit(own))
  await back.visit(own)
  const { url } = await me.call(saml.leaving, { body: {} })
  await me.call(signIn.logout)
  await me.refused('signInAgain', saml.leaving, { body: {} })
  const location = (await own.go(new URL(url!, server.address))).headers.get('location')!
  expect(location.startsWith(front.acs.replace('/acs', '/slo'))).toBe(true)
  const { profile: named } = await taken(front, new URL(location))
  expect(named!.nameID).toBe(profile.nameID)
  const last = await own.go(await front.saml.getLogoutResponseUrlAsync(named!, '', {}, true))
  const page = await last.text()
  expect(page).toContain('已退出登录')
  expect(page).toContain('href="/login"')
  await expect.poll(() => end.bodies.length).toBe(1)
  expect(await states(front)).toEqual(['told'])
  // The address works only once.
  expect(await (await own.go(new URL(url!, server.address))).text()).not.toContain('已一并退出')
  end.close()
})

test('SAML-39 a browser whose session ended elsewhere visits its applications at the common sign-out address', async () => {
  const sp = await TestSp.make(server, { edit: byRedirects })
  const { userId } = await sp.visitor()
  const { link } = await startSession(server.kernel.db, { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const own = new Browser()
  own.keep(`idaas-link=${link}; Path=/protocols`)
  await sp.visit(own)
  await server.kernel.pool.query(`update session set ended_by = 'forced' where user_id = $1`, [userId])
  await expect.poll(() => states(sp)).toEqual(['unreachable'])
  const location = (await own.go(`${server.address}/protocols/saml/logout`)).headers.get('location')!
  expect(location.startsWith(sp.acs.replace('/acs', '/slo'))).toBe(true)
  await taken(sp, new URL(location))
})
