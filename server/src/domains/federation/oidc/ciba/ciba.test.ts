import { exportJWK, generateKeyPair } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { factor } from '@hufu/contract/credentials/factor'
import { appRequest } from '@hufu/contract/federation/app-request'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { accountConsents, resourceServer } from '@hufu/contract/federation/resource-server'
import { inbox } from '@hufu/contract/messages/inbox'
import { user } from '@hufu/contract/directory/user'
import { CIBA, cibaIn, SETTING } from '../../../../../test/ciba.ts'
import { factorsIn } from '../../../../../test/factors.ts'
import { PASSWORD } from '../../../../../test/given.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { application, basic, issuerOf, post } from '../../../../../test/oidc.ts'
import { sealed } from '../../../../../test/secrets.ts'

let server: TestServer
let ciba: ReturnType<typeof cibaIn>
beforeAll(async () => {
  server = await startTestServer()
  ciba = cibaIn(server)
})
afterAll(() => server.close())

const prove = async (me: Subject) => me.call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })
const isActive = async (clientId: string, token: string) =>
  (await post(server, '/token/introspection', { token }, basic(clientId))).body.active
const records = async (userId: string) =>
  (
    await server.kernel.pool.query<{ userId: string; operateType: string; types: string[] }>(
      `select l.user_id as "userId", l.operate_type as "operateType", array(select t.target_type || ' ' || t.target_id from audit_target t where t.log_id = l.id order by 1) as types
        from oper_log l where l.module = 'appRequest' and exists (select from audit_target t where t.log_id = l.id and t.target_id = $1) order by l.create_time, l.id`,
      [userId],
    )
  ).rows

test('CIBA-01, fapi-ciba-id1, fapi-ciba-id1-ensure-authorization-request-with-binding-message-succeeds, fapi-ciba-id1-ensure-requested-expiry-as-string-succeeds an application asks, its user reads the request and approves, and a standard client gets tokens that state the proof', async () => {
  const { config, clientId, userId, userName, appId } = await ciba.asking({}, { name: '呼叫中心' })
  const me = await server.as(userId)
  const begun = Math.floor(Date.now() / 1000)
  const backchannel = await client.initiateBackchannelAuthentication(config, {
    scope: 'openid profile',
    login_hint: userName,
    binding_message: '转账 W4SCT',
    requested_expiry: '120',
  })
  expect(backchannel).toMatchObject({ expires_in: 120, interval: 5 })
  expect(backchannel.auth_req_id.length).toBeGreaterThanOrEqual(27)
  const [request] = await ciba.waiting(me)
  expect(request).toMatchObject({
    appName: '呼叫中心',
    bindingMessage: '转账 W4SCT',
    scopes: [{ name: 'openid' }, { name: 'profile' }],
    resourceNames: [],
    ip: '127.0.0.1',
  })
  // The user has not authenticated since the request was made.
  await me.refused('stepUpNeeded', appRequest.agree, { body: { id: request!.id } })
  await prove(me)
  await me.call(appRequest.agree, { body: { id: request!.id } })
  expect(await ciba.waiting(me)).toEqual([])
  const tokens = await client.pollBackchannelAuthenticationGrant(config, backchannel)
  expect(tokens.claims()).toMatchObject({ sub: userId, acr: 'urn:hufu:acr:one', aud: clientId })
  expect(tokens.claims()!.auth_time).toBeGreaterThanOrEqual(begun)
  expect(await client.fetchUserInfo(config, tokens.access_token, userId)).toMatchObject({ preferred_username: userName })
  expect((await ciba.poll(clientId, backchannel.auth_req_id)).body.error).toBe('invalid_grant')
  const { rows } = await server.kernel.pool.query(`select fault from app_visit where app_id = $1 and user_id = $2`, [appId, userId])
  expect(rows).toEqual([{ fault: '' }])
})

test('CIBA-02 CIBA is off by default, and cannot be switched on for applications without a secret or held to FAPI 2.0', async () => {
  const userId = await server.given.user()
  const { appId, clientId } = await application(server, userId)
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).ciba).toBe(0)
  expect((await ciba.ask(clientId, { login_hint: 'whoever' })).body.error).toBe('invalid_request')
  expect((await ciba.poll(clientId, 'whatever')).body.error).toBe('invalid_request')
  await server.admin.call(oidcClient.update, { body: { ...SETTING, appId } })
  expect((await server.admin.call(oidcClient.get, { query: { appId } })).ciba).toBe(1)
  expect((await ciba.ask(clientId, { login_hint: 'whoever' })).body.error).toBe('unknown_user_id')
  const open = await application(server, userId, { isPublic: true })
  await server.admin.refused('cibaNeedsSecret', oidcClient.update, { body: { ...SETTING, appId: open.appId } })
  const { publicKey } = await generateKeyPair('ES256')
  const jwks = JSON.stringify({ keys: [await exportJWK(publicKey)] })
  const setting = { ...SETTING, appId, version: 1, authMethod: 'key', jwks, fapi: 1 } as const
  await server.admin.refused('cibaNotFapi', oidcClient.update, { body: setting })
  // A setting that is left out keeps its value.
  const { ciba: _, ...silent } = setting
  await server.admin.refused('cibaNotFapi', oidcClient.update, { body: silent })
})

