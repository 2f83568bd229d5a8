import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '@hufu/contract/permission/admin'
import { apiClient } from '@hufu/contract/federation/api-client'
import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { role } from '@hufu/contract/permission/role'
import { self } from '@hufu/contract/sign-in/sign-in'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { user } from '@hufu/contract/directory/user'
import { newId, newToken } from '../../../platform/database/ids.ts'
import { client } from '../../../../test/api-clients.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { made } from '../../../../test/made.ts'
import { application, basic, Browser, configOf, post, signInTo } from '../../../../test/oidc.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const set = (id: string, what: string) => server.kernel.pool.query(`update api_client set ${what} where id = $1`, [id])
const last = async () => (await server.kernel.pool.query('select * from oper_log order by create_time desc, id desc limit 1')).rows[0] as Record<string, unknown> // prettier-ignore

test('a system makes the calls it was granted, by secret or by token, for all organisations', async () => {
  const one = await client(server, [user.page, org.save])
  const away = await server.given.org()
  await server.given.user({ org: away })
  for (const headers of [one.headers, await one.bearer(), await one.bearer(user.page, org.save)]) {
    expect((await server.nobody.call(user.page, { query: { orgId: away }, headers })).total).toBe(1)
    await server.nobody.call(org.save, { body: { parentId: '1', name: `由系统建${newId()}`, code: newId() }, headers })
    await server.nobody.refused('forbidden', user.byId, { query: { id: '1' }, headers })
    await server.nobody.refused('forbidden', self.current, { headers })
  }
})

test('a call for API clients is refused as forbidden without their credentials, also to a signed-in user', async () => {
  const signedIn = await server.as(await server.given.user())
  for (const caller of [server.nobody, signedIn, server.admin]) await caller.refused('forbidden', ticket.create, { body: { userId: '1' } })
})

test('a token has only the scopes that were requested and that the client holds', async () => {
  const one = await client(server, [user.page, userLabel.list])
  const headers = await one.bearer(user.page, org.page)
  await server.nobody.call(user.page, { headers })
  for (const call of [userLabel.list, org.page]) await server.nobody.refused('forbidden', call, { headers })
  // A call that is granted later is not in a token issued before.
  await one.give([user.page, userLabel.list, org.page])
  await server.nobody.refused('forbidden', org.page, { headers })
})

test('revoking a call, disabling an API or changing the addresses takes effect at the next call, by secret and by token', async () => {
  const taken: [string, (one: Awaited<ReturnType<typeof client>>) => Promise<unknown>][] = [
    ['the call', one => one.give([userLabel.list])],
    ['the API', () => server.kernel.pool.query(`update api_item set status = 0 where path = '/v3/user/page'`)],
    ['its being open', () => server.kernel.pool.query(`update api_item set openable = 0 where path = '/v3/user/page'`)],
    ['the address', one => server.admin.call(apiClient.update, { body: { id: one.id, name: one.name, ipWhitelist: ['10.9.9.9'] } })],
  ]
  for (const [what, take] of taken) {
    const one = await client(server, [user.page])
    const both = [one.headers, await one.bearer()]
    for (const headers of both) await server.nobody.call(user.page, { headers })
    await take(one)
    for (const headers of both) expect((await server.nobody.send(user.page, { headers })).envelope.code, what).toBe('4403')
    await server.kernel.pool.query(`update api_item set status = 1, openable = 1 where path = '/v3/user/page'`)
  }
})

