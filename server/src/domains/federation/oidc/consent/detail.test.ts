import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { resourceServer, type ResourceServerDraft } from '@hufu/contract/federation/resource-server'
import { client as apiClient } from '../../../../../test/api-clients.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, basic, Browser, CALLBACK, issuerOf, post, request } from '../../../../../test/oidc.ts'

const IDENTIFIER = 'https://bank.example.com/api'
const PAYMENT = {
  type: 'payment_initiation',
  label: '发起付款',
  explanation: '从您的账户付款一次',
  fields: [
    { name: 'creditor', label: '收款方', kind: 'text' as const, isRequired: true },
    { name: 'amount', label: '金额（元）', kind: 'number' as const, isRequired: true, max: 1000 },
    { name: 'urgency', label: '时效', kind: 'choice' as const, isRequired: false, choices: ['今天', '本周'] },
    { name: 'actions', label: '操作', kind: 'choices' as const, isRequired: false, choices: ['pay', 'cancel'] },
  ],
}
const ASKED = { type: 'payment_initiation', creditor: '水务公司', amount: 123.5, urgency: '今天', actions: ['pay'] }

let server: TestServer
let bank: { id: string; clientId: string; clientSecret: string }
let draft: ResourceServerDraft
beforeAll(async () => {
  server = await startTestServer()
  bank = await resource(IDENTIFIER, [PAYMENT])
  draft = {
    appId: bank.id,
    identifier: IDENTIFIER,
    tokenFormat: 'opaque',
    scopes: [{ name: 'pay', label: '付款' }],
    agents: [],
    version: 1,
  }
})
afterAll(() => server.close())

async function resource(identifier: string, detailTypes: ResourceServerDraft['detailTypes']) {
  const { given, admin } = server
  const { id: appGroupId } = await admin.call(appGroup.save, { body: { name: `资源${given.next()}` } })
  const made = await admin.call(app.save, { body: { appGroupId, name: `网上银行${given.next()}`, code: `bank-${given.next()}`, protocol: 'resource' } }) // prettier-ignore
  const body = {
    appId: made.id,
    identifier,
    tokenFormat: 'opaque' as const,
    scopes: [{ name: 'pay', label: '付款' }],
    agents: [],
    version: 0,
  }
  await admin.call(resourceServer.update, { body: { ...body, ...(detailTypes && { detailTypes }) } })
  return made
}
async function payer() {
  const userId = await server.given.user()
  const { config, clientId } = await application(server, userId)
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: bank.id })
  const browser = new Browser()
  await browser.signIn(server, userId)
  return { userId, config, clientId, browser }
}
const asking = (config: client.Configuration, details: unknown, more: Record<string, string> = {}) =>
  request(config, {
    scope: 'openid pay',
    resource: IDENTIFIER,
    authorization_details: typeof details === 'string' ? details : JSON.stringify(details),
    ...more,
  })
async function answer(browser: Browser, url: URL, choice = 'yes') {
  const shown = await browser.follow(server, url)
  if (shown.url.origin !== server.address) return { html: '', back: shown.url }
  const html = await shown.answer.text()
  const action = /<form method="post" action="([^"]*consent)"/.exec(html)?.[1]
  if (action === undefined) return { html, back: shown.url }
  const posted = await browser.go(new URL(action, server.address), { method: 'POST', body: new URLSearchParams({ answer: choice }) })
  return { html, back: (await browser.follow(server, new URL(posted.headers.get('location')!, server.address))).url }
}
const introspected = async (token: string) =>
  (await post(server, '/token/introspection', { token }, basic(bank.clientId, bank.clientSecret))).body
const exchange = (config: client.Configuration, back: URL, checks: Awaited<ReturnType<typeof request>>['checks']) =>
  client.authorizationCodeGrant(config, back, checks, { resource: IDENTIFIER })

