import { inbox } from '@hufu/contract/messages/inbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { user } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
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

const stateOf = (appId: string) => pushes.server.admin.call(push.state, { query: { appId } })
const dryRunOf = (appId: string) => pushes.server.admin.call(push.dryRun, { query: { appId } })
const align = async (appId: string) => {
  const done = await finished(pushes.server.admin, await pushes.server.admin.call(push.align, { body: { appId } }))
  await pushes.idle(appId)
  return done
}

test('D-56 a dry run lists what would be sent and sends nothing; the alignment sends exactly that, and nothing is left', async () => {
  const { server, receiver, pushesTo, openApp, query, number } = pushes
  const users = [await server.given.user({ realName: '甲' }), await server.given.user({ realName: '乙' })]
  const appId = await openApp('all')
  const [people, orgs] = [
    await number('select count(*)::int as n from users where deleted_at is null'),
    await number('select count(*)::int as n from org where deleted_at is null'),
  ]
  const whole = await dryRunOf(appId)
  expect(whole).toMatchObject({ isWhole: true, compared: people + orgs })
  expect(whole.counts).toEqual([
    { objectType: 'user', insert: 0, update: people, disable: 0, delete: 0, unchanged: 0 },
    { objectType: 'org', insert: 0, update: orgs, disable: 0, delete: 0, unchanged: 0 },
  ])
  expect(whole.names.filter(({ objectType }) => objectType === 'user')).toEqual(
    expect.arrayContaining([{ objectType: 'user', operateType: 'update', id: users[0], name: '甲' }]),
  )
  expect(receiver.received).toEqual([])
  expect(await align(appId)).toMatchObject({ status: 'FINISH', message: `比对完成，${people + orgs}条已排队推送` })
  expect(pushesTo(appId)).toHaveLength(people + orgs)
  expect(await stateOf(appId)).toMatchObject({
    state: 'open',
    queued: 0,
    told: { user: people, org: orgs },
    openPush: 1,
    pushObject: 'all',
  })
  expect((await dryRunOf(appId)).counts.map(({ unchanged }) => unchanged)).toEqual([people, orgs])
  // While the push is off nothing is sent; when it is on again, the comparison finds the differences.
  const setting = { appId, tokenSeconds: 3600, singleLogout: 1 } as const
  await server.admin.call(appSetting.update, { body: { ...setting, openPush: 0 } })
  await pushes.rename(users[0]!, '丙')
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [users[1]] } })
  const [added, gone] = [await server.given.user({ realName: '丁' }), await server.given.user()]
  await server.admin.call(user.remove, { body: { ids: [gone] } })
  await pushes.allTaken()
  await server.admin.call(appSetting.update, { body: { ...setting, openPush: 1 } })
  const dry = await dryRunOf(appId)
  expect(dry.counts[0]).toEqual({ objectType: 'user', insert: 1, update: 2, disable: 1, delete: 0, unchanged: people - 2 })
  expect(dry.names.map(({ name }) => name).toSorted()).toEqual(['丁', '丙', '乙'].toSorted())
  receiver.forget()
  await align(appId)
  expect(
    pushesTo(appId)
      .map(({ data }) => String(data.id))
      .toSorted(),
  ).toEqual([...users, added].toSorted())
  // A user who is no longer in the database is deleted in the application, too.
  await server.admin.call(user.remove, { body: { ids: [added] } })
  await query('delete from change_due')
  await query('delete from push_item')
  await query('delete from users where id = $1', [added])
  await query('delete from change_due')
  expect((await dryRunOf(appId)).counts[0]).toMatchObject({ delete: 1 })
  await align(appId)
  expect(pushesTo(appId, added).at(-1)!.operateType).toBe('delete')
  expect(await align(appId)).toMatchObject({ message: '比对完成，没有差异' })
})

