import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '@hufu/contract/federation/api-client'
import { apiItem } from '@hufu/contract/federation/api-item'
import { user } from '@hufu/contract/directory/user'
import { config } from '@hufu/contract/operations/config'
import { factor } from '@hufu/contract/credentials/factor'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { menus } from '@hufu/contract/permission/menu'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { totp } from '@hufu/contract/credentials/totp'
import type { AnyCall } from '@hufu/contract/call'
import { client } from '../../../../test/api-clients.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const find = async (call: Pick<AnyCall, 'method' | 'path'>) => {
  const { records } = await server.admin.call(apiItem.page, { query: { path: call.path, method: call.method, size: 100 } })
  return records.find(row => row.path === call.path)!
}
let serial = 0
const own = (more = {}) => ({ groupName: '报表', name: `报表${++serial}`, method: 'GET', path: `/reports/${serial}`, openable: 1, ...more })
const close = (ids: string[], status = 0) => server.admin.call(apiItem.setStatus, { query: { status }, body: { ids } })

test('X-APIMANAGE-01 to X-APIMANAGE-03 every call of the server is listed by group, with method, path and state', async () => {
  const item = await find(user.page)
  expect(item).toMatchObject({ method: 'GET', path: '/v3/user/page', groupName: '用户', openable: 1, status: 1, builtIn: 1, isMissing: false, isClosable: true }) // prettier-ignore
  expect(await server.admin.call(apiItem.byId, { query: { id: item.id } })).toEqual(item)
  await server.admin.refused('apiMissing', apiItem.byId, { query: { id: 'nowhere' } })
  expect(await server.admin.call(apiItem.groups)).toEqual(expect.arrayContaining(['用户', '机构', '登录']))
  const { records } = await server.admin.call(apiItem.page, { query: { groupName: '用户', size: 500 } })
  expect(new Set(records.map(row => row.groupName))).toEqual(new Set(['用户']))
})

test('X-APIMANAGE-04 to X-APIMANAGE-06, X-APIMANAGE-08 calls are added, changed and deleted, with a unique method and path; built-in ones keep their path and are not deleted', async () => {
  const draft = own()
  const { id } = await server.admin.call(apiItem.save, { body: draft })
  expect((await server.admin.refused('apiItemPathTaken', apiItem.save, { body: draft })).message).toBe('接口已存在')
  const { method, path } = draft
  expect(await server.admin.call(apiItem.pathTaken, { query: { method, path } })).toBe(true)
  expect(await server.admin.call(apiItem.pathTaken, { query: { method, path, id } })).toBe(false)
  for (const wrong of ['reports', '/a?b=1', `/${'x'.repeat(200)}`, '/a b'])
    await server.admin.refused('parameterProblem', apiItem.save, { body: own({ path: wrong }) })
  await server.admin.call(apiItem.update, { body: { id, ...draft, name: '改名', version: 1 } })
  await server.admin.refused('stale', apiItem.update, { body: { id, ...draft, version: 1 } })
  expect(await find(draft as Pick<AnyCall, 'method' | 'path'>)).toMatchObject({ name: '改名', builtIn: 0 })
  const item = await find(config.page)
  const { groupName, name } = item
  const edit = { id: item.id, groupName, name, method: item.method, path: item.path, openable: 0 }
  await server.admin.call(apiItem.update, { body: { ...edit, remark: '只读' } })
  await server.admin.refused('apiFixed', apiItem.update, { body: { ...edit, path: '/elsewhere' } })
  await server.admin.refused('apiNotOpenable', apiItem.update, { body: { ...edit, openable: 1 } })
  await server.admin.refused('apiBuiltIn', apiItem.remove, { body: { ids: [id, item.id] } })
  expect(await server.admin.call(apiItem.remove, { body: { ids: [id] } })).toBe(1)
})

test('X-APIMANAGE-06 an added call that clients hold is not deleted; the refusal says how many hold it', async () => {
  const draft = own()
  const { id } = await server.admin.call(apiItem.save, { body: draft })
  const holder = await client(server, [])
  await server.admin.call(apiClient.saveApi, { body: { id: holder.id, apiIds: [id] } })
  const item = await server.admin.call(apiItem.byId, { query: { id } })
  expect(item.holderCount).toBe(1)
  expect(await server.admin.refused('apiHeld', apiItem.remove, { body: { ids: [id] } })).toMatchObject({ data: { count: 1 } })
})

test('X-APIMANAGE-07 a disabled call answers 4403 to all but super administrators, on every node within a second', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index')
  const other = await startTestServer({ beside: server })
  try {
    const [here, there] = [await server.as(id), await other.as(id)]
    await Promise.all([here.call(user.page), there.call(user.page)])
    const item = await find(user.page)
    expect(await close([item.id])).toBe(1)
    await here.refused('forbidden', user.page)
    await expect.poll(async () => (await there.send(user.page)).envelope.code).toBe('4403')
    await server.admin.call(user.page)
    await close([item.id], 1)
    await here.call(user.page)
    await expect.poll(async () => (await there.send(user.page)).envelope.code).toBe('success')
  } finally {
    await other.close()
  }
})

test('X-APIMANAGE-07 calls needed to sign in and to use this page cannot be disabled, so that nobody is locked out', async () => {
  const never = [
    signIn.login, signIn.captcha, signIn.logout, self.current, self.isAdmin, menus.mine, config.global, config.public, factor.stepUp,
    totp.begin, accountSessions.list, apiItem.setStatus, apiItem.page,
  ] as AnyCall[] // prettier-ignore
  for (const call of never) {
    const { id, isClosable } = await find(call)
    expect([call.path, isClosable]).toEqual([call.path, false])
    const answer = await server.admin.refused('apiNeverClosed', apiItem.setStatus, { query: { status: 0 }, body: { ids: [id] } })
    expect(answer.message).toBe('该接口不能停用')
  }
})

test('X-APIMANAGE-09 refresh adds missing calls once; calls the server no longer has are marked and can be deleted', async () => {
  await server.kernel.pool.query(`delete from api_item where path = '/v3/user/pick' or path = '/v3/dict/refresh'`)
  await server.kernel.pool.query(`insert into api_item (id, group_name, name, method, path, built_in)
    values ('gone', '旧接口', '旧接口', 'GET', '/v3/old/page', 1)`)
  const first = await server.admin.call(apiItem.refresh)
  expect(first.added).toBeGreaterThan(0)
  expect(first.missing).toBe(1)
  expect(await server.admin.call(apiItem.refresh)).toEqual({ ...first, added: 0 })
  expect(await server.admin.call(apiItem.byId, { query: { id: 'gone' } })).toMatchObject({ isMissing: true })
  expect(await server.admin.call(apiItem.remove, { body: { ids: ['gone'] } })).toBe(1)
})
