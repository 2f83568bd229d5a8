import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { startSession } from '../../../platform/access/session-lifecycle.ts'
import { dice, mutant } from '../../../../test/fuzz-input.ts'
import { Browser } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

const SEED = 20260725
const MUTANTS = 500
let server: TestServer
const logoutMessages: string[] = []
let ears: Server
let service = ''
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  ears = createServer((message, answer) => {
    const parts: Buffer[] = []
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => {
      logoutMessages.push(new URLSearchParams(Buffer.concat(parts).toString()).get('logoutRequest') ?? '')
      answer.end('ok')
    })
  })
  await new Promise<void>(resolve => ears.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(ears.address() as AddressInfo).port}/app/`
})
afterAll(async () => {
  ears.close()
  await server.close()
})

const at = (path: string, query: Record<string, string>) =>
  `${server.address}/protocols/cas${path}?${new URLSearchParams(query).toString()}`
const casApp = (parts: object = {}) => server.given.app({ protocol: 'cas', redirectUris: [service], ...parts })

/** A signed-in user who may open a CAS application, and its service. */
async function visitor(parts: object = {}, appParts: object = {}) {
  const appId = await casApp({ redirectUris: [`${service}${server.given.next()}/`], ...appParts })
  const { redirectUris } = await server.kernel.db.selectFrom('app').select('redirectUris').where('id', '=', appId).executeTakeFirstOrThrow()
  const userId = await server.given.user(parts)
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const browser = new Browser()
  await browser.signIn(server, userId)
  return { appId, userId, browser, service: redirectUris[0]! }
}

async function ticketFor(browser: Browser, of: string, more: Record<string, string> = {}): Promise<string> {
  const { url } = await browser.follow(server, at('/login', { service: of, ...more }))
  expect(url.href.startsWith(of)).toBe(true)
  return url.searchParams.get('ticket')!
}
const ask = async (path: string, query: Record<string, string>) => (await fetch(at(path, query))).text()
const failure = (text: string) => /code="([A-Z_]+)"/.exec(text)?.[1]

test('CAS-01 a signed-in user enters the application with a ticket, and validation returns who they are, in Chinese', async () => {
  const orgId = await server.given.org({ name: '信息 & 数据科' })
  const { browser, service: of, appId, userId } = await visitor({ userName: 'lisi', realName: '李四', org: orgId })
  const roleId = await server.given.appRole(appId, { code: 'clerk' })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId, roleId })
  const deep = `${of}page?a=1&b=二`
  const encoded = new URL(deep).href
  expect(await ask('/p3/serviceValidate', { service: encoded, ticket: await ticketFor(browser, encoded) })).toMatch(
    /^<cas:serviceResponse xmlns:cas="http:\/\/www\.yale\.edu\/tp\/cas"><cas:authenticationSuccess><cas:user>lisi<\/cas:user><cas:attributes>.*<cas:realName>李四<\/cas:realName>.*<cas:orgName>信息 &amp; 数据科<\/cas:orgName>.*<cas:roles>clerk<\/cas:roles>/,
  )
  expect(await ask('/serviceValidate', { service: of, ticket: await ticketFor(browser, of) })).toContain(
    '<cas:user>lisi</cas:user></cas:authenticationSuccess>',
  )
  expect(await ask('/validate', { service: of, ticket: await ticketFor(browser, of) })).toBe('yes\nlisi\n')
  const reply = JSON.parse(await ask('/p3/proxyValidate', { service: of, ticket: await ticketFor(browser, of), format: 'JSON' })) as object
  expect(reply).toMatchObject({
    serviceResponse: {
      authenticationSuccess: { user: 'lisi', attributes: { realName: ['李四'], roles: ['clerk'], isFromNewLogin: ['false'] } },
    },
  })
  const visits = await server.kernel.db.selectFrom('appVisit').select(['protocol', 'fault']).where('appId', '=', appId).execute()
  expect(visits).toHaveLength(4)
  expect(new Set(visits.map(row => `${row.protocol}${row.fault}`))).toEqual(new Set(['cas']))
})

test('CAS-02 a user who is not signed in goes to /login and comes back; with gateway they come back without a ticket', async () => {
  const { service: of, userId } = await visitor()
  const browser = new Browser()
  const loginPage = await browser.follow(server, at('/login', { service: of }))
  expect(loginPage.url.pathname).toBe('/login')
  const uri = loginPage.url.searchParams.get('uri')!
  expect(uri).toMatch(/^\/protocols\/cas\/login\?/)
  const gone = await browser.go(at('/login', { service: of, gateway: 'true' }))
  expect(gone.headers.get('location')).toBe(of)
  await browser.signIn(server, userId)
  const back = await browser.follow(server, server.address + uri)
  const ticket = back.url.searchParams.get('ticket')!
  expect(await ask('/p3/serviceValidate', { service: of, ticket, renew: 'true' })).toContain(
    '<cas:isFromNewLogin>true</cas:isFromNewLogin>',
  )
})

test('CAS-03 renew requires a new sign-in; validation with renew refuses a ticket issued without one', async () => {
  const { service: of, userId, browser } = await visitor()
  expect(failure(await ask('/serviceValidate', { service: of, ticket: await ticketFor(browser, of), renew: 'true' }))).toBe(
    'INVALID_TICKET',
  )
  const loginPage = await browser.follow(server, at('/login', { service: of, renew: 'true', gateway: 'true' }))
  expect(loginPage.url.pathname).toBe('/login')
  const uri = loginPage.url.searchParams.get('uri')!
  // Without a new sign-in the same session leads to the sign-in page again.
  expect((await browser.follow(server, server.address + uri)).url.pathname).toBe('/login')
  const again = await browser.follow(server, at('/login', { service: of, renew: 'true' }))
  await browser.signIn(server, userId)
  const back = await browser.follow(server, server.address + again.url.searchParams.get('uri')!)
  expect(await ask('/serviceValidate', { service: of, ticket: back.url.searchParams.get('ticket')!, renew: 'true' })).toContain(
    'authenticationSuccess',
  )
})

test('CAS-04 a ticket is valid once, for ten seconds, for the service it was issued for', async () => {
  const { service: of, browser } = await visitor()
  const once = await ticketFor(browser, of)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/validate', { service: of, ticket: once })))
  expect(answers.filter(answer => answer.startsWith('yes'))).toHaveLength(1)
  const foreign = await ticketFor(browser, of)
  expect(failure(await ask('/serviceValidate', { service: `${of}x`, ticket: foreign }))).toBe('INVALID_SERVICE')
  expect(failure(await ask('/serviceValidate', { service: of, ticket: foreign }))).toBe('INVALID_TICKET')
  const old = await ticketFor(browser, of)
  await server.kernel.pool.query(`update one_time set expires_at = now() - interval '1 second' where purpose = 'casTicket'`)
  expect(failure(await ask('/p3/serviceValidate', { service: of, ticket: old }))).toBe('INVALID_TICKET')
  expect(failure(await ask('/serviceValidate', { service: of }))).toBe('INVALID_REQUEST')
  expect(failure(await ask('/serviceValidate', { service: of, ticket: `ST-${'x'.repeat(43)}` }))).toBe('INVALID_TICKET')
  expect(await ask('/validate', { service: of, ticket: 'ST-none' })).toBe('no\n\n')
  expect(failure(await (await fetch(`${at('/serviceValidate', { service: of })}&ticket=a&ticket=b`)).text())).toBe('INVALID_REQUEST')
})

test('CAS-05 validation of a ticket checks the grant, the session and the application again', async () => {
  const { db } = server.kernel
  const one = await visitor()
  const lost = await ticketFor(one.browser, one.service)
  await db.deleteFrom('appGrant').where('appId', '=', one.appId).execute()
  expect(failure(await ask('/serviceValidate', { service: one.service, ticket: lost }))).toBe('INVALID_TICKET')
  const two = await visitor()
  const ended = await ticketFor(two.browser, two.service)
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [two.userId])
  expect(failure(await ask('/serviceValidate', { service: two.service, ticket: ended }))).toBe('INVALID_TICKET')
  const three = await visitor()
  const closed = await ticketFor(three.browser, three.service)
  await db.updateTable('app').set({ status: 0 }).where('id', '=', three.appId).execute()
  expect(failure(await ask('/serviceValidate', { service: three.service, ticket: closed }))).toBe('UNAUTHORIZED_SERVICE')
})

test('CAS-06 a user without access sees whom to ask, and gets no ticket', async () => {
  const { service: of, appId, userId, browser } = await visitor()
  await server.kernel.db.deleteFrom('appGrant').where('appId', '=', appId).execute()
  const page = await browser.go(at('/login', { service: of }))
  expect([page.status, page.headers.get('location')]).toEqual([403, null])
  expect(await page.text()).toContain('您没有打开')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  await server.kernel.db
    .updateTable('app')
    .set({ ipWhitelist: ['10.9.9.9'] })
    .where('id', '=', appId)
    .execute()
  expect(await (await browser.go(at('/login', { service: of }))).text()).toContain('当前网络地址不允许打开')
})

test('CAS-16 with gateway a user without access goes back without a ticket; a disabled application is reported as disabled', async () => {
  const { service: of, appId, browser } = await visitor()
  const { db } = server.kernel
  await db.deleteFrom('appGrant').where('appId', '=', appId).execute()
  const quiet = await browser.go(at('/login', { service: of, gateway: 'true' }))
  expect([quiet.status, quiet.headers.get('location')]).toEqual([303, of])
  await db.updateTable('app').set({ status: 0 }).where('id', '=', appId).execute()
  expect(await (await browser.go(at('/login', { service: of }))).text()).toContain('应用已停用')
})

test('CAS-07 no trick redirects a browser to an unregistered address, neither with a ticket nor at logout', async () => {
  const { service: of, browser } = await visitor()
  const host = new URL(of).host
  const tricks = [
    'https://evil.example/', 'javascript:alert(1)', `http://${host}@evil.example/app/`, `http://${host}.evil.example/app/`, `${of}../../../other/`,
    `${of}%2e%2e/%2e%2e/%2e%2e/other/`, `${of}#x`, `//${host}/app/`, `${of}\\..\\..`, of.replace('http:', 'https:'), of.toUpperCase(), `${of} `, of.slice(0, -1), '',
  ] // prettier-ignore
  for (const trick of tricks.filter(Boolean)) {
    const answer = await browser.go(at('/login', { service: trick }))
    expect([trick, answer.status, answer.headers.get('location')]).toEqual([trick, 403, null])
  }
  const twice = await browser.go(`${at('/login', { service: of })}&service=${encodeURIComponent('https://evil.example/')}`)
  expect([twice.status, twice.headers.get('location')]).toEqual([400, null])
  const left = await browser.go(at('/logout', { service: 'https://evil.example/' }))
  expect([left.status, left.headers.get('location')]).toEqual([200, null])
})

