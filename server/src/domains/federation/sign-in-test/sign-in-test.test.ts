import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInTest, testedScopes } from '@hufu/contract/federation/sign-in-test'
import { application, Browser, CALLBACK, request, signInTo } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const testSignIn = (body: { appId: string; userId: string; address?: string; scopes?: string[] }, as = server.admin) =>
  as.call(signInTest.run, { body })
const names = async (body: { appId: string; userId: string; address?: string }) =>
  (await testSignIn(body)).hurdles.map(blocker => blocker.name)
const mapped = (appId: string, claims: object) =>
  sql`update app set claims = ${JSON.stringify(claims)}::jsonb where id = ${appId}`.execute(server.kernel.db)

/** The number of rows that could give access or record a visit. */
async function openings() {
  const { rows } = await sql<{ n: number }>`select (select count(*) from session) + (select count(*) from oidc_payload)
    + (select count(*) from one_time) + (select count(*) from cas_login) + (select count(*) from app_visit) as n`.execute(server.kernel.db)
  return rows[0]!.n
}

test('TRY-01 the OpenID Connect preview equals what the real flow then sends, claim by claim', async () => {
  const orgId = await server.given.org({ name: '信息中心' })
  const userId = await server.given.user({ realName: '张三丰', org: orgId, phone: '13912345678', email: 'zs@example.com' })
  const { appId, config } = await application(server, userId, { tokenSeconds: 900, logoutUri: 'https://app.example.com/out' })
  await mapped(appId, [{ claim: '部门', from: 'orgName' }])
  const roleId = await server.given.appRole(appId, { code: 'clerk' })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId, roleId })
  const scopes = ['profile', 'email', 'phone', 'org', 'roles', 'groups']
  const before = await openings()
  const { open, oidc, account, hurdles: blockers } = await testSignIn({ appId, userId, scopes })
  expect({ open, hurdles: blockers, account }).toEqual({ open: true, hurdles: [], account: expect.stringMatching(/^person/) as string })
  expect(await openings()).toBe(before)

  const browser = new Browser()
  await browser.signIn(server, userId)
  const { url } = await request(config)
  const back = (await browser.follow(server, url)).url
  const named = [...back.searchParams].map(([name, value]) => `${name}=${name === 'iss' ? encodeURIComponent(value) : `<${name}>`}`)
  expect(oidc!.redirect).toBe(`${CALLBACK}?${named.join('&')}`)
  const { tokens } = await signInTo(server, browser, config)
  expect(decodeProtectedHeader(tokens.id_token!)).toEqual(oidc!.header)
  const { nonce, sid, iat, exp, auth_time: authTime, ...real } = decodeJwt(tokens.id_token!)
  const shown = oidc!.claims!
  expect(shown).toEqual({ ...real, nonce: '<nonce>', sid: '<sid>', iat: shown.iat, exp: shown.exp, auth_time: shown.auth_time })
  expect([typeof nonce, typeof sid, typeof authTime]).toEqual(['string', 'string', 'number'])
  expect(Number(shown.exp) - Number(shown.iat)).toBe(exp! - iat!)
  expect(oidc!.userinfo).toEqual(await client.fetchUserInfo(config, tokens.access_token, userId))
  expect(oidc!.lives).toEqual({ code: 60, idToken: 900, accessToken: tokens.expires_in, refreshToken: 86_400 })
})

test('TRY-02 the preview has only the requested scopes; offline_access shows the lifetime of a refresh token', async () => {
  const userId = await server.given.user({ email: 'a@example.com' })
  const { appId, config } = await application(server, userId)
  const bare = await testSignIn({ appId, userId })
  expect(Object.keys(bare.oidc!.userinfo!)).toEqual(['sub'])
  expect((await testSignIn({ appId, userId, scopes: ['email', 'offline_access'] })).oidc).toMatchObject({
    userinfo: { sub: userId, email: 'a@example.com' },
    lives: { refreshToken: 30 * 86_400 },
  })
  expect(new Set(config.serverMetadata().scopes_supported)).toEqual(new Set(testedScopes))
})

