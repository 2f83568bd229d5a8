import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { application, Browser, CALLBACK, request } from '../../../../../test/oidc.ts'
import { registerOidc } from '../../../../../test/upstream.ts'

let server: TestServer
let userId: string
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  userId = await server.given.user()
  browser = new Browser()
  await browser.signIn(server, userId)
})
afterAll(() => server.close())

const DEFAULT = { pkce: 'required', scopes: null, offline: 0, asksConsent: 0, authMethod: 'secret', jwks: '', fapi: 0, version: 0 } as const
const errorOf = (url: URL) => url.searchParams.get('error')
const interactionOf = (html: string) => /(\/protocols\/oidc\/interaction\/[^/"?]+)/.exec(html)![1]!
/** A user signed in at their own browser, with this second factor. */
async function visitor(factor: 'any' | 'crypto' | '' = '', name = '') {
  const id = await server.given.user(name === '' ? {} : { realName: name })
  const theirs = new Browser()
  await theirs.signIn(server, id)
  await server.kernel.db.updateTable('session').set({ factor }).where('userId', '=', id).execute()
  return { id, browser: theirs }
}
const giveCodes = (id: string) => server.kernel.db.insertInto('totp').values({ userId: id, secret: 'sealed', lastStep: 0 }).execute()
const shown = async (theirs: Browser, to: URL) => {
  const { answer } = await theirs.follow(server, to)
  return answer.text()
}
const onward = (theirs: Browser, path: string, init?: RequestInit) => theirs.go(new URL(path, server.address), init)
const essential = (...values: string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } })
const [ONE, TWO, KEY] = ['urn:hufu:acr:one', 'urn:hufu:acr:two', 'urn:hufu:acr:key']

const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]

test('OC-13 an answer by form_post is our own page, under our own policy, and its button works without a script', async () => {
  const name = `表单"应用${server.given.next()}`
  const { config } = await application(server, userId, { name })
  const { url, checks, state } = await request(config, { response_mode: 'form_post' })
  const { answer } = await browser.follow(server, url)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('<html lang="zh-CN">')
  expect(html).toContain(`正在返回“${name.replace('"', '&quot;')}”`)
  expect(html).toContain(`<form method="post" action="${CALLBACK}">`)
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*>继续<\/button>/)
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'sha256-[^']+'/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const posted = new Request(CALLBACK, {
    method: 'POST',
    body: new URLSearchParams({ code: fieldOf(html, 'code')!, state: fieldOf(html, 'state')!, iss: fieldOf(html, 'iss')! }),
  })
  expect(fieldOf(html, 'state')).toBe(state)
  expect((await client.authorizationCodeGrant(config, posted, checks)).claims()?.sub).toBe(userId)
  const refused = await browser.follow(server, (await request(config, { response_mode: 'form_post', code_challenge_method: 'plain' })).url)
  expect(fieldOf(await refused.answer.text(), 'error')).toBe('invalid_request')
  expect(refused.answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('OC-14 prompt=select_account shows the signed-in user, and continues with them or lets another sign in', async () => {
  const name = `柳选${server.given.next()}`
  const they = await visitor('', name)
  const { config, appId } = await application(server, they.id)
  const { url, checks } = await request(config, { prompt: 'select_account' })
  const html = await shown(they.browser, url)
  expect(html).toContain(name)
  const action = `${interactionOf(html)}/account`
  const same = await onward(they.browser, action, { method: 'POST', body: new URLSearchParams({ answer: 'same' }) })
  const back = await they.browser.follow(server, new URL(same.headers.get('location')!, server.address))
  expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub).toBe(they.id)

  const again = await request(config, { prompt: 'select_account' })
  const path = interactionOf(await shown(they.browser, again.url))
  const other = await onward(they.browser, `${path}/account`, { method: 'POST', body: new URLSearchParams({ answer: 'other' }) })
  expect(other.headers.get('location')).toBe(`/login?uri=${encodeURIComponent(path)}`)
  const another = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: another, appId })
  await they.browser.signIn(server, another)
  const come = await they.browser.follow(server, new URL(path, server.address))
  expect((await client.authorizationCodeGrant(config, come.url, again.checks)).claims()?.sub).toBe(another)
  expect(errorOf((await they.browser.follow(server, (await request(config, { prompt: 'none select_account' })).url)).url)).toBe(
    'invalid_request',
  )
})