test('CAS-08 signing out ends the session, and each application is notified with its ticket', async () => {
  const { service: of, browser, userId } = await visitor()
  const ticket = await ticketFor(browser, of)
  const left = await browser.go(at('/logout', { service: of }))
  expect([left.status, left.headers.get('location')]).toEqual([303, of])
  const logoutsOf = () => logoutMessages.filter(one => one.includes(`<samlp:SessionIndex>${ticket}</samlp:SessionIndex>`))
  await expect.poll(() => logoutsOf().length).toBe(1)
  expect(logoutsOf()[0]).toContain('<samlp:LogoutRequest')
  expect((await browser.follow(server, at('/login', { service: of }))).url.pathname).toBe('/login')
  const { rows } = await server.kernel.pool.query('select ended_by from session where user_id = $1', [userId])
  expect(rows).toEqual([{ ended_by: 'logout' }])
})

test('CAS-09 signing out of the console notifies applications too, but not one with single logout switched off', async () => {
  const one = await visitor()
  const silent = await visitor({}, { singleLogout: 0 })
  const { token, link } = await startSession(server.kernel.db, {
    userId: one.userId,
    loginType: 'password',
    ip: '127.0.0.1',
    agent: 'test',
  })
  const browser = new Browser()
  browser.keep(`idaas-link=${link}; Path=/protocols`)
  const ticket = await ticketFor(browser, one.service)
  const unnotified = await ticketFor(silent.browser, silent.service)
  await server.kernel.pool.query(`update session set ended_by = 'forced' where user_id = $1`, [silent.userId])
  await server.withToken(token).call(signIn.logout)
  await expect.poll(() => logoutMessages.some(one => one.includes(ticket))).toBe(true)
  expect(logoutMessages.some(one => one.includes(unnotified))).toBe(false)
  const { rows } = await server.kernel.pool.query('select ticket_sealed from cas_login')
  expect(JSON.stringify(rows)).not.toContain('ST-')
})

