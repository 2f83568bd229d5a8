import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { PUSH_SECRET } from '../../../../test/fakes/push-receiver.ts'
import { idCardOf, phoneOf } from '../../../../test/given.ts'
import { finished } from '../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())
afterEach(() => pushes.forget())

test('F12 10, D-56 a change is sent by one signed POST, without password, ID card or whole telephone number, and logged', async () => {
  const { server, receiver, query, openApp, pushesTo, logOf, rename, idle } = pushes
  const [n, orgId] = [server.given.next(), await server.given.org()]
  const id = await server.given.user({ org: orgId, phone: phoneOf(n), idCard: idCardOf(n), email: 'a@b.example' })
  const appId = await openApp()
  await rename(id, '改名的人')
  await expect.poll(() => pushesTo(appId, id).length).toBe(1)
  await idle(appId)
  expect(receiver.received).toHaveLength(1)
  const [pushed] = pushesTo(appId, id)
  expect([pushed!.isSigned, pushed!.isTimeSigned]).toEqual([true, true])
  expect(pushed!.headers['x-hufu-id']).toMatch(new RegExp(`^user-${id}-\\d+$`))
  expect(Number(pushed!.headers['x-hufu-time'])).toBeGreaterThan(1_700_000_000)
  const masked = `${phoneOf(n).slice(0, 3)}****${phoneOf(n).slice(-4)}`
  expect(JSON.parse(pushed!.body)).toEqual({
    objectType: 'user',
    operateType: 'update',
    data: {
      id, userName: expect.any(String), realName: '改名的人', phone: masked, email: 'a@b.example', gender: null, employeeNumber: null,
      originUserId: null, status: 1, validEndTime: null, orgId,
      jobs: [{ orgId, jobType: 1, rankId: null, positionalTitlesId: null, positionId: null, stationId: null }],
    },
  }) // prettier-ignore
  const [row] = await logOf({ appId })
  expect(row).toMatchObject({ objectType: 'user', operateType: 'update', objectId: id, name: '改名的人', result: 1, attempt: 1, appId })
  const detail = await server.admin.call(syncLog.byId, { query: { id: row!.id } })
  expect(detail).toMatchObject({ response: 'ok', message: '推送成功（HTTP 200）' })
  expect(JSON.parse(detail.request!)).toEqual(JSON.parse(pushed!.body))
  const stored = JSON.stringify([detail, await query('select * from push_link'), pushed!.body])
  for (const secret of [PUSH_SECRET, phoneOf(n), idCardOf(n)]) expect(stored).not.toContain(secret)
})