test('OC-14 prompt=select_account login asks for both: the chosen user must authenticate again', async () => {
  const they = await visitor()
  const { config } = await application(server, they.id)
  const path = interactionOf(await shown(they.browser, (await request(config, { prompt: 'select_account login' })).url))
  const same = await onward(they.browser, `${path}/account`, { method: 'POST', body: new URLSearchParams({ answer: 'same' }) })
  const next = await they.browser.follow(server, new URL(same.headers.get('location')!, server.address))
  expect(next.url.pathname).toBe('/login')
})

test('OC-15 an essential acr asks the user to authenticate further; if they decline, the application gets an error', async () => {
  const they = await visitor()
  const { config } = await application(server, they.id)
  const authorization = await request(config, { claims: essential(TWO, KEY) })
  const html = await shown(they.browser, authorization.url)
  expect(html).toContain('二次验证')
  // A user without a second factor is led to the page where they bind one.
  expect(html).toContain('href="/account/security"')
  const path = interactionOf(html)
  const declined = await onward(they.browser, `${path}/decline`)
  const refused = await they.browser.follow(server, new URL(declined.headers.get('location')!, server.address))
  expect(errorOf(refused.url)).toBe('unmet_authentication_requirements')

  await giveCodes(they.id)
  const second = await request(config, { claims: essential(TWO, KEY) })
  const offered = await shown(they.browser, second.url)
  const own = interactionOf(offered)
  expect(offered).toContain(`href="/login?uri=${encodeURIComponent(own)}&amp;wants=factor"`)
  expect(await (await onward(they.browser, `${own}/skip`)).text()).not.toContain('code=')
  await server.kernel.db.updateTable('session').set({ factor: 'any' }).where('userId', '=', they.id).execute()
  server.kernel.sessions.forget()
  const back = await they.browser.follow(server, new URL(own, server.address))
  expect((await client.authorizationCodeGrant(config, back.url, second.checks)).claims()).toMatchObject({ acr: TWO, amr: ['mfa'] })
})

test('decision 0102 a user who can present a second factor at an identity provider is sent there, and not to bind one here', async () => {
  const they = await visitor()
  const { config } = await application(server, they.id)
  const provider = await registerOidc(server, 'https://idp.example.com', { rules: { factorClasses: ['urn:example:mfa'] } })
  await server.kernel.db.insertInto('identityLink').values({ id: provider.id, providerId: provider.id, subject: 's', userId: they.id, name: '', origin: 'self' }).execute() // prettier-ignore
  const offer = async (...acr: string[]) => shown(they.browser, (await request(config, { claims: essential(...acr) })).url)
  expect(await offer(TWO)).toContain('&amp;wants=factor"')
  // A sign-in at an identity provider never counts as a cryptographic factor.
  expect(await offer(KEY)).toContain('href="/account/security"')
})

test('OC-15 an essential acr that nobody can meet, or that a silent request cannot meet, is refused at once', async () => {
  const they = await visitor()
  const { config } = await application(server, they.id)
  const errorFor = async (more: Record<string, string>) =>
    errorOf((await they.browser.follow(server, (await request(config, more)).url)).url)
  expect(await errorFor({ claims: essential('urn:elsewhere') })).toBe('unmet_authentication_requirements')
  expect(await errorFor({ claims: essential(TWO), prompt: 'none' })).toBe('login_required')
  expect(await errorFor({ claims: JSON.stringify({ id_token: { acr: { essential: true, values: 'two' } } }) })).toBe('invalid_request')
  expect(await errorFor({ claims: 'no json' })).toBe('invalid_request')
  const strong = await visitor('crypto')
  const own = await application(server, strong.id)
  for (const acr of [TWO, KEY]) {
    const { url, checks } = await request(own.config, { claims: JSON.stringify({ id_token: { acr: { essential: true, value: acr } } }) })
    const back = await strong.browser.follow(server, url)
    // The acr in the ID token is one of the requested values (OpenID Connect Core, 5.5.1.1).
    expect((await client.authorizationCodeGrant(own.config, back.url, checks)).claims()?.acr).toBe(acr)
  }
})

