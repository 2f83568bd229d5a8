import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '@hufu/contract/federation/api-client'
import { allCalls } from '@hufu/contract/calls'
import type { AnyCall } from '@hufu/contract/call'
import { scimCalls } from '@hufu/contract/federation/scim'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import { segregatedRolesOf } from '@hufu/contract/permission/separation'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { user } from '@hufu/contract/directory/user'
import { userLabel } from '@hufu/contract/directory/label'
import { newToken } from '../../../platform/database/ids.ts'
import { client } from '../../../../test/api-clients.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { addOwnItems } from '../api-item/api-item.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const all = Object.values(allCalls).flatMap(group => Object.values(group)) as AnyCall[]
const idsOf = async (...calls: AnyCall[]) => {
  const items = await server.admin.call(apiClient.listApi)
  return calls.map(({ method, path }) => items.find(item => item.method === method && item.path === path)!.id)
}
const withPage = async (...grants: string[]) => {
  const id = await server.given.user()
  await server.given.role(id, '/authorize/api-auth#*', ...grants)
  return server.as(id)
}

test('ENT-08, X-APIAUTH-03 adding a client shows its secret once; X-APIAUTH-01, X-APIAUTH-02 the list shows it masked', async () => {
  const draft = { name: '人事系统', ipWhitelist: ['10.0.0.0/8'], endTime: '2099-01-01 00:00:00', limitPerMinute: 60, remark: '每日同步' }
  const { id, clientId, clientSecret } = await server.admin.call(apiClient.save, { body: draft })
  expect(clientSecret).toMatch(/^[\w-]{43}$/)
  const { records } = await server.admin.call(apiClient.page, { query: { name: '人事', clientId: clientId.slice(3, 12), status: 1 } })
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({ id, clientId, clientSecret: '******', ...draft, status: 1, callCount: 0, lastTime: null })
  const found = await server.admin.call(apiClient.byId, { query: { id } })
  expect(found).toMatchObject({ clientSecret: '******', secrets: [{ endTime: null }] })
  expect(found.secretTime).toBe(found.secrets[0]!.createTime)
  expect(JSON.stringify([records, found])).not.toContain(clientSecret)
  const { rows } = await server.kernel.pool.query(
    `select to_jsonb(t) as row from data_history t union all select to_jsonb(t) from oper_log t union all select to_jsonb(t) from client_secret t`,
  )
  expect(JSON.stringify(rows)).not.toContain(clientSecret)
})

test('X-APIAUTH-04, X-APIAUTH-07 an API client can be changed; a stale change, a taken name and an invalid address rule are refused', async () => {
  const [one, two] = [await client(server, []), await client(server, [])]
  const { version } = await server.admin.call(apiClient.byId, { query: { id: one.id } })
  const body = { id: one.id, name: `${one.name}改`, ipWhitelist: ['::1', '192.168.0.1-192.168.0.9'], endTime: '', limitPerMinute: null }
  await server.admin.call(apiClient.update, { body: { ...body, version } })
  expect(await server.admin.call(apiClient.byId, { query: { id: one.id } })).toMatchObject({ ...body, endTime: null, version: version + 1 })
  await server.admin.refused('stale', apiClient.update, { body: { ...body, version } })
  expect(await server.admin.call(apiClient.nameTaken, { query: { name: two.name } })).toBe(true)
  expect(await server.admin.call(apiClient.nameTaken, { query: { name: two.name, id: two.id } })).toBe(false)
  await server.admin.refused('apiClientNameTaken', apiClient.update, { body: { id: one.id, name: two.name } })
  await server.admin.refused('apiClientNameTaken', apiClient.save, { body: { name: two.name } })
  await server.admin.refused('apiClientMissing', apiClient.update, { body: { id: 'nobody', name: '无' } })
  await server.admin.refused('ipRuleProblem', apiClient.save, { body: { name: '地址不对', ipWhitelist: ['10.0.0.1', '300.1.1.1'] } })
  for (const limitPerMinute of [0, -1, 1.5, 100_001])
    expect((await server.admin.send(apiClient.save, { body: { name: '限流不对', limitPerMinute } })).envelope.message).toContain(
      '每分钟次数',
    )
})