test('CAS-10 none of five hundred mutated tickets is accepted, and none causes a server error', async () => {
  const { service: of, browser } = await visitor()
  const ticket = await ticketFor(browser, of)
  const die = dice(SEED)
  for (let n = 0; n < MUTANTS; n++) {
    const changed = mutant(ticket, die)
    if (changed === ticket || changed === '') continue
    const answer = await fetch(at('/p3/serviceValidate', { service: of, ticket: changed }))
    expect([n, answer.status, failure(await answer.text())]).toEqual([n, 200, changed.length > 2000 ? 'INVALID_REQUEST' : 'INVALID_TICKET'])
  }
  expect(await ask('/validate', { service: of, ticket })).toMatch(/^yes/)
})

test('CAS-15 every ticket consists of letters, digits and hyphens only (§3.7)', async () => {
  const { service: of, browser } = await visitor()
  for (let n = 0; n < 60; n++) expect(await ticketFor(browser, of)).toMatch(/^ST-[A-Za-z0-9-]{43}$/)
})

test('CAS-13 none of five hundred mutated services gets a ticket, and no ticket is valid for one of them', async () => {
  const { service: of, browser } = await visitor()
  const die = dice(SEED)
  for (let n = 0; n < MUTANTS; n++) {
    const changed = mutant(of, die)
    // An address that only continues the registered one still belongs to the application (docs/decisions/applications.md, 0027).
    if (changed.startsWith(of) || changed === '') continue
    const entered = await browser.go(at('/login', { service: changed }))
    expect([changed.slice(0, 80), entered.headers.get('location'), entered.status]).toEqual([
      changed.slice(0, 80),
      null,
      expect.toSatisfy(status => status === 400 || status === 403),
    ])
    if (n % 25 > 0) continue
    const ticket = await ticketFor(browser, of)
    const failureCode = failure(await ask('/p3/serviceValidate', { service: changed, ticket }))
    expect([n, failureCode]).toEqual([n, changed.length > 2000 ? 'INVALID_REQUEST' : 'INVALID_SERVICE'])
  }
})