test('D-28 a wrong secret and a client that is disabled, expired, deleted or at another address answer 4403; its token answers 401', async () => {
  const shut: ((id: string) => Promise<unknown>)[] = [
    id => server.admin.call(apiClient.setStatus, { query: { status: '0' }, body: { ids: [id] } }),
    id => set(id, `end_time = now() - interval '1 second'`),
    id => server.admin.call(apiClient.remove, { body: { ids: [id] } }),
  ]
  for (const shutting of shut) {
    const one = await client(server, [user.page])
    const token = await one.bearer()
    await shutting(one.id)
    await server.nobody.refused('forbidden', user.page, { headers: one.headers })
    const { status, headers } = await server.nobody.send(user.page, { headers: token })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    await server.nobody.refused('accessTokenWrong', user.page, { headers: token })
    expect((await one.askToken()).body.error).toBe('invalid_client')
  }
  const one = await client(server, [user.page])
  const wrong = [{ 'x-client-secret': newToken() }, { 'x-client-secret': '' }, { 'x-client-id': 'nobody' }, { 'x-client-id': one.id }]
  for (const headers of wrong) await server.nobody.refused('forbidden', user.page, { headers: { ...one.headers, ...headers } })
  await server.nobody.refused('forbidden', user.page, { headers: { 'x-client-id': one.clientId } })
  // A client that is disabled and enabled again does not get its former tokens back.
  const token = await one.bearer()
  await server.admin.call(apiClient.setStatus, { query: { status: '0' }, body: { ids: [one.id] } })
  await server.admin.call(apiClient.setStatus, { query: { status: '1' }, body: { ids: [one.id] } })
  await server.nobody.refused('accessTokenWrong', user.page, { headers: token })
})

test('a token that is expired, revoked, bound to a key or malformed opens nothing', async () => {
  const one = await client(server, [user.page])
  const config = await configOf(server, one.clientId, one.clientSecret)
  const late = await one.bearer()
  await server.kernel.pool.query(`update oidc_payload set expires_at = now() - interval '1 second' where payload ->> 'clientId' = $1`, [one.clientId]) // prettier-ignore
  const revoked = await one.bearer()
  await openid.tokenRevocation(config, revoked.authorization.slice(7))
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
  const bound = await openid.clientCredentialsGrant(config, {}, { DPoP })
  expect(bound.token_type).toBe('dpop')
  const wrong = [late.authorization, revoked.authorization, `Bearer ${bound.access_token}`, `Bearer ${newToken()}`, 'Bearer', 'Bearer ', `bearer ${'x'.repeat(30_000)}`] // prettier-ignore
  for (const authorization of wrong) {
    const { status, envelope } = await server.nobody.send(user.page, { headers: { authorization } })
    expect([status, envelope.code], authorization.slice(0, 40)).toEqual([401, 'invalid_credentials'])
  }
  for (const authorization of [
    `DPoP ${bound.access_token}`,
    `Basic ${Buffer.from(`${one.clientId}:${one.clientSecret}`).toString('base64')}`,
  ])
    await server.nobody.refused('signInAgain', user.page, { headers: { authorization } })
  await server.nobody.refused('forbidden', user.page, { headers: { ...one.headers, ...(await one.bearer()) } })
})

test('a token of a user or of an application does not open the API of the console', async () => {
  const userId = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId, roleId: 'super_admin' }).execute()
  const app = await application(server, userId)
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { tokens } = await signInTo(server, browser, app.config)
  const session = (await server.as(userId)).token!
  for (const token of [tokens.access_token, tokens.id_token!, tokens.refresh_token!, session])
    for (const call of [user.page, self.current, ticket.create] as AnyCall[])
      await server.nobody.refused('accessTokenWrong', call, { headers: { authorization: `Bearer ${token}` } })
  // The token or secret of an API client is no session, either.
  const one = await client(server, [user.page])
  const { authorization } = await one.bearer()
  await server.withToken(authorization.slice(7)).refused('signInAgain', user.page)
  await server.withToken(one.clientSecret).refused('signInAgain', user.page)
  await server.nobody.refused('signInAgain', user.page, { headers: { cookie: `idaas-link=${authorization.slice(7)}` } })
})

test('a client makes as many calls a minute as its limit allows, and no more', async () => {
  const limited = await startTestServer({ settings: { HUFU_RATE_LIMIT: '1' }, beside: server })
  const one = await client(server, [user.page], { limitPerMinute: 3 })
  for (let n = 0; n < 3; n++) await limited.nobody.call(user.page, { headers: one.headers })
  await limited.nobody.refused('tooOften', user.page, { headers: one.headers })
  await limited.nobody.refused('tooOften', user.page, { headers: await one.bearer() })
  const other = await client(server, [user.page])
  await limited.nobody.call(user.page, { headers: other.headers })
  await limited.close()
})