test('2.6.10 a dry run is possible before pushes are enabled, and lists what is sent afterwards', async () => {
  const { server, receiver, pushesTo, number } = pushes
  const appId = await server.given.app()
  await server.given.user()
  const before = await dryRunOf(appId)
  const people = await number('select count(*)::int as n from users where deleted_at is null')
  expect(before.counts[0]).toMatchObject({ objectType: 'user', update: people, unchanged: 0 })
  expect(receiver.received).toEqual([])
  const pushUrl = `${receiver.address}/${appId}`
  const setting = { appId, tokenSeconds: 3600, openPush: 1 as const, singleLogout: 1 as const, pushObject: 'all' as const, pushUrl }
  await server.admin.call(appSetting.update, { body: { ...setting, pushSecret: PUSH_SECRET } })
  expect((await dryRunOf(appId)).counts).toEqual(before.counts)
  await align(appId)
  expect(pushesTo(appId)).toHaveLength(before.counts.reduce((sum, one) => sum + one.update, 0))
  await server.admin.refused('appMissing', push.dryRun, { query: { appId: 'nobody' } })
})

test('D-75 a dry run compares everybody, so that administrators of a branch are not offered it and are refused', async () => {
  const { server, openApp } = pushes
  const [appId, userId, orgId] = [await openApp('all'), await server.given.user(), await server.given.org()]
  await server.given.forDelegations('/app/list', '/app/appSetting')
  await server.given.gradeAdmin(userId, orgId, 1, '/app/list', '/app/appSetting')
  const ofBranch = await server.as(userId)
  expect((await ofBranch.call(push.state, { query: { appId } })).mayDryRun).toBe(false)
  await ofBranch.refused('forbidden', push.dryRun, { query: { appId } })
  expect((await stateOf(appId)).mayDryRun).toBe(true)
})

test('D-56 an outbound synchronisation task names the fields, as a list or as an object, and the log names the task', async () => {
  const { server, pushesTo, openApp, query, rename, idle, logOf } = pushes
  const [id, appId] = [await server.given.user(), await openApp('all')]
  const mapping = JSON.stringify([{ to: 'uid', from: 'id' }, { to: 'login', from: 'userName' }, { to: 'label', from: 'realName' }]) // prettier-ignore
  await query("insert into sync_config (id, name, direction, object_type, app_id, mapping) values ('out1', '推给办公', 'out', 'user', $1, $2)", [appId, mapping]) // prettier-ignore
  await rename(id, '甲一')
  await idle(appId)
  const { userName } = await server.admin.call(user.byId, { query: { id } })
  expect(pushesTo(appId).at(-1)!.data).toEqual({ uid: id, login: userName, label: '甲一' })
  expect(await logOf({ appId })).toMatchObject([{ syncId: 'out1', syncName: '推给办公', appId }])
  await query("update sync_config set mapping = $1 where id = 'out1'", [JSON.stringify({ account: 'userName' })])
  await server.admin.call(user.remove, { body: { ids: [id] } })
  await idle(appId)
  // The deletion uses the keys of the earlier mapping, by which the application knows the user.
  expect(pushesTo(appId).at(-1)).toMatchObject({ operateType: 'delete', data: { uid: id, login: userName } })
})

test('D-56, D-71 telephone numbers are sent in full only where the application is set so, and never stored in log or tables', async () => {
  const { server, pushesTo, openApp, rename, idle, query } = pushes
  const n = server.given.next()
  const [id, appId] = [await server.given.user({ phone: phoneOf(n) }), await openApp('user')]
  await rename(id, '遮')
  await idle(appId)
  expect(pushesTo(appId, id).at(-1)!.data.phone).toBe(`${phoneOf(n).slice(0, 3)}****${phoneOf(n).slice(-4)}`)
  await server.admin.call(push.updateSetting, { body: { appId, phone: 'clear' } })
  expect((await stateOf(appId)).phone).toBe('clear')
  await rename(id, '明')
  await idle(appId)
  expect(pushesTo(appId, id).at(-1)!.data.phone).toBe(phoneOf(n))
  expect((await dryRunOf(appId)).counts[0]!.unchanged).toBe(1)
  const records = await query('select l.*, s.* from sync_log s cross join push_link l where s.app_id = $1', [appId])
  expect(records.length).toBeGreaterThan(0)
  expect(JSON.stringify(records)).not.toContain(phoneOf(n))
  const record = await server.admin.call(user.byId, { query: { id } })
  await server.admin.call(user.update, { body: { ...record, phone: phoneOf(n + 5000) } as never })
  await idle(appId)
  expect(pushesTo(appId, id).at(-1)!.data.phone).toBe(phoneOf(n + 5000))
})