test('TRY-03 for a user without access the preview has no token, but the reason and the error the application would get', async () => {
  const userId = await server.given.user()
  const { appId, config } = await application(server)
  const groupId = await server.given.authGroup({ status: 0 })
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId })
  await server.given.grant({ subjectType: 'user', subjectId: userId, groupId })
  const { open, hurdles: blockers, paths, oidc } = await testSignIn({ appId, userId })
  expect({ open, hurdles: blockers }).toEqual({ open: false, hurdles: [{ name: 'noAccess', stops: true, about: [] }] })
  expect(paths).toMatchObject([{ fault: 'groupDisabled' }])
  expect(oidc).toMatchObject({ header: null, claims: null, userinfo: null, lives: null })
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { url } = await request(config, { prompt: 'none' })
  const back = (await browser.follow(server, url)).url
  const shown = new URL(oidc!.redirect!)
  expect([...shown.searchParams.keys()]).toEqual([...back.searchParams.keys()])
  for (const name of ['error', 'error_description', 'iss']) expect(shown.searchParams.get(name)).toBe(back.searchParams.get(name))
})

test('TRY-04 the CAS preview equals the validation answers of all three versions', async () => {
  const userId = await server.given.user({ userName: 'lisi', realName: '李 & 四' })
  const service = 'https://cas.example.com/app/'
  const appId = await server.given.app({ protocol: 'cas', redirectUris: [service] })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const deep = `${service}page?a=1`
  const before = await openings()
  const { open, cas } = await testSignIn({ appId, userId, address: deep })
  expect(open).toBe(true)
  expect(await openings()).toBe(before)
  expect(cas!.redirect).toBe(`${deep}&ticket=ST-<ticket>`)
  const browser = new Browser()
  await browser.signIn(server, userId)
  const answered = async (path: string) => {
    const at = (what: string, query: object) => `${server.address}/protocols/cas${what}?${new URLSearchParams({ ...query }).toString()}`
    const { url } = await browser.follow(server, at('/login', { service: deep }))
    return (await fetch(at(path, { service: deep, ticket: url.searchParams.get('ticket')! }))).text()
  }
  const timeless = (text: string) => text.replace(/[^>]+(?=<\/cas:authenticationDate>)/, '')
  expect(timeless(cas!.third)).toBe(timeless(await answered('/p3/serviceValidate')))
  expect(cas!.third).toContain('李 &amp; 四')
  expect(cas!.second).toBe(await answered('/serviceValidate'))
  expect(cas!.first).toBe(await answered('/validate'))
})

test('TRY-05 a user without access gets the CAS refusal, and a foreign address is reported as such', async () => {
  const userId = await server.given.user()
  const service = 'https://cas.example.com/one/'
  const appId = await server.given.app({ protocol: 'cas', redirectUris: [service] })
  const refused = await testSignIn({ appId, userId })
  expect(refused.hurdles.map(blocker => blocker.name)).toEqual(['noAccess'])
  expect(refused.cas).toMatchObject({ redirect: null, first: 'no\n\n' })
  expect(refused.cas!.third).toContain('<cas:authenticationFailure code="INVALID_TICKET">')
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  expect(await names({ appId, userId, address: 'https://elsewhere.example.com/' })).toEqual(['addressUnknown'])
  await server.given.app({ protocol: 'cas', name: '内页', redirectUris: [`${service}inner/`] })
  const inner = await testSignIn({ appId, userId, address: `${service}inner/x` })
  expect(inner.hurdles).toEqual([{ name: 'addressOfAnother', stops: true, about: ['内页'] }])
  expect(inner.cas).toMatchObject({ redirect: null, first: 'no\n\n' })
  expect(inner.cas!.third).toContain('code="UNAUTHORIZED_SERVICE"')
})