test('F12 10 ten edits within a second are sent by two posts at most, and the last state wins', async () => {
  const { server, openApp, pushesTo, rename, idle } = pushes
  const id = await server.given.user()
  const appId = await openApp()
  const begun = performance.now()
  for (let n = 0; n < 10; n++) await rename(id, `第${n}次`)
  const seconds = (performance.now() - begun) / 1000
  await expect.poll(() => pushesTo(appId, id).at(-1)?.data.realName).toBe('第9次')
  await idle(appId)
  expect(pushesTo(appId, id).length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
})

test('F12 10 a receiver that is down is tried three times, then logged as failed; a retry sends the present state', async () => {
  const { server, receiver, query, number, openApp, pushesTo, logOf, rename, letComeDue, idle } = pushes
  const id = await server.given.user()
  const appId = await openApp('user')
  receiver.behave(() => ({ status: 500, text: `no, ${PUSH_SECRET} 13912345678` }))
  await rename(id, '那时的名字')
  for (const tries of [1, 2]) {
    await expect.poll(() => number('select coalesce(max(tries), 0) as n from push_item where app_id = $1', [appId])).toBe(tries)
    const wait = await number('select extract(epoch from max(due_time) - now())::float8 as n from push_item where app_id = $1', [appId])
    expect(wait).toBeGreaterThan(tries === 1 ? 15 : 280)
    await letComeDue(appId)
  }
  await idle(appId)
  expect(pushesTo(appId, id)).toHaveLength(3)
  expect(new Set(pushesTo(appId, id).map(({ headers }) => headers['x-hufu-id'])).size).toBe(1)
  const [failed, ...others] = await logOf({ appId })
  expect(others).toEqual([])
  expect(failed).toMatchObject({ result: 0, message: '对方返回 HTTP 500' })
  expect((await server.admin.call(syncLog.byId, { query: { id: failed!.id } })).response).toBe('no, ****** 139****5678')
  expect(await server.admin.call(push.state, { query: { appId } })).toMatchObject({ failed: 1, queued: 0, lastFault: '对方返回 HTTP 500' })
  receiver.forget()
  await query('update users set real_name = $2 where id = $1', [id, '现在的名字'])
  await query('delete from change_due')
  const done = await finished(server.admin, await server.admin.call(syncLog.retry, { body: { ids: [failed!.id] } }))
  expect(done).toMatchObject({ status: 'FINISH', message: '推送完成，成功1条，失败0条', total: 1, progress: 1 })
  expect(pushesTo(appId, id)[0]!.data.realName).toBe('现在的名字')
  const [again] = await logOf({ appId, result: 1 })
  expect(again).toMatchObject({ retryOf: failed!.id, attempt: 2, name: '现在的名字' })
  expect(await server.admin.call(push.state, { query: { appId } })).toMatchObject({ failed: 0, told: { user: 1, org: 0 } })
  // F12 16
  await server.admin.refused('syncLogNotFailed', syncLog.retry, { body: { ids: [again!.id] } })
  await server.admin.refused('syncLogMissing', syncLog.retry, { body: { ids: ['nosuchrow'] } })
})

test('D-56 a permanent refusal is not retried; an unknown object is inserted, a known one updated, a missing one counts as deleted', async () => {
  const { server, receiver, openApp, pushesTo, logOf, rename, idle } = pushes
  const [wrong, unknown, linked, deleted] = await Promise.all([0, 1, 2, 3].map(() => server.given.user()))
  const appId = await openApp('user')
  receiver.behave(({ data, operateType }) => {
    if (data.id === wrong) return { status: 422, text: 'field missing' }
    if (data.id === unknown && operateType === 'update') return { status: 404 }
    if (data.id === deleted) return { status: 404 }
    return { status: 200 }
  })
  for (const id of [wrong, unknown, linked]) await rename(id!, '改了')
  await server.admin.call(user.remove, { body: { ids: [deleted] } })
  await idle(appId)
  const operates = (id: string | undefined) => pushesTo(appId, id).map(({ operateType }) => operateType)
  expect([wrong, unknown, linked, deleted].map(operates)).toEqual([['update'], ['update', 'insert'], ['update'], ['delete']])
  const log = await logOf({ appId })
  expect(Object.fromEntries(log.map(row => [row.objectId, [row.operateType, row.result]]))).toEqual({
    [wrong!]: ['update', 0], [unknown!]: ['insert', 1], [linked!]: ['update', 1], [deleted!]: ['delete', 1],
  }) // prettier-ignore
  const fresh = await server.given.user()
  receiver.behave(({ operateType }) => ({ status: operateType === 'insert' ? 409 : 200 }))
  await idle(appId)
  expect(operates(fresh)).toEqual(['insert', 'update'])
})

test('D-56 create, disable, delete and recover are sent as insert, update, delete and insert, to applications of that object type only', async () => {
  const { server, receiver, openApp, pushesTo, idle } = pushes
  const [both, people, orgs] = [await openApp('all'), await openApp('user'), await openApp('org')]
  const orgId = await server.given.org({ name: '新机构' })
  const id = await server.given.user({ org: orgId })
  const steps = [
    () => server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } }),
    () => server.admin.call(user.remove, { body: { ids: [id] } }),
    () => server.admin.call(user.recover, { query: { userId: id }, body: { orgId } }),
  ]
  for (const step of [async () => undefined, ...steps]) {
    await step()
    for (const appId of [both, people, orgs]) await idle(appId)
  }
  const ofUser = pushesTo(both, id)
  expect(ofUser.map(({ operateType, data }) => [operateType, data.status])).toEqual([['insert', 1], ['update', 0], ['delete', undefined], ['insert', 0]]) // prettier-ignore
  expect(ofUser[2]!.data).toEqual({ id, userName: ofUser[0]!.data.userName, employeeNumber: null, originUserId: null })
  expect(pushesTo(people, id)).toHaveLength(4)
  expect([pushesTo(people, orgId), pushesTo(orgs, id)]).toEqual([[], []])
  expect(pushesTo(orgs, orgId)[0]).toMatchObject({
    objectType: 'org',
    operateType: 'insert',
    data: { name: '新机构', parentId: '1', status: 1 },
  })
  // The organisation is pushed before its users.
  const order = receiver.received.filter(({ path }) => path === `/${both}`).map(({ data }) => data.id)
  expect(order.indexOf(orgId)).toBeLessThan(order.indexOf(id))
  await server.admin.call(org.update, { body: { id: orgId, name: '改名机构', code: `N${server.given.next()}` } })
  await idle(orgs)
  expect(pushesTo(orgs, orgId).at(-1)).toMatchObject({ operateType: 'update', data: { name: '改名机构' } })
})