test('X-APIAUTH-05, X-APIAUTH-06 API clients are disabled, enabled and deleted in batches; an unknown id refuses the whole deletion', async () => {
  const [one, two] = [await client(server, [user.page]), await client(server, [])]
  const ids = [one.id, two.id]
  expect(await server.admin.call(apiClient.setStatus, { query: { status: '0' }, body: { ids } })).toBe(2)
  expect(await server.admin.call(apiClient.setStatus, { query: { status: '0' }, body: { ids } })).toBe(0)
  await server.nobody.refused('forbidden', user.page, { headers: one.headers })
  expect(await server.admin.call(apiClient.setStatus, { query: { status: '1' }, body: { ids } })).toBe(2)
  await server.nobody.call(user.page, { headers: one.headers })
  await server.admin.refused('apiClientMissing', apiClient.remove, { body: { ids: [...ids, 'nobody'] } })
  expect(await server.admin.call(apiClient.remove, { body: { ids } })).toBe(2)
  await server.admin.refused('apiClientMissing', apiClient.byId, { query: { id: one.id } })
  await server.admin.refused('nothingChosen', apiClient.remove, { body: { ids: [] } })
})

test('X-APIAUTH-08 a new secret is valid beside the former one for a day; endFormer ends the former one and its tokens at once', async () => {
  const one = await client(server, [user.page])
  const token = await one.bearer()
  const { clientSecret: second } = await server.admin.call(apiClient.resetSecret, { query: { id: one.id } })
  const { secrets } = await server.admin.call(apiClient.byId, { query: { id: one.id } })
  expect(secrets.map(each => each.endTime === null)).toEqual([true, false])
  for (const secret of [one.clientSecret, second])
    await server.nobody.call(user.page, { headers: { ...one.headers, 'x-client-secret': secret } })
  await server.nobody.call(user.page, { headers: token })
  const { clientSecret: third } = await server.admin.call(apiClient.resetSecret, { query: { id: one.id }, body: { endFormer: true } })
  for (const secret of [one.clientSecret, second])
    await server.nobody.refused('forbidden', user.page, { headers: { ...one.headers, 'x-client-secret': secret } })
  await server.nobody.refused('accessTokenWrong', user.page, { headers: token })
  await server.nobody.call(user.page, { headers: { ...one.headers, 'x-client-secret': third } })
})

test('a token does not outlive the secret it was issued for', async () => {
  const one = await client(server, [user.page])
  await server.admin.call(apiClient.resetSecret, { query: { id: one.id } })
  await server.kernel.pool.query(
    `update client_secret set end_time = now() + interval '30 seconds' where api_client_id = $1 and end_time is not null`,
    [one.id],
  )
  const { body } = await one.askToken()
  expect(Number(body.expires_in)).toBeLessThanOrEqual(30)
})

test('X-APIAUTH-09, X-APIAUTH-10, X-APIAUTH-11 the calls granted to a client are replaced as a whole', async () => {
  const one = await client(server, [])
  const items = await server.admin.call(apiClient.listApi)
  expect(items.find(item => item.path === '/v3/user/page')).toMatchObject({
    groupName: '用户',
    method: 'GET',
    name: '分页查询',
    isBeyond: false,
  })
  const [page, save, make] = (await idsOf(user.page, user.save, ticket.create)) as [string, string, string]
  const grantedCalls = async () => (await server.admin.call(apiClient.api, { query: { id: one.id } })).sort()
  expect(await server.admin.call(apiClient.saveApi, { body: { id: one.id, apiIds: [page, save, page] } })).toBe(2)
  expect(await grantedCalls()).toEqual([page, save].sort())
  expect(await server.admin.call(apiClient.saveApi, { body: { id: one.id, apiIds: [make] } })).toBe(1)
  expect(await grantedCalls()).toEqual([make])
  await server.admin.refused('apiItemMissing', apiClient.saveApi, { body: { id: one.id, apiIds: ['nothing'] } })
  const closed = await server.kernel.db.selectFrom('apiItem').select('id').where('path', '=', '/v3/user/reveal').executeTakeFirstOrThrow()
  await server.admin.refused('apiItemMissing', apiClient.saveApi, { body: { id: one.id, apiIds: [closed.id] } })
  const { version } = await server.admin.call(apiClient.byId, { query: { id: one.id } })
  await server.admin.refused('stale', apiClient.saveApi, { body: { id: one.id, apiIds: [], version: version - 1 } })
  expect(await server.admin.call(apiClient.saveApi, { body: { id: one.id, apiIds: [], version } })).toBe(0)
})

