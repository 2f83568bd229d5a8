import { createRemoteJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { claimFields } from '@hufu/contract/apps/app'
import { userLabel } from '@hufu/contract/directory/label'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, Browser, CALLBACK, issuerOf, request, signInTo } from '../../../../test/oidc.ts'
import { PASSWORD, phoneOf } from '../../../../test/given.ts'
import { sealed } from '../../../../test/secrets.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('OP-01 a signed-in user returns to the application at once, which learns who they are, in Chinese', async () => {
  const orgId = await server.given.org({ name: '信息中心' })
  const userId = await server.given.user({
    userName: 'zhangsan',
    realName: '张三丰',
    org: orgId,
    phone: '13912345678',
    email: 'zs@example.com',
    employeeNumber: 'E007',
  })
  const { appId, config, clientId } = await application(server, userId)
  const mapping = JSON.stringify([
    { claim: '部门', from: 'orgName' },
    { claim: 'sub', from: 'userName' },
  ])
  await sql`update app set claims = ${mapping}::jsonb where id = ${appId}`.execute(server.kernel.db)
  const roleId = await server.given.appRole(appId, { code: 'clerk' })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId, roleId })
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, config)
  const wanted = {
    sub: userId,
    name: '张三丰',
    preferred_username: 'zhangsan',
    phone_number: '13912345678',
    email: 'zs@example.com',
    部门: '信息中心',
    roles: ['clerk'],
    groups: [],
  }
  expect(tokens.claims()).toMatchObject({ ...wanted, iss: issuerOf(server), aud: clientId })
  expect(await client.fetchUserInfo(config, tokens.access_token, userId)).toMatchObject({
    ...wanted,
    org: { id: orgId, name: '信息中心' },
    jobs: [{ main: true, org: { id: orgId } }],
  })
  const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!))
  const { payload } = await jwtVerify(tokens.id_token!, keys, { issuer: issuerOf(server), audience: clientId })
  expect(payload.name).toBe('张三丰')
  const visits = await server.kernel.db.selectFrom('appVisit').select(['userId', 'fault']).where('appId', '=', appId).execute()
  expect(visits).toEqual([{ userId, fault: '' }])
})

test('OP-91 every field a claim mapping offers is returned', async () => {
  const { given, admin, kernel } = server
  const orgId = await given.org({ name: '映射处', code: 'YSC' })
  const { id: positionId } = await admin.call(positionAttribute.duty.save, { body: { name: '处长', code: 'OP91' } })
  const { id: stationId } = await admin.call(positionAttribute.post.save, { body: { name: '综合岗', code: 'OP91' } })
  const { id: labelId } = await admin.call(userLabel.save, { body: { name: '骨干', color: 'red' } })
  const userId = await given.user({
    jobs: [{ orgId, jobType: 1, positionId, stationId }],
    phone: phoneOf(9191),
    email: 'op91@example.com',
    employeeNumber: 'OP91',
  })
  await kernel.db.updateTable('users').set({ gender: 2, originUserId: 'op91' }).where('id', '=', userId).execute()
  await admin.call(userLabel.addUser, { body: { labelId, userIds: [userId] } })
  await given.grant({ subjectType: 'user', subjectId: userId, groupId: await given.authGroup({ name: '权限组甲' }) })
  const { appId, config } = await application(server, userId)
  const mapping = JSON.stringify(claimFields.map(from => ({ claim: `x_${from}`, from })))
  await sql`update app set claims = ${mapping}::jsonb where id = ${appId}`.execute(kernel.db)
  const roleId = await given.appRole(appId, { code: 'clerk' })
  await given.grant({ subjectType: 'user', subjectId: userId, appId, roleId })
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, config)
  const userInfo = await client.fetchUserInfo(config, tokens.access_token, userId)
  const nothing = claimFields.filter(
    from => [undefined, null, ''].includes(userInfo[`x_${from}`] as string) || String(userInfo[`x_${from}`]) === '',
  )
  expect(nothing).toEqual([])
  expect(userInfo).toMatchObject({
    x_gender: 'female',
    x_labels: ['骨干'],
    x_groups: ['权限组甲'],
    x_actingDuty: '处长',
    x_actingPost: '综合岗',
  })
  expect(userInfo.x_orgPath).toMatch(/\/映射处$/)
})

test('OP-02 a user who is not signed in goes to /login and returns to where they were going', async () => {
  const userId = await server.given.user()
  const { config } = await application(server, userId)
  const browser = new Browser()
  const { url, checks } = await request(config)
  const loginPage = await browser.follow(server, url)
  expect(loginPage.url.pathname).toBe('/login')
  const uri = loginPage.url.searchParams.get('uri')!
  expect(uri).toMatch(/^\/protocols\/oidc\/interaction\//)
  await browser.signIn(server, userId)
  const back = await browser.follow(server, server.address + uri)
  expect(back.url.href.startsWith(CALLBACK)).toBe(true)
  expect((await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub).toBe(userId)
})

test('OP-04 the issuer is the configured address, whatever a caller sends', async () => {
  const elsewhere = await startTestServer({ settings: { HUFU_PUBLIC_URL: 'https://sso.example.com', HUFU_TRUST_PROXY: 'loopback' } })
  const discovery = await fetch(`${issuerOf(elsewhere)}/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' },
  })
  const text = await discovery.text()
  expect(JSON.parse(text)).toMatchObject({
    issuer: 'https://sso.example.com/protocols/oidc',
    token_endpoint: 'https://sso.example.com/protocols/oidc/token',
  })
  expect(text).not.toContain('evil')
  await elsewhere.close()
})

test('OP-05 signing in at /login sets the cookie the protocols use, and signing out removes it', async () => {
  const userId = await server.given.user()
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', userId).executeTakeFirstOrThrow()
  const answer = await server.nobody.send(signIn.login, { body: { loginName: userName, pwd: await sealed(server, PASSWORD) } })
  const cookies = answer.headers.getSetCookie().filter(line => line.startsWith('idaas-link='))
  expect(cookies).toHaveLength(2)
  expect(cookies.find(line => line.includes('Path=/protocols'))).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
  const out = await server.withToken((answer.envelope.data as { token: string }).token).send(signIn.logout)
  expect(out.headers.getSetCookie().filter(line => /^idaas-link=;.*Expires=Thu, 01 Jan 1970/.test(line))).toHaveLength(2)
})