test('CIBA-03, fapi-ciba-id1-discovery-end-point-verification discovery lists the endpoint, poll mode and no user code', async () => {
  const metadata = (await (await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  expect(metadata).toMatchObject({
    backchannel_authentication_endpoint: `${issuerOf(server)}/backchannel`,
    backchannel_token_delivery_modes_supported: ['poll'],
    backchannel_user_code_parameter_supported: false,
    grant_types_supported: expect.arrayContaining([CIBA]),
    backchannel_authentication_request_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256']),
  })
})

test('CIBA-04, fapi-ciba-id1-user-rejects-authentication a user declines without a proof of identity, and the application gets access_denied', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const me = await server.as(userId)
  const id = await ciba.idOf(clientId, { login_hint: userName })
  expect((await ciba.poll(clientId, id)).body.error).toBe('authorization_pending')
  const [request] = await ciba.waiting(me)
  await me.call(appRequest.decline, { body: { id: request!.id } })
  expect((await ciba.poll(clientId, id)).body).toMatchObject({ error: 'access_denied', error_description: 'the end-user refused' })
  expect((await ciba.poll(clientId, id)).body.error).toBe('invalid_grant')
  await me.refused('appRequestMissing', appRequest.agree, { body: { id: request!.id } })
})

test('CIBA-05, fapi-ciba-id1-multiple-call-to-token-endpoint an application that polls too soon gets slow_down, and gets tokens as soon as its user has approved', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const id = await ciba.idOf(clientId, { login_hint: userName })
  const notices = []
  for (let n = 0; n < 4; n++) notices.push((await ciba.poll(clientId, id)).body.error)
  expect(notices).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'slow_down'])
  await ciba.agree(userId)
  expect((await ciba.poll(clientId, id)).status).toBe(200)
})

test('CIBA-05, fapi-ciba-id1-auth-req-id-expired an expired request answers expired_token, and nobody can approve it any more', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const id = await ciba.idOf(clientId, { login_hint: userName })
  const me = await server.as(userId)
  const [request] = await ciba.waiting(me)
  await server.kernel.pool.query(`update app_request set end_time = now() - interval '1 second' where user_id = $1`, [userId])
  await server.kernel.pool.query(`update oidc_payload set expires_at = now() - interval '1 second' where type = 'BackchannelAuthenticationRequest' and payload ->> 'accountId' = $1`, [userId]) // prettier-ignore
  expect(await ciba.waiting(me)).toEqual([])
  for (const act of [appRequest.agree, appRequest.decline]) await me.refused('appRequestMissing', act, { body: { id: request!.id } })
  expect((await ciba.poll(clientId, id)).body.error).toBe('expired_token')
})

test('CIBA-06 the tokens state the proof given for the approval; acr is the first requested value that it meets', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const me = await server.as(userId)
  const device = await factorsIn(server).bindTotp(me)
  const id = await ciba.idOf(clientId, { login_hint: userName, acr_values: 'urn:hufu:acr:key urn:hufu:acr:two' })
  const [request] = await ciba.waiting(me)
  await me.call(factor.stepUp, { body: { kind: 'totp', secret: device.code() } })
  await me.call(appRequest.agree, { body: { id: request!.id } })
  const { body } = await ciba.poll(clientId, id)
  const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  expect(claims).toMatchObject({ acr: 'urn:hufu:acr:two', amr: ['mfa'] })
})

test('CIBA-07 the message centre shows one message per application with pending requests, until they are answered', async () => {
  const { clientId, userId, userName } = await ciba.asking({}, { name: '自助终端' })
  const me = await server.as(userId)
  await ciba.idOf(clientId, { login_hint: userName })
  await ciba.idOf(clientId, { login_hint: userName })
  const notices = (await me.call(inbox.page, { query: { group: 'request' } })).records
  expect(notices).toMatchObject([{ kind: 'appRequest', facts: { name: '自助终端' }, count: 2, isRead: false }])
  for (const { id } of await ciba.waiting(me)) await me.call(appRequest.decline, { body: { id } })
  expect(await me.call(inbox.unreadCount)).toBe(0)
})