test('listUse shows when and from which address a client last made each granted call', async () => {
  const one = await client(server, [user.page, userLabel.list])
  await server.nobody.call(user.page, { headers: one.headers })
  const [use, ...others] = await server.admin.call(apiClient.listUse, { query: { id: one.id } })
  expect([use, others]).toEqual([{ apiId: (await idsOf(user.page))[0], lastTime: expect.any(String), lastIp: '127.0.0.1' }, []])
  expect(await server.admin.call(apiClient.byId, { query: { id: one.id } })).toMatchObject({ lastTime: use!.lastTime, lastIp: '127.0.0.1' })
})

test('callers neither grant a client calls beyond their own rights nor reset its secret; only super administrators grant createTicket', async () => {
  const clerk = await withPage('/organiz/user-label')
  const items = await clerk.call(apiClient.listApi)
  expect(items.find(item => item.path === '/v3/userLabel/page')!.isBeyond).toBe(false)
  expect(items.find(item => item.path === '/v3/user/page')!.isBeyond).toBe(true)
  expect(items.find(item => item.path === '/common/createTicket')!.isBeyond).toBe(true)
  const { id } = await clerk.call(apiClient.save, { body: { name: '标签系统' } })
  const [label, page, make] = (await idsOf(userLabel.page, user.page, ticket.create)) as [string, string, string]
  await clerk.call(apiClient.saveApi, { body: { id, apiIds: [label] } })
  for (const beyond of [page, make]) await clerk.refused('apiBeyondOwn', apiClient.saveApi, { body: { id, apiIds: [label, beyond] } })
  await clerk.call(apiClient.resetSecret, { query: { id } })
  const other = await client(server, [user.page, userLabel.page])
  await clerk.refused('clientBeyondOwn', apiClient.resetSecret, { query: { id: other.id } })
  // Calls the client already has may be kept or removed.
  await clerk.call(apiClient.saveApi, { body: { id: other.id, apiIds: [page, label] } })
  await clerk.call(apiClient.saveApi, { body: { id: other.id, apiIds: [label] } })
})

test('a user without the page is refused every call of it', async () => {
  const stranger = await server.as(await server.given.user())
  for (const call of Object.values(apiClient) as AnyCall[]) await stranger.refused('forbidden', call)
})

test('every call of the server is listed as an API once, and only calls that make sense for a system can be granted', async () => {
  expect(await addOwnItems(server.kernel.db)).toBe(0)
  const { rows } = await server.kernel.pool.query<{ call: string; openable: number }>(
    'select call, openable from api_item where built_in = 1',
  )
  expect(rows.map(row => row.call).sort()).toEqual(
    [...all, ...Object.values(scimCalls)].map(({ method, path }) => `${method} ${path}`).sort(),
  )
  expect(rows.filter(row => row.openable === 1).map(row => row.call).sort()).toEqual([...clientCalls.keys()].sort()) // prettier-ignore
  for (const call of clientCalls.values()) {
    expect(['anyone', 'signedIn', 'superAdmin'], call.path).not.toContain(call.permit)
    expect([call.transport, call.path]).toEqual(['json', call.path])
    // While duties are separated, a client has calls of the system administrator only, so none may belong to the security role.
    expect(segregatedRolesOf(call.permit), call.path).not.toContain('security')
  }
})

test('bad input: invalid names and ids are refused, an invalid status is no server error', async () => {
  for (const name of ['', '   ', '<b>系统</b>', 'x'.repeat(51)])
    expect((await server.admin.send(apiClient.save, { body: { name } })).envelope.code).not.toBe('success')
  const { id } = await client(server, [])
  for (const query of [{ status: '2' }, {}])
    expect((await server.admin.send(apiClient.setStatus, { query, body: { ids: [id] } })).status).toBe(200)
  for (const query of [{ id: "' or 1=1 --" }, { id: newToken() }, {}])
    expect((await server.admin.send(apiClient.resetSecret, { query })).envelope.code).not.toBe('success')
})