test('TRY-06 blockers of the application, its mapping and the user are found', async () => {
  const phone = '13700001234'
  const userId = await server.given.user({ phone })
  const grant = (appId: string) => server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const bare = await server.given.app({ ipWhitelist: ['10.0.0.0/8'], accountFrom: 'employeeNumber', status: 0 })
  await mapped(bare, [
    { claim: 'mail', from: 'email' },
    { claim: 'dept', from: 'orgName' },
  ])
  await grant(bare)
  const { open, hurdles: blockers, account, oidc } = await testSignIn({ appId: bare, userId })
  expect({ open, oidc: oidc!.claims }).toEqual({ open: false, oidc: null })
  expect(account).toBeNull()
  expect(blockers).toEqual([
    { name: 'appDisabled', stops: true, about: [] },
    { name: 'noAddress', stops: true, about: [] },
    { name: 'noAccess', stops: true, about: [] },
    { name: 'accountMissing', stops: true, about: ['employeeNumber'] },
    { name: 'noSecret', stops: false, about: [] },
    { name: 'ipWhitelist', stops: false, about: ['10.0.0.0/8'] },
    { name: 'claimEmpty', stops: false, about: ['mail'] },
  ])
  const { appId } = await application(server, userId, { accountFrom: 'phone' })
  expect(await names({ appId, userId })).toEqual([])
  const other = await server.given.user()
  await server.kernel.db.insertInto('appAccount').values({ appId, userId: other, account: phone }).execute()
  expect(await names({ appId, userId })).toEqual(['accountShared'])
  expect(await names({ appId: await server.given.app({ protocol: 'form' }), userId })).toEqual(['protocolMissing', 'noAccess'])
  expect(await names({ appId: await server.given.app({ protocol: 'saml' }), userId })).toEqual(['noMetadata', 'noAccess'])
})

test('TRY-07 blockers: a disabled user, a password that must be changed, a second factor', async () => {
  const userId = await server.given.user()
  const { appId } = await application(server, userId)
  const set = (parts: object) => server.kernel.db.updateTable('users').set(parts).where('id', '=', userId).execute()
  await set({ passwordFrom: 'reset' })
  expect(await names({ appId, userId })).toEqual(['changePassword'])
  await set({ passwordFrom: 'own' })
  const roleId = await server.given.role(userId, '/organiz/index')
  await server.kernel.db.updateTable('role').set({ secondFactor: 'crypto' }).where('id', '=', roleId).execute()
  const { open, hurdles: blockers } = await testSignIn({ appId, userId })
  expect({ open, hurdles: blockers }).toEqual({ open: true, hurdles: [{ name: 'secondFactor', stops: false, about: [] }] })
  await set({ status: 0 })
  expect(await names({ appId, userId })).toEqual(['personDisabled'])
})

test('TRY-08 only for users in scope, only by those who may edit applications; the log names the user', async () => {
  const [inside, outside] = [await server.given.org(), await server.given.org()]
  const [near, far] = [await server.given.user({ org: inside }), await server.given.user({ org: outside })]
  const { appId } = await application(server, near)
  await server.given.forDelegations('/app/list')
  await sql`update menu set hsa_auth_grade_show = 1 where parent_id in (select id from menu where menu_uri = '/app/list')`.execute(
    server.kernel.db,
  )
  const delegation = await server.given.user({ org: inside })
  await server.given.gradeAdmin(delegation, inside, 1, '/app/list')
  const me = await server.as(delegation)
  expect((await testSignIn({ appId, userId: near }, me)).open).toBe(true)
  await me.refused('userMissing', signInTest.run, { body: { appId, userId: far } })
  await server.admin.refused('userMissing', signInTest.run, { body: { appId, userId: 'nobody' } })
  await server.admin.refused('appMissing', signInTest.run, { body: { appId: 'none', userId: near } })
  const reader = await server.given.user()
  await server.given.role(reader, '/app/list')
  await (await server.as(reader)).refused('forbidden', signInTest.run, { body: { appId, userId: near } })
  const logged = await server.kernel.db
    .selectFrom('operLog')
    .select(['operateType', 'params', 'target'])
    .where('module', '=', 'rehearsal')
    .where('userId', '=', delegation)
    .orderBy('seq')
    .execute()
  expect(JSON.stringify(logged)).toContain(near)
  expect(JSON.stringify(logged)).not.toContain('13912345678')
})