test('OC-16 acr_values are voluntary: a user with a second factor is asked and may skip it, nobody else is stopped', async () => {
  const they = await visitor()
  const { config } = await application(server, they.id)
  const acrOf = async (checks: Parameters<typeof client.authorizationCodeGrant>[2], url: URL) =>
    (await client.authorizationCodeGrant(config, url, checks)).claims()?.acr
  const first = await request(config, { acr_values: `${KEY} ${TWO}` })
  expect(await acrOf(first.checks, (await they.browser.follow(server, first.url)).url)).toBe(ONE)
  await giveCodes(they.id)
  const second = await request(config, { acr_values: TWO })
  const path = interactionOf(await shown(they.browser, second.url))
  const skipped = await onward(they.browser, `${path}/skip`)
  const back = await they.browser.follow(server, new URL(skipped.headers.get('location')!, server.address))
  expect(await acrOf(second.checks, back.url)).toBe(ONE)
  const silent = await request(config, { acr_values: TWO, prompt: 'none' })
  expect(await acrOf(silent.checks, (await they.browser.follow(server, silent.url)).url)).toBe(ONE)
})

test('OC-17 claims that are requested one by one are returned, but none beyond the scopes the application may have', async () => {
  const they = await visitor('', '柳单项')
  await server.kernel.db.updateTable('users').set({ email: 'one@example.com' }).where('id', '=', they.id).execute()
  const { config, appId } = await application(server, they.id)
  const claims = JSON.stringify({
    userinfo: { name: null, email: { essential: true }, jobs: null },
    id_token: { name: null, unknown: null },
  })
  const claimsOf = async () => {
    const { url, checks } = await request(config, { scope: 'openid', claims })
    const tokens = await client.authorizationCodeGrant(config, (await they.browser.follow(server, url)).url, checks)
    return { id: tokens.claims()!, user: await client.fetchUserInfo(config, tokens.access_token, they.id) }
  }
  expect(config.serverMetadata().claims_parameter_supported).toBe(true)
  const all = await claimsOf()
  expect(all.id).toMatchObject({ name: '柳单项' })
  expect(all.id).not.toHaveProperty('email')
  expect(all.user).toMatchObject({ sub: they.id, name: '柳单项', email: 'one@example.com', jobs: expect.any(Array) })
  await server.admin.call(oidcClient.update, { body: { ...DEFAULT, appId, scopes: ['openid', 'profile'] } })
  const less = await claimsOf()
  expect(less.user).toEqual({ sub: they.id, name: '柳单项' })
})

test('OC-17 where consent is required, an application gets no claim whose scope it did not request', async () => {
  const they = await visitor()
  const { config, appId } = await application(server, they.id)
  await server.admin.call(oidcClient.update, { body: { ...DEFAULT, appId, asksConsent: 1 } })
  const { url, checks } = await request(config, { scope: 'openid', claims: '{"userinfo":{"name":null}}' })
  const path = interactionOf(await shown(they.browser, url))
  const answer = await onward(they.browser, `${path}/consent`, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
  const back = await they.browser.follow(server, new URL(answer.headers.get('location')!, server.address))
  const tokens = await client.authorizationCodeGrant(config, back.url, checks)
  expect(await client.fetchUserInfo(config, tokens.access_token, they.id)).toEqual({ sub: they.id })
})