test('RAR-01 requested details are shown in words, and stand in the grant, the token and its introspection', async () => {
  const { userId, config, browser } = await payer()
  expect(config.serverMetadata().authorization_details_types_supported).toContain('payment_initiation')
  const { url, checks } = await asking(config, [ASKED])
  const { html, back } = await answer(browser, url)
  for (const word of ['发起付款', '从您的账户付款一次', '收款方：水务公司', '金额（元）：123.5', '时效：今天', '操作：pay'])
    expect(html).toContain(word)
  const tokens = await exchange(config, back, checks)
  expect(tokens.authorization_details).toEqual([ASKED])
  expect(await introspected(tokens.access_token)).toMatchObject({ active: true, sub: userId, authorization_details: [ASKED] })
  const { rows } = await server.kernel.pool.query(`select payload -> 'rar' as rar from oidc_payload where type = 'Grant' and payload ->> 'accountId' = $1 and payload ? 'rar'`, [userId]) // prettier-ignore
  expect(rows).toEqual([{ rar: [ASKED] }])
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect((await introspected(renewed.access_token)).authorization_details).toEqual([ASKED])
})

test('RAR-02 the user is asked each time: no earlier consent, sign-in or prompt=none grants details they have not read', async () => {
  const { userId, config, browser } = await payer()
  await answer(browser, (await asking(config, [ASKED])).url)
  const again = await answer(browser, (await asking(config, [{ ...ASKED, amount: 999 }])).url, 'no')
  expect(again.html).toContain('金额（元）：999')
  expect(again.back.searchParams.get('error')).toBe('access_denied')
  const silent = await browser.follow(server, (await asking(config, [ASKED], { prompt: 'none' })).url)
  expect(silent.url.searchParams.get('error')).toBe('consent_required')
  // A sign-in during the request is an answer too, but not consent to these details.
  const fresh = new Browser()
  const { url } = await asking(config, [ASKED])
  const login = await fresh.follow(server, url)
  expect(login.url.pathname).toBe('/login')
  await fresh.signIn(server, userId)
  const shown = await answer(fresh, new URL(login.url.searchParams.get('uri')!, server.address), 'no')
  expect(shown.html).toContain('金额（元）：123.5')
})

test('RAR-03 details that do not match their type are refused before the user is asked', async () => {
  const { config, browser } = await payer()
  const wrong: unknown[] = [
    'not json', {}, [{}], ['x'], [{ type: 'account_information' }], [{ ...ASKED, amount: 1001 }], [{ ...ASKED, amount: -1 }], [{ ...ASKED, amount: '1' }],
    [{ ...ASKED, creditor: '' }], [{ ...ASKED, creditor: 'x'.repeat(501) }], [{ type: 'payment_initiation', amount: 1 }], [{ ...ASKED, iban: 'DE1' }],
    [{ ...ASKED, urgency: '明天' }], [{ ...ASKED, actions: ['refund'] }], [{ ...ASKED, actions: [] }], [{ ...ASKED, locations: ['https://evil.example'] }],
    Array.from({ length: 11 }, () => ASKED), [{ ...ASKED, __proto__x: 1 }],
  ] // prettier-ignore
  for (const details of wrong) {
    const { url } = await browser.follow(server, (await asking(config, details)).url)
    expect([details, url.searchParams.get('error')]).toEqual([details, 'invalid_authorization_details'])
  }
  const elsewhere = (await asking(config, [ASKED])).url
  elsewhere.searchParams.delete('resource')
  expect((await browser.follow(server, elsewhere)).url.searchParams.get('error')).toMatch(/^invalid_(authorization_details|target|scope)$/)
  const unscoped = (await asking(config, [ASKED])).url
  unscoped.searchParams.delete('scope')
  expect((await browser.follow(server, unscoped)).url.searchParams.get('error')).toMatch(/^invalid_(scope|request)$/)
})

test('RAR-04 a pushed request follows the same rules; device flow and client credentials take no details, as no user confirms them', async () => {
  const { config, clientId, browser } = await payer()
  const { url, checks } = await asking(config, [ASKED])
  const pushed = await client.buildAuthorizationUrlWithPAR(config, url.searchParams)
  const tokens = await exchange(config, (await answer(browser, pushed)).back, checks)
  expect(tokens.authorization_details).toEqual([ASKED])
  const refused = await post(server, '/request', Object.fromEntries((await asking(config, [{ ...ASKED, amount: 5000 }])).url.searchParams), basic(clientId)) // prettier-ignore
  expect(refused.body.error).toBe('invalid_authorization_details')
  const device = await post(server, '/device/auth', { scope: 'openid pay', resource: IDENTIFIER, authorization_details: JSON.stringify([ASKED]) }, basic(clientId)) // prettier-ignore
  expect(device.body.error).toBe('invalid_authorization_details')
  const robot = await (await apiClient(server, [])).askToken({ resource: IDENTIFIER, authorization_details: JSON.stringify([ASKED]) })
  expect(robot.body.error).toBe('invalid_authorization_details')
})

