import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { openFake } from '../../../../test/fakes/fake.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { exchangeCode, HostileProvider, registerOidc, startOf, type ResponseOverrides } from '../../../../test/upstream.ts'

let server: TestServer
let hostile: HostileProvider
let provider: Awaited<ReturnType<typeof registerOidc>>
let userId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  hostile = await HostileProvider.open()
  provider = await registerOidc(server, hostile.issuer)
  userId = await server.given.user()
  const { db } = server.kernel
  await db
    .insertInto('identityLink')
    .values({ id: 'l1', providerId: provider.id, subject: 'u1', userId, name: 'u1', origin: 'self' })
    .execute()
})
afterAll(async () => {
  await hostile.close()
  await server.close()
})

/** A sign-in whose answer the provider distorts by `twist`; `other` comes back with the cookies of another browser. */
async function answered(overrides: ResponseOverrides, { other }: { other?: Browser } = {}) {
  hostile.overrides = overrides
  const browser = new Browser()
  const begun = await browser.go(startOf(server, provider.code))
  const back = hostile.authorize(begun.headers.get('location')!)
  const answer = await (other ?? browser).go(back)
  const to = answer.headers.get('location')
  return { browser, back, to: to === null ? '' : new URL(to, server.address).pathname, page: await answer.text(), status: answer.status }
}
const now = () => Math.floor(Date.now() / 1000)

test('decision 0090 a correct answer is accepted, so that the refusals below prove something', async () => {
  expect((await answered({})).to).toBe('/login')
})

const refusals: Record<string, ResponseOverrides> = {
  'a nonce that is not ours': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'a token nobody signed': { signed: 'not' },
  'a token somebody else signed': { signed: 'by another' },
  'a token of another client': { claims: { aud: 'another-client' } },
  'a token for several that was given to another': { claims: { aud: ['hufu', 'another-client'], azp: 'another-client' } },
  'a token of another issuer': { claims: { iss: 'https://elsewhere.example.com' } },
  'a token that is over': { claims: { iat: now() - 900, exp: now() - 300 } },
  'a token made two hours from now (OpenID Connect Core 3.1.3.7)': { claims: { iat: now() + 7200, exp: now() + 7500 } },
  'an authentication two hours from now': { claims: { auth_time: now() + 7200 } },
  'a token without an end': { claims: { exp: undefined } },
  'a token of nobody': { claims: { sub: undefined } },
  'an answer of another issuer (RFC 9207)': { back: { iss: 'https://elsewhere.example.com' } },
  'an answer without the issuer it promised (RFC 9207)': { back: { iss: undefined } },
  'userinfo of somebody else': { userinfo: { sub: 'admin' } },
}
for (const [what, overrides] of Object.entries(refusals))
  test(`decision 0090 refused: ${what}`, async () => {
    const { to, page, status } = await answered(overrides)
    expect({ to, status }).toEqual({ to: '', status: 403 })
    expect(page).toContain('未能确认您的身份')
  })

test('decision 0090 refused: a state that is unknown, used up or of another provider', async () => {
  const [honest, unknown] = [await answered({}), await answered({ back: { state: 'made-up' } })]
  expect(unknown.page).toContain('登录请求已失效')
  const again = await honest.browser.go(honest.back)
  expect([again.status, again.headers.get('location')]).toEqual([403, null])
  expect(await again.text()).toContain('登录请求已失效')
  const twin = await registerOidc(server, hostile.issuer)
  const browser = new Browser()
  const begun = await browser.go(startOf(server, provider.code))
  const back = hostile.authorize(begun.headers.get('location')!)
  const mixed = new URL(twin.callback)
  mixed.search = back.search
  expect(await (await browser.go(mixed)).text()).toContain('登录请求已失效')
})

test('decision 0090 refused: an answer in another browser, and an unsolicited answer', async () => {
  expect((await answered({}, { other: new Browser() })).page).toContain('请在发起登录的浏览器中完成')
  const victim = new Browser()
  await victim.go(startOf(server, provider.code))
  expect((await answered({}, { other: victim })).page).toContain('请在发起登录的浏览器中完成')
  const bare = await new Browser().go(`${server.address}/protocols/upstream/${provider.code}/callback?code=c1`)
  expect(await bare.text()).toContain('登录请求已失效')
})

test('decision 0090 a user who declines sees so, and no text of the provider appears on our page', async () => {
  const { page } = await answered({ back: { code: undefined, error: 'access_denied', error_description: '<script>x</script>' } })
  expect(page).toContain('您未完成授权')
  expect(page).not.toContain('<script>')
})

test('decision 0090 email_verified counts only for the address it comes with', async () => {
  const email = `m${server.given.next()}@example.com`
  const id = await server.given.user({ email })
  await server.kernel.db.updateTable('users').set({ emailProven: 1 }).where('id', '=', id).execute()
  const strict = await registerOidc(server, hostile.issuer, { rules: { link: 'email' } })
  hostile.overrides = { claims: { sub: 'm1', email }, userinfo: { sub: 'm1', email: 'mine@example.com', email_verified: true } }
  hostile.who = { sub: 'm1' }
  const browser = new Browser()
  const begun = await browser.go(startOf(server, strict.code))
  const answer = await browser.go(hostile.authorize(begun.headers.get('location')!))
  hostile.who = { sub: 'u1' }
  expect(await answer.text()).toContain('该身份没有对应的账号')
})

