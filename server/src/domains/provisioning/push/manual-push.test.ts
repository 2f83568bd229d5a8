import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { task } from '@hufu/contract/task'
import { finished } from '../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())
afterEach(() => pushes.forget())

test('USER-38 users pushed by hand are sent to each application at once, with one log row per user and application', async () => {
  const { server, openApp, pushesTo, logOf } = pushes
  const userIds = [await server.given.user(), await server.given.user(), await server.given.user()]
  const appIds = [await openApp('user'), await openApp('all')]
  const done = await finished(server.admin, await server.admin.call(push.users, { body: { userIds, appIds } }))
  expect(done).toMatchObject({ status: 'FINISH', message: '推送完成，成功6条，失败0条', total: 6, progress: 6, percentage: 100 })
  for (const appId of appIds) {
    expect(pushesTo(appId).map(({ data }) => data.id)).toEqual(expect.arrayContaining(userIds))
    expect(pushesTo(appId)).toHaveLength(3)
  }
  const log = await logOf({ runId: done.taskId })
  expect(new Set(log.map(({ appId, objectId }) => `${appId} ${objectId}`)).size).toBe(6)
  expect(log).toHaveLength(6)
  // Pushes again, though nothing has changed.
  expect((await finished(server.admin, await server.admin.call(push.users, { body: { userIds, appIds } }))).message).toBe('推送完成，成功6条，失败0条') // prettier-ignore
  expect(pushesTo(appIds[0]!)).toHaveLength(6)
})

test('USER-38, N-09 a push by filters needs the number of users found; a wrong number, an unknown filter and an empty choice are refused', async () => {
  const { server, openApp, pushesTo } = pushes
  const [orgId, appId] = [await server.given.org(), await openApp('user')]
  const ids = [await server.given.user({ org: orgId }), await server.given.user({ org: orgId })]
  const appIds = [appId]
  const query = { orgId, hasIncludeChild: true }
  await server.admin.refused('expectedMissing', push.users, { body: { appIds, query } })
  await server.admin.refused('expectedDiffers', push.users, { body: { appIds, query, expected: 3 } })
  await server.admin.refused('filterUnknown', push.users, { body: { appIds, query: { orgID: orgId }, expected: 2 } })
  await server.admin.refused('nothingChosen', push.users, { body: { appIds, userIds: [] } })
  await finished(server.admin, await server.admin.call(push.users, { body: { appIds, query, expected: 2 } }))
  expect(new Set(pushesTo(appId).map(({ data }) => data.id))).toEqual(new Set(ids))
})

test('F12 11, USER-38, X-ORG-30 an application without push, for other objects or unknown is refused by name', async () => {
  const { server, openApp, query } = pushes
  const [orgs, people, closed] = [await openApp('org'), await openApp('user'), await server.given.app()]
  const userIds = [await server.given.user()]
  const nameOf = async (id: string) => (await query<{ name: string }>('select name from app where id = $1', [id]))[0]!.name
  const pushTo = async (...appIds: string[]) => (await server.admin.send(push.users, { body: { userIds, appIds } })).envelope.message
  expect(await pushTo(people, closed)).toBe(`应用「${await nameOf(closed)}」未开启推送`)
  expect(await pushTo(orgs)).toBe(`应用「${await nameOf(orgs)}」未开启推送：其推送对象不含用户`)
  expect((await server.admin.send(push.orgs, { body: { orgIds: ['1'], appIds: [people] } })).envelope.message).toBe(
    `应用「${await nameOf(people)}」未开启推送：其推送对象不含机构`,
  )
  await server.admin.refused('appMissing', push.users, { body: { userIds, appIds: ['nosuchapp'] } })
  const offered = async (objectType: string) => (await server.admin.call(push.listApp, { query: { objectType } })).map(({ id }) => id)
  expect([await offered('user'), await offered('org')]).toEqual([[people], [orgs]])
})

