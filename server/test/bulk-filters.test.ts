import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const shapeOf = (schema: unknown): object => (schema && typeof schema === 'object' && 'shape' in schema ? (schema.shape as object) : {})
const all: AnyCall[] = Object.values(allCalls).flatMap(noun => Object.values(noun))
const namesFilters = (schema: unknown) => 'query' in shapeOf(schema) || 'queryStr' in shapeOf(schema)
const bulkActs = all.filter(call => call.changes && namesFilters(call.body))
const everyReader = all.filter(call => namesFilters(call.body) || namesFilters(call.query))

/** A valid request of each call that takes filters, without the filters. */
const requests = (orgId: string, otherOrgId: string, appId = ''): Record<string, { query?: object; body: object; text?: true }> => ({
  '/v3/user/transferMainJob': { body: { oldOrgId: orgId, newOrgId: otherOrgId } },
  '/v3/user/delete': { body: { orgId, ids: [] } },
  '/v3/user/updateStatus': { query: { status: '0' }, body: { ids: [] } },
  '/v3/user/restPassword': { body: { passwordType: 2, hasSendSms: false } },
  '/v3/user/deleteJobType': { body: { jobType: 2, orgId }, text: true },
  '/v3/user/pushUser': { body: { appIds: [appId] } },
  '/v3/user/deleteJobTypePage': { body: { jobType: 2, orgId }, text: true },
})
/** Those of the query parameters that the call has. */
const own = (call: AnyCall, query: object) => Object.fromEntries(Object.entries(query).filter(([name]) => name in shapeOf(call.query)))
const aimed = (request: { query?: object; body: object; text?: true }, filter: object, more: object = {}) => ({
  ...(request.query && { query: request.query }),
  body: { ...request.body, ...(request.text ? { queryStr: JSON.stringify(filter) } : { query: filter }), ...more },
})

/** An application that users can be pushed to. */
async function pushedApp(): Promise<string> {
  const appId = await server.given.app()
  const pushed = { openPush: 1, pushUrl: 'http://192.168.0.9/push', pushObject: 'user', pushSecret: 'sixteen-characters-of-it' } as const
  await server.admin.call(appSetting.update, { body: { appId, tokenSeconds: 3600, singleLogout: 1, ...pushed } })
  return appId
}

test('N-09 every bulk act by filters has the parameter expected, and is listed in this test', () => {
  expect(bulkActs.filter(call => !('expected' in shapeOf(call.body))).map(call => call.path)).toEqual([])
  const tested = Object.keys(requests('1', '1'))
  expect(
    everyReader
      .filter(call => call.method === 'POST')
      .map(call => call.path)
      .sort(),
  ).toEqual(tested.sort())
})

test('N-09, D-08 every call with filters refuses an unknown filter by name', async () => {
  const [orgId, other] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org: orgId })
  const appId = await pushedApp()
  for (const call of everyReader) {
    const filter = { orgId, userNmae: 'x' }
    const request = requests(orgId, other, appId)[call.path]
    const input = request
      ? aimed(request, filter, call.changes ? { expected: 1 } : {})
      : { query: own(call, { uuid: crypto.randomUUID(), query: JSON.stringify(filter), rangeType: '4', orgId, appId, targetType: 'user' }) }
    const { envelope } = await server.admin.send(call, input)
    expect(envelope, call.path).toMatchObject({ code: 'global_prompt', data: { field: expect.stringMatching(/^(userNmae|orgId)$/) } })
  }
  expect((await server.admin.send(user.remove, aimed({ body: { orgId } }, { userNmae: 'x' }))).envelope).toMatchObject({
    message: '查询条件中没有“userNmae”这一项，请检查名称',
    data: { field: 'userNmae', reason: '未知字段' },
  })
  expect((await server.admin.call(user.page, { query: { orgId } })).records.map(row => row.id)).toEqual([id])
})

test('N-09 a bulk act by filters without the expected number, or with a different one, is refused and changes nothing', async () => {
  const [orgId, other] = [await server.given.org(), await server.given.org()]
  for (const realName of ['同一', '同二', '留三']) await server.given.user({ org: orgId, realName })
  const filter = { orgId, realName: '同' }
  const before = await server.admin.call(user.page, { query: { orgId } })
  const appId = await pushedApp()
  for (const call of bulkActs) {
    const request = requests(orgId, other, appId)[call.path]!
    const missing = await server.admin.refused('expectedMissing', call, aimed(request, filter))
    expect(missing.message, call.path).toContain('涉及2人')
    expect(missing.data, call.path).toEqual({ field: 'expected', count: 2 })
    const differing = await server.admin.refused('expectedDiffers', call, aimed(request, filter, { expected: 3 }))
    expect(differing.data, call.path).toEqual({ field: 'expected', count: 2, expected: 3 })
  }
  expect(await server.admin.call(user.page, { query: { orgId } })).toEqual(before)
  const gone = await server.admin.call(user.remove, aimed({ body: { orgId } }, filter, { expected: 2 }))
  expect(gone).toBe(2)
})

test('N-09 a bulk act affects as many users as the list shows; a user with several jobs counts once', async () => {
  const top = await server.given.org()
  const sub = await server.given.org({ parentId: top })
  for (let n = 0; n < 3; n++) await server.given.user({ org: top, others: [sub] })
  const filter = { orgId: top, hasIncludeChild: true, current: 1, size: 10, orderBy: 'userName', asc: true }
  const { total } = await server.admin.call(user.page, { query: filter })
  expect(await server.admin.call(user.setStatus, { query: { status: '0' }, body: { query: filter, expected: total } })).toBe(3)
})

test('N-09 an expected number beside ids is checked as well', async () => {
  const id = await server.given.user()
  await server.admin.refused('expectedDiffers', user.remove, { body: { ids: [id], expected: 2 } })
  expect(await server.admin.call(user.remove, { body: { ids: [id], expected: 1 } })).toBe(1)
})