test('T23 an unreachable provider, or one at a forbidden address, gives a page that says so', async () => {
  const gone = await openFake(() => ({ text: '' }))
  const away = await registerOidc(server, gone.address)
  await gone.close()
  const answer = await new Browser().go(startOf(server, away.code))
  expect(answer.status).toBe(502)
  expect(await answer.text()).toContain('暂时无法连接身份提供方')
  const strict = await startTestServer()
  const near = await registerOidc(strict, hostile.issuer)
  const before = hostile.requests.length
  expect(await (await new Browser().go(startOf(strict, near.code))).text()).toContain('暂时无法连接身份提供方')
  expect(hostile.requests.length).toBe(before)
  await strict.close()
})

test('T23 metadata and keys are cached, and not fetched at every sign-in', async () => {
  const fresh = await HostileProvider.open()
  const own = await registerOidc(server, fresh.issuer)
  for (let n = 0; n < 3; n++) {
    const browser = new Browser()
    const begun = await browser.go(startOf(server, own.code))
    await browser.go(fresh.authorize(begun.headers.get('location')!))
  }
  const of = (path: string) => fresh.requests.filter(one => one === path).length
  expect([of('/.well-known/openid-configuration'), of('/jwks'), of('/token'), of('/userinfo')]).toEqual([1, 1, 3, 3])
  await fresh.close()
})

test('decision 0090 an authorization request has PKCE S256, a nonce and a state, and prompt=login where a new authentication is required', async () => {
  const forced = await registerOidc(server, hostile.issuer, { forceAuthn: true })
  const begun = await new Browser().go(startOf(server, forced.code))
  const { searchParams } = new URL(begun.headers.get('location')!)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: forced.callback,
    scope: 'openid profile email phone',
    prompt: 'login',
    max_age: '0',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  const cookies = begun.headers.getSetCookie().map(line => line.replace(/=[\w-]{43};/, '=…;'))
  expect(cookies).toEqual([
    'idaas-idp=…; Max-Age=600; Path=/protocols/upstream; HttpOnly; SameSite=Lax',
    'idaas-idp=…; Max-Age=600; Path=/api/common; HttpOnly; SameSite=Lax',
  ])
})

test('decision 0090 where a new authentication is required, an old or missing auth_time is refused; else the session is not freshly proven', async () => {
  const forced = await registerOidc(server, hostile.issuer, { forceAuthn: true })
  const visit = async (code: string, claims: Record<string, unknown>) => {
    hostile.overrides = { claims }
    const browser = new Browser()
    const begun = await browser.go(startOf(server, code))
    const answer = await browser.go(hostile.authorize(begun.headers.get('location')!))
    return { browser, answer }
  }
  for (const claims of [{}, { auth_time: now() - 3600 }])
    expect(await (await visit(forced.code, claims)).answer.text()).toContain('未能确认您的身份')
  expect(await (await visit(forced.code, { auth_time: now() })).answer.text()).toContain('该身份没有对应的账号')
  const { browser, answer } = await visit(provider.code, { auth_time: now() - 3600 })
  const entered = await exchangeCode(server, browser, new URL(answer.headers.get('location')!, server.address))
  const { db } = server.kernel
  const session = await db
    .selectFrom('session')
    .select(['provenAt', 'authTime'])
    .where('userId', '=', userId)
    .orderBy('createTime', 'desc')
    .executeTakeFirst()
  expect(entered.code).toBe('0')
  expect(session).toMatchObject({ provenAt: null, authTime: expect.any(String) as string })
})

test('decision 0090 the secret is never returned or recorded, and must be entered again when the issuer changes', async () => {
  const found = await server.admin.call(identityProvider.byId, { query: { id: provider.id } })
  expect(JSON.stringify(found)).not.toContain('a-secret-of-the-upstream')
  expect(found.hasSecret).toBe(true)
  const { rows } = await server.kernel.pool.query('select to_jsonb(h) as h from data_history h where table_name like $1', ['identity%'])
  expect(JSON.stringify(rows)).not.toContain('a-secret-of-the-upstream')
  const logged = await server.kernel.db.selectFrom('operLog').select('params').where('module', '=', 'identityProvider').execute()
  expect(JSON.stringify(logged)).not.toContain('a-secret-of-the-upstream')
  const own = await registerOidc(server, hostile.issuer)
  const { name, code, forceAuthn, rules } = await server.admin.call(identityProvider.byId, { query: { id: own.id } })
  const body = { id: own.id, kind: 'oidc', name, code, forceAuthn, rules, isShown: 1, options: { issuer: 'https://elsewhere.example.com', clientId: 'hufu', scopes: '' } } // prettier-ignore
  await server.admin.refused('identityProviderSecret', identityProvider.update, { body })
  await server.admin.call(identityProvider.update, { body: { ...body, secret: 'another' } })
  // The same subject at another issuer is another user, so a provider with links cannot change its issuer.
  const linked = { ...body, id: provider.id, name: provider.name, code: provider.code, secret: 'another' }
  await server.admin.refused('identityProviderLinked', identityProvider.update, { body: linked })
})