test('PU-04 disablings beyond the brake are all held; the user who caused them cannot release them, another can', async () => {
  const { server, pushesTo, openApp, query, rename, idle, number } = pushes
  const ids = await Promise.all(Array.from({ length: 25 }, () => server.given.user()))
  const appId = await openApp('user')
  await align(appId)
  const disable = (some: readonly string[]) => server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [...some] } })
  pushes.receiver.forget()
  await disable(ids.slice(0, 2))
  await idle(appId)
  expect(pushesTo(appId)).toHaveLength(2)
  await disable(ids.slice(2))
  await expect.poll(async () => (await stateOf(appId)).state).toBe('held')
  const { held: heldPushes } = await stateOf(appId)
  expect(heldPushes).toMatchObject({ count: 23, limit: 20, mayRelease: false })
  expect(heldPushes.names).toHaveLength(20)
  const { records } = await server.admin.call(inbox.page, { query: { group: 'sync' } })
  expect(records.filter(one => one.facts['id'] === appId)).toMatchObject([{ kind: 'pushHeld', count: 1, isRead: false }])
  expect(heldPushes.names[0]).toMatchObject({ objectType: 'user', operateType: 'update' })
  // Pushes that end nothing are still sent, and a disabling that is undone is no longer held.
  await rename(ids[0]!, '照常')
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [ids[24]] } })
  await pushes.allTaken()
  await expect.poll(() => number('select count(*) as n from push_item where app_id = $1 and not is_held', [appId])).toBe(0)
  expect(pushesTo(appId)).toHaveLength(3)
  expect((await stateOf(appId)).held.count).toBe(22)
  await server.admin.refused('pushReleaseEarly', push.release, { body: { appId } })
  await query("update push_target set held_since = now() - interval '11 minutes' where app_id = $1", [appId])
  await server.admin.refused('pushReleaseReason', push.release, { body: { appId } })
  const other = await server.given.user()
  await server.given.role(other, '/app/appSetting#*')
  await server.admin.refused('pushReleaseOwn', push.release, { body: { appId, reason: '确认' } })
  expect(await (await server.as(other)).call(push.release, { body: { appId } })).toBe(22)
  await idle(appId)
  expect(pushesTo(appId)).toHaveLength(25 + 1)
  await server.admin.refused('pushNothingHeld', push.release, { body: { appId } })
  expect(await stateOf(appId)).toMatchObject({ state: 'open', held: { count: 0, names: [], since: null } })
  // Released pushes do not count towards the limit of the hour.
  const [late] = [await server.given.user()]
  await idle(appId)
  await disable([late])
  await idle(appId)
  expect(pushesTo(appId, late).at(-1)!.data.status).toBe(0)
})

test('PU-07 log, tables and history of pushes contain no secret', async () => {
  const { server, query, openApp, rename, idle } = pushes
  const n = server.given.next()
  const [id, appId] = [await server.given.user({ phone: phoneOf(n), idCard: idCardOf(n) }), await openApp('user')]
  await rename(id, '有证件的人')
  await idle(appId)
  const tables = [
    'sync_log',
    'push_item',
    'push_link',
    'push_target',
    'push_failure',
    'change_due',
    'async_task',
    'oper_log',
    'data_history',
  ]
  const rows = await Promise.all(tables.map(table => query(`select * from ${table}`)))
  expect(rows[0]!.length).toBeGreaterThan(0)
  for (const record of rows) expect(JSON.stringify(record)).not.toContain(PUSH_SECRET)
  const passwords = await query<{ passwordHash: string }>(
    'select password_hash as "passwordHash" from users where password_hash is not null',
  )
  const log = JSON.stringify(rows.slice(0, 3))
  for (const { passwordHash } of passwords) expect(log).not.toContain(passwordHash)
  expect(log).toContain('有证件的人')
  for (const whole of [phoneOf(n), idCardOf(n)]) expect(log).not.toContain(whole)
})