test('D-56 changes of fields that are not sent cause no push: a password, a sign-in, an identical save', async () => {
  const { server, query, receiver, openApp, pushesTo, rename, idle } = pushes
  const id = await server.given.user()
  const appId = await openApp('user')
  await rename(id, '一次')
  await idle(appId)
  await server.admin.call(user.resetPassword, { body: { ids: [id], passwordType: 2, hasSendSms: false } })
  await server.as(id)
  await rename(id, '一次')
  // One transaction whose final state equals what was pushed already.
  await query(`update users set real_name = '二次' where id = '${id}'; update users set real_name = '一次' where id = '${id}'`)
  await idle(appId)
  expect(pushesTo(appId, id).map(({ data }) => data.realName)).toEqual(['一次'])
  expect(JSON.stringify(receiver.received)).not.toMatch(/password|\$argon|idCard/i)
})

test('D-56 Retry-After of an application is kept to the second; an application that answers 410 gets nothing more', async () => {
  const { server, receiver, query, number, openApp, pushesTo, logOf, rename, letComeDue } = pushes
  const id = await server.given.user()
  const appId = await openApp('user')
  receiver.behave(() => ({ status: 429, headers: { 'retry-after': '1800' } }))
  await rename(id, '等')
  const wait = () => number('select extract(epoch from wait_until - now())::float8 as n from push_target where app_id = $1', [appId])
  await expect.poll(wait).toBeGreaterThan(1700)
  expect(await wait()).toBeLessThanOrEqual(1800)
  expect(await query('select tries from push_item where app_id = $1', [appId])).toEqual([{ tries: 0 }])
  expect((await server.admin.call(push.state, { query: { appId } })).retryTime).not.toBeNull()
  expect(pushesTo(appId)).toHaveLength(1)
  receiver.behave(() => ({ status: 410 }))
  await query('update push_target set wait_until = now() where app_id = $1', [appId])
  await letComeDue(appId)
  await expect.poll(async () => (await server.admin.call(appSetting.get, { query: { appId } })).openPush).toBe(0)
  expect(await logOf({ appId })).toMatchObject([{ result: 0, message: '对方要求停止推送（HTTP 410），已关闭该应用的推送' }])
  await rename(id, '不再')
  await expect.poll(() => number('select count(*) as n from change_due')).toBe(0)
  expect(pushesTo(appId)).toHaveLength(2)
})