test('an API client ranks below every administrator, and changes no role', async () => {
  const one = await client(server, [user.update, user.setStatus, user.remove, user.removeJob, user.byId])
  const { headers } = one
  const ordinary = await server.given.user()
  const holders = [await server.given.user(), await server.given.user(), await server.given.user()] as const
  await server.given.role(holders[0], '/wel/index')
  await server.kernel.db.insertInto('userRole').values({ userId: holders[1], roleId: 'super_admin' }).execute()
  await server.given.gradeAdmin(holders[2], '1', 1, '/organiz/index')
  for (const id of [...holders, '1']) {
    await server.nobody.refused('higherUser', user.setStatus, { query: { status: '0' }, body: { ids: [ordinary, id] }, headers })
    await server.nobody.refused('higherUser', user.remove, { body: { orgId: '1', ids: [id] }, headers })
  }
  expect(await server.nobody.call(user.setStatus, { query: { status: '0' }, body: { ids: [ordinary] }, headers })).toBe(1)
  for (const call of Object.values({ ...role, ...admin }) as AnyCall[]) await server.nobody.refused('forbidden', call, { headers })
})

test('T28, D-72 audit and history name the system that made a call, also a refused one', async () => {
  const one = await client(server, [user.remove, org.save, org.remove, org.pageDeleted])
  const { headers } = one
  const { id } = made(await server.nobody.call(org.save, { body: { parentId: '1', name: '由系统建的部门', code: newId() }, headers }))
  const name = `${one.name}（API客户端）`
  const record = await last()
  expect(record).toMatchObject({
    user_id: one.id,
    user_name: name,
    session_id: '',
    module: 'org',
    operate_type: 'save',
    code: 'success',
    target: id,
  })
  const { rows } = await server.kernel.pool.query(
    `select user_id, trace_id from data_history where table_name = 'org' and record_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ user_id: one.id, trace_id: record.trace_id }])
  await server.nobody.refused('forbidden', userLabel.save, { body: { name: '不许' }, headers })
  expect(await last()).toMatchObject({ user_name: name, module: 'userLabel', code: '4403' })
  await server.nobody.call(org.remove, { body: { ids: [id] }, headers })
  const { records } = await server.nobody.call(org.pageDeleted, { query: { name: '由系统建的部门' }, headers })
  expect(records[0]).toMatchObject({ deleteBy: name })
})

test('T2, D-19 credentials of an API client are not accepted from a cookie or from another site', async () => {
  const one = await client(server, [org.save])
  const body = { parentId: '1', name: '外站', code: newId() }
  await server.nobody.refused('foreignSite', org.save, { body, headers: { ...one.headers, origin: 'https://evil.example' } })
  await server.nobody.refused('foreignSite', org.save, { body, headers: { ...(await one.bearer()), 'sec-fetch-site': 'cross-site' } })
  const cookie = Object.entries(one.headers).map(([key, value]) => `${key}=${value}`).join('; ') // prettier-ignore
  await server.nobody.refused('signInAgain', org.save, { body, headers: { cookie } })
})

test('N-05 phones and ID numbers are returned masked to every system, also to one that may edit users', async () => {
  const id = await server.given.user({ phone: '13800138000' })
  for (const { headers } of [await client(server, [user.byId]), await client(server, [user.byId, user.update])])
    expect((await server.nobody.call(user.byId, { query: { id }, headers })).phone).toBe('138****8000')
  const editor = await client(server, [user.byId, user.update])
  const record = await server.nobody.call(user.byId, { query: { id }, headers: editor.headers })
  await server.nobody.call(user.update, { body: { ...record, realName: '由系统改' } as never, headers: editor.headers })
  const reveal = { body: { id, field: 'phone' as const, reason: '核对' } }
  expect(await server.admin.call(user.reveal, reveal)).toEqual({ value: '13800138000' })
  await server.nobody.refused('forbidden', user.reveal, { ...reveal, headers: editor.headers })
})

test('bad input: a header of a megabyte answers 431, a scope of a megabyte a protocol error', async () => {
  const one = await client(server, [user.page])
  const big = 'x'.repeat(1024 * 1024)
  for (const headers of [{ ...one.headers, 'x-client-secret': big }, { authorization: `Bearer ${big}` }]) {
    const answer = await server.nobody.send(user.page, { headers }).catch((error: Error) => error)
    expect(answer instanceof Error ? 431 : answer.status).toBe(431)
  }
  const { status, body } = await post(server, '/token', { grant_type: 'client_credentials', scope: big }, basic(one.clientId, one.clientSecret)) // prettier-ignore
  expect(status).toBeGreaterThanOrEqual(400)
  expect([status < 500, typeof body.error]).toEqual([true, 'string'])
})

test('introspection returns the calls a client is granted now, including those an administrator added', async () => {
  await server.kernel.pool.query(
    `insert into api_item (id, group_name, name, method, path, openable) values ('report', '报表', '查询报表', 'GET', '/reports', 1)`,
  )
  const one = await client(server, [user.page, { method: 'GET', path: '/reports' } as AnyCall])
  const { body } = await one.askToken()
  expect(body.scope).toBe('GET:/reports GET:/v3/user/page')
  const app = await application(server)
  const introspected = async () =>
    (await post(server, '/token/introspection', { token: String(body.access_token) }, basic(app.clientId))).body
  expect(await introspected()).toMatchObject({ active: true, client_id: one.clientId, scope: 'GET:/reports GET:/v3/user/page' })
  await one.give([{ method: 'GET', path: '/reports' } as AnyCall])
  expect(await introspected()).toMatchObject({ active: true, scope: 'GET:/reports' })
  await server.kernel.pool.query(`delete from api_item where id = 'report'`)
  expect((await introspected()).scope).toBeUndefined()
  expect(await server.admin.call(apiClient.api, { query: { id: one.id } })).toEqual([])
})

test('X-APIMANAGE-07 a disabled call is refused to everybody except super administrators', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/user-label')
  const they = await server.as(id)
  await they.call(userLabel.page)
  await server.kernel.pool.query(`update api_item set status = 0 where path = '/v3/userLabel/page'`)
  await server.kernel.config.refresh()
  await they.refused('forbidden', userLabel.page)
  await server.admin.call(userLabel.page)
  await server.kernel.pool.query(`update api_item set status = 1 where path = '/v3/userLabel/page'`)
  await server.kernel.config.refresh()
  await they.call(userLabel.page)
})

test('R17 a system is refused every call it was not granted, and every call that cannot be granted to systems', async () => {
  const [bare, full] = [await client(server, []), await client(server, [...clientCalls.values()])]
  const token = await bare.bearer()
  const wrong: string[] = []
  for (const call of Object.values(allCalls).flatMap(group => Object.values(group))) {
    if (call.permit === 'anyone') continue
    for (const headers of [bare.headers, token]) {
      const { envelope } = await server.nobody.send(call, { headers })
      if (envelope.code !== '4403') wrong.push(`${call.method} ${call.path} ${envelope.code}`)
    }
    // Even a row in the table does not allow a client a call that cannot be granted to clients.
    if (clientCalls.get(`${call.method} ${call.path}`)) continue
    await server.kernel.pool.query(`update api_item set openable = 1 where call = $1`, [`${call.method} ${call.path}`])
    await server.kernel.pool.query(`insert into api_client_call (client_id, call) values ($1, $2)`, [
      full.id,
      `${call.method} ${call.path}`,
    ])
    const { envelope } = await server.nobody.send(call, { headers: full.headers })
    if (envelope.code !== '4403') wrong.push(`given by mistake: ${call.method} ${call.path} ${envelope.code}`)
  }
  expect(wrong).toEqual([])
})