test('CIBA-08 the audit names application and user for each request, approval and refusal', async () => {
  const { clientId, userId, userName, appId } = await ciba.asking()
  await ciba.idOf(clientId, { login_hint: userName })
  const me = await ciba.agree(userId)
  await ciba.idOf(clientId, { login_hint: userName })
  const [second] = await ciba.waiting(me)
  await me.call(appRequest.decline, { body: { id: second!.id } })
  const types = [`app ${appId}`, `user ${userId}`]
  expect(await records(userId)).toEqual([
    { userId: appId, operateType: 'ask', types },
    { userId, operateType: 'agree', types },
    { userId: appId, operateType: 'ask', types },
    { userId, operateType: 'decline', types },
  ])
})

test('CIBA-09, fapi-ciba-id1-refresh-token the tokens end with the session of the approval, a password reset and the application; offline_access outlives the session', async () => {
  const { clientId, userId, userName } = await ciba.asking({ offline: 1 })
  const tokensOf = async (scope: string) => {
    const id = await ciba.idOf(clientId, { login_hint: userName, scope })
    const me = await ciba.agree(userId)
    return { me, tokens: (await ciba.poll(clientId, id)).body as { access_token: string; refresh_token: string } }
  }
  const refresh = (token: string) => post(server, '/token', { grant_type: 'refresh_token', refresh_token: token }, basic(clientId))
  const short = await tokensOf('openid')
  const long = await tokensOf('openid offline_access')
  const renewed = await refresh(short.tokens.refresh_token)
  expect(renewed.status).toBe(200)
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [userId])
  expect(await isActive(clientId, String(renewed.body.access_token))).toBe(false)
  expect((await refresh(String(renewed.body.refresh_token))).body.error).toBe('invalid_grant')
  const refreshed = await refresh(long.tokens.refresh_token)
  expect(refreshed.status).toBe(200)
  const third = await tokensOf('openid')
  expect(await isActive(clientId, third.tokens.access_token)).toBe(true)
  await server.admin.call(user.resetPassword, { body: { ids: [userId], passwordType: 2, hasSendSms: false } })
  expect(await isActive(clientId, third.tokens.access_token)).toBe(false)
})

test('CIBA-09 if the user signs out before the application polls again, it gets no tokens', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const id = await ciba.idOf(clientId, { login_hint: userName })
  await ciba.agree(userId)
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [userId])
  expect((await ciba.poll(clientId, id)).body.error).toBe('access_denied')
})

test('CIBA-10 requested scopes of a resource server are shown in words, stand in the token, and end when consent is withdrawn', async () => {
  const { clientId, userId, userName } = await ciba.asking()
  const { given, admin } = server
  const { id: appGroupId } = await admin.call(appGroup.save, { body: { name: `资源${given.next()}` } })
  const bank = await admin.call(app.save, { body: { appGroupId, name: '网上银行', code: `bank-${given.next()}`, protocol: 'resource' } })
  const identifier = 'https://bank.example.com/api'
  const scopes = [{ name: 'pay', label: '付款', explanation: '从您的账户付款' }]
  await admin.call(resourceServer.update, { body: { appId: bank.id, identifier, tokenFormat: 'opaque', scopes, agents: [], version: 0 } })
  const params = { login_hint: userName, scope: 'openid pay', resource: identifier }
  // A user is not asked about a resource server that they may not use.
  expect((await ciba.ask(clientId, params)).body.error).toBe('unknown_user_id')
  await given.grant({ subjectType: 'user', subjectId: userId, appId: bank.id })
  const id = await ciba.idOf(clientId, params)
  const [request] = await ciba.waiting(await server.as(userId))
  expect(request).toMatchObject({ resourceNames: ['网上银行'], scopes: [{ name: 'openid', label: '' }, scopes[0]] })
  const me = await ciba.agree(userId)
  const { body } = await ciba.poll(clientId, id)
  const introspected = await post(server, '/token/introspection', { token: String(body.access_token) }, basic(clientId))
  expect(introspected.body).toMatchObject({ active: true, aud: identifier, scope: 'pay', sub: userId })
  const [mine] = await me.call(accountConsents.list)
  expect(mine).toMatchObject({ resourceName: '网上银行', scopes: ['付款'] })
  await me.call(accountConsents.withdraw, { body: { id: mine!.id } })
  expect(await isActive(clientId, String(body.access_token))).toBe(false)
})

test('CIBA-09 an application with back-channel logout is notified when the session of the approval ends', async () => {
  const { clientId, userId, userName } = await ciba.asking({}, { logoutUri: 'https://app.example.com/logout', singleLogout: 1 })
  const id = await ciba.idOf(clientId, { login_hint: userName })
  await ciba.agree(userId)
  const { body } = await ciba.poll(clientId, id)
  const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  expect(claims.sid).toBeTypeOf('string')
  await server.kernel.pool.query(`update session set ended_by = 'logout' where user_id = $1`, [userId])
  const { rows } = await server.kernel.pool.query('select sid from oidc_logout where user_id = $1 and client_id = $2', [userId, clientId])
  expect(rows).toEqual([{ sid: claims.sid }])
})