test('F12 11, X-ORG-30, X-ORG-31, USER-45 a delegated administrator pushes only users and organisations of their branch', async () => {
  const { server, openApp, pushesTo } = pushes
  const [branch, elsewhere] = [await server.given.org(), await server.given.org()]
  const below = await server.given.org({ parentId: branch })
  const boss = await server.given.user({ org: branch })
  await server.given.gradeAdmin(boss, branch, 1, '/organiz/index', '/organiz/org-list')
  const delegate = await server.as(boss)
  const [mine, foreign, gone, goneElsewhere] = [
    await server.given.user({ org: below }),
    await server.given.user({ org: elsewhere }),
    await server.given.user({ org: below }),
    await server.given.user({ org: elsewhere }),
  ]
  await server.admin.call(user.remove, { body: { ids: [gone, goneElsewhere] } })
  const appId = await openApp('all')
  const appIds = [appId]
  await delegate.refused('userMissing', push.users, { body: { userIds: [mine, foreign], appIds } })
  await delegate.refused('userMissing', push.deletedUsers, { body: { userIds: [gone, goneElsewhere], appIds } })
  await delegate.refused('userMissing', push.deletedUsers, { body: { userIds: [mine], appIds } })
  await delegate.refused('orgMissing', push.orgs, { body: { orgIds: [below, elsewhere], appIds } })
  await finished(delegate, await delegate.call(push.users, { body: { userIds: [mine], appIds } }))
  await finished(delegate, await delegate.call(push.deletedUsers, { body: { userIds: [gone], appIds } }))
  await finished(delegate, await delegate.call(push.orgs, { body: { orgIds: [below], appIds } }))
  expect(pushesTo(appId).map(({ objectType, operateType, data }) => [objectType, operateType, data.id])).toEqual([
    ['user', 'update', mine], ['user', 'delete', gone], ['org', 'update', below],
  ]) // prettier-ignore
  const empty = await server.given.org({ parentId: branch })
  await server.admin.call(org.remove, { body: { ids: [empty] } })
  await delegate.refused('orgMissing', push.orgs, { body: { orgIds: [empty], appIds } })
  await delegate.refused('orgMissing', push.deletedOrgs, { body: { orgIds: [below], appIds } })
  const emptyElsewhere = await server.given.org({ parentId: elsewhere })
  await server.admin.call(org.remove, { body: { ids: [emptyElsewhere] } })
  await delegate.refused('orgMissing', push.deletedOrgs, { body: { orgIds: [empty, emptyElsewhere], appIds } })
  await finished(delegate, await delegate.call(push.deletedOrgs, { body: { orgIds: [empty], appIds } }))
  expect(pushesTo(appId, empty).at(-1)).toMatchObject({ objectType: 'org', operateType: 'delete' })
})

test('USER-38 a failing push by hand is tried three times within seconds, and the task shows the number of failures', async () => {
  const { server, receiver, openApp, pushesTo, logOf } = pushes
  const [userIds, appId] = [[await server.given.user()], await openApp('user')]
  receiver.behave(() => ({ status: 500 }))
  const done = await finished(server.admin, await server.admin.call(push.users, { body: { userIds, appIds: [appId] } }))
  expect(done.message).toBe('推送完成，成功0条，失败1条')
  expect(pushesTo(appId)).toHaveLength(3)
  expect(await logOf({ runId: done.taskId })).toMatchObject([{ result: 0, objectId: userIds[0], runId: done.taskId }])
})

test('USER-38 a task does not wait for an application that does not answer; the rest is pushed when it answers again', async () => {
  const { server, receiver, openApp, pushesTo, query, idle } = pushes
  const userIds = await Promise.all(Array.from({ length: 10 }, () => server.given.user()))
  const [dead, alive] = [await openApp('user'), await openApp('user')]
  receiver.behave(({ path }) => (path === `/${dead}` ? 'cut' : { status: 200 }))
  const done = await finished(server.admin, await server.admin.call(push.users, { body: { userIds, appIds: [dead, alive] } }))
  expect(done.message).toBe('推送完成，成功10条，失败0条，10条待对方恢复后自动推送')
  receiver.forget()
  await query("update push_target set wait_until = '-infinity'")
  await query('update push_item set due_time = now()')
  await idle(dead)
  expect(new Set(pushesTo(dead).map(({ data }) => data.id))).toEqual(new Set(userIds))
})

test('TASK-02 a cancelled push sends nothing more, except what a change requires as well', async () => {
  const { server, receiver, openApp, pushesTo, query, rename, allTaken } = pushes
  const [first, second, third] = [await server.given.user(), await server.given.user(), await server.given.user()]
  const appId = await openApp('user')
  receiver.behave(() => ({ status: 429, headers: { 'retry-after': '10' } }))
  const taskId = await server.admin.call(push.users, { body: { userIds: [first, second, third], appIds: [appId] } })
  await expect.poll(() => pushesTo(appId).length).toBeGreaterThan(0)
  await rename(second, '又改了')
  await allTaken()
  expect(await server.admin.call(task.cancel, { query: { taskId } })).toBe(true)
  receiver.forget()
  await query("update push_target set wait_until = '-infinity'")
  await query('update push_item set due_time = now()')
  await pushes.idle(appId)
  expect(pushesTo(appId).map(({ data }) => data.id)).toEqual([second])
  expect((await server.admin.call(task.progress, { query: { taskId } })).status).toBe('CANCEL')
})

test('X-SYNC-13 log rows of an inbound source are not retried as pushes', async () => {
  const { server, query } = pushes
  await query("insert into sync_log (id, sync_id, sync_name, object_type, operate_type, origin_id, name, result) values ('in1', 's1', '人事', 'user', 'insert', 'x', '甲', 0)") // prettier-ignore
  await query("insert into sync_log (id, sync_id, sync_name, object_type, operate_type, name, result) values ('run1', 's1', '人事', 'all', 'run', '汇总', 0)") // prettier-ignore
  await server.admin.refused('syncMissing', syncLog.retry, { body: { ids: ['in1'] } })
  await server.admin.refused('syncLogNotFailed', syncLog.retry, { body: { ids: ['run1'] } })
  await server.admin.refused('nothingChosen', syncLog.retry, { body: { ids: [] } })
})