test('CAS-14 duplicate, broken and very long parameters are refused as malformed requests, and never cause a server error', async () => {
  const { service: of, browser } = await visitor()
  const service = `service=${encodeURIComponent(of)}`
  const hostile = [
    'ticket=%00',
    'ticket=a%00b',
    'ticket=%ff%fe',
    'ticket=%',
    'ticket=a&ticket=b',
    'ticket[]=a',
    '__proto__=x&ticket=x',
    `${'a=1&'.repeat(2000)}ticket=x`,
  ]
  for (const query of hostile)
    for (const path of ['/validate', '/serviceValidate', '/p3/proxyValidate']) {
      const answer = await fetch(`${server.address}/protocols/cas${path}?${service}&${query}`)
      const text = await answer.text()
      expect([path, query.slice(-20), answer.status, path === '/validate' ? text : failure(text)]).toEqual([
        path,
        query.slice(-20),
        200,
        path === '/validate' ? 'no\n\n' : expect.stringMatching(/^INVALID_(TICKET|REQUEST)$/),
      ])
    }
  for (const query of [
    'service=%00',
    `${service}%00`,
    'service=%ff',
    'service=%ed%a0%80',
    `${service}&renew=%00`,
    `${service}&since=%00`,
    `${service}&gateway[]=true`,
    `service=${'x'.repeat(8000)}`,
  ]) {
    const who = query.includes('since') ? browser : new Browser()
    expect((await who.go(`${server.address}/protocols/cas/login?${query}`)).status).toBeLessThan(500)
    expect((await fetch(`${server.address}/protocols/cas/logout?${query}`)).status).toBeLessThan(500)
  }
  for (const path of ['/login', '/logout', '/serviceValidate'])
    expect((await fetch(at(path, { service: of }), { method: 'POST', body: new URLSearchParams({ ticket: '\0' }) })).status).toBeLessThan(
      500,
    )
})