test('RAR-07 a token may be requested with part of the confirmed details and nothing else; the rest remains for the next token', async () => {
  const { config, clientId, browser } = await payer()
  const [small, large] = [
    { ...ASKED, amount: 1 },
    { ...ASKED, amount: 900 },
  ]
  const granted = async () => {
    const { url, checks } = await asking(config, [small, large])
    return { back: (await answer(browser, url)).back, checks }
  }
  const redeem = async ({ back, checks }: Awaited<ReturnType<typeof granted>>, details: unknown[]) =>
    (
      await post(server, '/token', {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: CALLBACK,
        code_verifier: checks.pkceCodeVerifier,
        authorization_details: JSON.stringify(details),
      }, basic(clientId))
    ).body // prettier-ignore
  const code = await granted()
  for (const more of [
    [{ ...ASKED, amount: 2 }],
    [small, { ...large, amount: 901 }],
    [{ type: small.type, creditor: small.creditor, amount: 1 }],
  ])
    expect((await redeem(code, more)).error).toBe('invalid_authorization_details')
  const first = await redeem(code, [small])
  expect(first.authorization_details).toEqual([small])
  expect((await introspected(String(first.access_token))).authorization_details).toEqual([small])
  const renew = async (token: unknown, details?: unknown[]) =>
    (
      await post(server, '/token', {
        grant_type: 'refresh_token',
        refresh_token: String(token),
        ...(details && { authorization_details: JSON.stringify(details) }),
      }, basic(clientId))
    ).body // prettier-ignore
  expect((await renew(first.refresh_token, [{ ...ASKED, amount: 900.5 }])).error).toBe('invalid_authorization_details')
  const second = await renew(first.refresh_token, [Object.fromEntries(Object.entries(large).toReversed())])
  expect((await introspected(String(second.access_token))).authorization_details).toEqual([large])
  const third = await renew(second.refresh_token)
  expect((await introspected(String(third.access_token))).authorization_details).toEqual([small, large])
  const { clientId: strangerId } = await application(server)
  const stolen = await post(server, '/token', { grant_type: 'refresh_token', refresh_token: String(third.refresh_token), authorization_details: JSON.stringify([small]) }, basic(strangerId)) // prettier-ignore
  expect(stolen.body.error).toBe('invalid_grant')
})

test('RAR-05 a type belongs to one resource server; details of a removed type are no longer returned', async () => {
  const { config, browser } = await payer()
  const { url, checks } = await asking(config, [ASKED])
  const tokens = await exchange(config, (await answer(browser, url)).back, checks)
  const other = await resource('https://other-bank.example.com/api', undefined)
  await server.admin.refused('detailTypeTaken', resourceServer.update, {
    body: { ...draft, appId: other.id, identifier: 'https://other-bank.example.com/api', detailTypes: [PAYMENT] },
  })
  const found = await server.admin.call(resourceServer.get, { query: { appId: bank.id } })
  expect(found.detailTypes).toMatchObject([PAYMENT])
  // Leaving detailTypes out keeps the types; once a type is removed, details of it are no longer reported.
  await server.admin.call(resourceServer.update, { body: { ...draft, version: found.version } })
  expect((await introspected(tokens.access_token)).authorization_details).toEqual([ASKED])
  await server.admin.call(resourceServer.update, { body: { ...draft, version: found.version + 1, detailTypes: [] } })
  expect((await introspected(tokens.access_token)).authorization_details).toBeUndefined()
  const discovered = (await (await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  expect(discovered.authorization_details_types_supported).toEqual([])
  await server.admin.call(resourceServer.update, { body: { ...draft, version: found.version + 2, detailTypes: [PAYMENT] } })
})

test('RAR-06 a self-contained token (JWT) has its details inside', async () => {
  const { config, browser } = await payer()
  const { version } = await server.admin.call(resourceServer.get, { query: { appId: bank.id } })
  await server.admin.call(resourceServer.update, { body: { ...draft, tokenFormat: 'jwt', version } })
  const { url, checks } = await asking(config, [ASKED])
  const tokens = await exchange(config, (await answer(browser, url)).back, checks)
  expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: IDENTIFIER, authorization_details: [ASKED] })
})
