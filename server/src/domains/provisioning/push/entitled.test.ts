import { authorize } from '@hufu/contract/apps/authorize'
import { user } from '@hufu/contract/directory/user'
import { userLabel } from '@hufu/contract/directory/label'
import { push } from '@hufu/contract/provisioning/push'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { finished } from '../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'
import { inTransaction, SYSTEM } from '../../../platform/database/db.ts'
import { queueEntitled } from './entitled.sql.ts'

const POLL = { timeout: 60_000 }
const LONG = { timeout: 180_000 }

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterEach(() => pushes.forget())
afterAll(() => pushes.close())

/** An application that receives only users who may open it. */
async function openApp(): Promise<string> {
  const appId = await pushes.openApp('user')
  await pushes.server.admin.call(push.updateSetting, { body: { appId, phone: 'masked', scope: 'entitled' } })
  return appId
}
/** The pushes of a user that the application received, once none is waiting. */
async function operationsOf(appId: string, id: string): Promise<(string | undefined)[]> {
  await compared(appId)
  await pushes.idle(appId)
  return pushes.pushesTo(appId, id).map(({ operateType }) => operateType)
}
async function compared(appId: string): Promise<void> {
  await pushes.allTaken()
  await expect.poll(() => pushes.query('select 1 from push_target where app_id = $1 and compare_due', [appId]), POLL).toEqual([])
}
const grantTo = (targetType: string, targetIds: string[], appId: string) =>
  pushes.server.admin.call(authorize.save, { body: { targetType, targetIds, apps: [{ appId, roleIds: [] }] } })
const grantOf = async (appId: string) => (await pushes.query<{ id: string }>('select id from app_grant where app_id = $1', [appId]))[0]!.id
const withdraw = async (appId: string) => pushes.server.admin.call(authorize.remove, { body: { ids: [await grantOf(appId)] } })

test('an application with the scope of entitled users is notified of those who gain or lose access, and of no others', LONG, async () => {
  const { server, rename } = pushes
  const [inside, outside] = [await server.given.user(), await server.given.user()]
  const appId = await openApp()
  await grantTo('user', [inside], appId)
  expect(await operationsOf(appId, inside)).toEqual(['insert'])
  await rename(outside, '外人')
  await rename(inside, '内人')
  expect(await operationsOf(appId, inside)).toEqual(['insert', 'update'])
  await withdraw(appId)
  expect(await operationsOf(appId, inside)).toEqual(['insert', 'update', 'delete'])
  await rename(inside, '曾经的内人')
  await grantTo('user', [inside], appId)
  expect(await operationsOf(appId, inside)).toEqual(['insert', 'update', 'delete', 'insert'])
  expect(pushes.pushesTo(appId, outside)).toEqual([])
})

test('every access path counts: label, job in an organisation, time, and a disabled account', LONG, async () => {
  const { server } = pushes
  const office = await server.given.org()
  const [byLabel, byJob] = [await server.given.user(), await server.given.user()]
  const appId = await openApp()
  const { id: labelId } = await server.admin.call(userLabel.save, { body: { name: `推送标签${server.given.next()}` } })
  await grantTo('label', [labelId], appId)
  await grantTo('org', [office], appId)
  await server.admin.call(userLabel.addUser, { body: { labelId, userIds: [byLabel] } })
  expect(await operationsOf(appId, byLabel)).toEqual(['insert'])
  await server.admin.call(userLabel.removeUser, { body: { labelId, userIds: [byLabel] } })
  expect(await operationsOf(appId, byLabel)).toEqual(['insert', 'delete'])

  const moveTo = async (newOrgId: string) => {
    const { jobs } = await server.admin.call(user.byId, { query: { id: byJob } })
    await server.admin.call(user.transferMainJob, { body: { userIds: [byJob], oldOrgId: jobs[0]!.orgId, newOrgId } })
  }
  await moveTo(office)
  expect(await operationsOf(appId, byJob)).toEqual(['insert'])
  await pushes.query(`insert into app_account (app_id, user_id, status) values ($1, $2, 0)`, [appId, byJob])
  expect(await operationsOf(appId, byJob)).toEqual(['insert', 'delete'])
  await pushes.query('delete from app_account where app_id = $1', [appId])
  expect(await operationsOf(appId, byJob)).toEqual(['insert', 'delete', 'insert'])
  await moveTo('1')
  expect(await operationsOf(appId, byJob)).toEqual(['insert', 'delete', 'insert', 'delete'])

  // A right that ends at its end time is noticed without a change.
  await grantTo('user', [byJob], appId)
  expect((await operationsOf(appId, byJob)).at(-1)).toBe('insert')
  await pushes.query(`alter table app_grant disable trigger user`)
  await pushes.query(`update app_grant set end_time = now() - interval '1 second' where app_id = $1 and subject_id = $2`, [appId, byJob])
  await pushes.query(`alter table app_grant enable trigger user`)
  await pushes.query(`update push_target set compare_time = now() - interval '11 minutes' where app_id = $1`, [appId])
  await expect.poll(async () => (await operationsOf(appId, byJob)).at(-1), POLL).toBe('delete')
})

test(
  'PU-04 removing access from the whole organisation is held by the brake until it is released; restoring it clears the hold',
  LONG,
  async () => {
    const { server, number } = pushes
    const ids: string[] = []
    for (let n = 0; n < 30; n++) ids.push(await server.given.user())
    const appId = await openApp()
    await server.admin.call(authorize.save, { body: { targetType: 'org', targetIds: ['1'], apps: [{ appId, roleIds: [] }], below: true } })
    expect(await operationsOf(appId, ids[0]!)).toEqual(['insert'])
    const all = await number(`select count(*)::int as n from push_link where app_id = $1 and state <> 'gone'`, [appId])
    expect(all).toBe(await number('select count(*)::int as n from live_user'))

    await withdraw(appId)
    await compared(appId)
    const heldCount = () => number('select count(*)::int as n from push_item where app_id = $1 and is_held', [appId])
    await expect.poll(heldCount, POLL).toBe(all)
    expect((await server.admin.call(push.state, { query: { appId } })).held).toMatchObject({ count: all, names: expect.arrayContaining([expect.objectContaining({ operateType: 'delete' })]) }) // prettier-ignore
    expect(pushes.pushesTo(appId).filter(({ operateType }) => operateType === 'delete')).toEqual([])

    await server.admin.call(authorize.save, { body: { targetType: 'org', targetIds: ['1'], apps: [{ appId, roleIds: [] }], below: true } })
    await compared(appId)
    await pushes.idle(appId)
    expect(pushes.pushesTo(appId).filter(({ operateType }) => operateType === 'delete')).toEqual([])
  },
)

test('PU-04 the brake counts a part of the users an application receives, not of all users', LONG, async () => {
  const { server } = pushes
  const [everybody, entitled] = [await pushes.openApp('user'), await openApp()]
  for (let n = 0; n < 450; n++) await server.given.user()
  const limitOf = async (appId: string) => (await server.admin.call(push.state, { query: { appId } })).held.limit
  expect(await limitOf(everybody)).toBeGreaterThan(20)
  expect(await limitOf(entitled)).toBe(20)
})

test('access granted during a comparison is pushed after that comparison', LONG, async () => {
  const { server, query } = pushes
  const [early, late] = [await server.given.user(), await server.given.user()]
  const appId = await openApp()
  await compared(appId)
  const lockHolder = await server.kernel.pool.connect()
  try {
    await lockHolder.query('begin')
    await lockHolder.query("insert into push_item (app_id, object_type, object_id, is_auto) values ($1, 'user', $2, true)", [appId, early])
    await grantTo('user', [early], appId)
    // The comparison has read who may open the application, and waits for the locked row of push_item.
    await expect.poll(() => query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with entitled%'"), POLL).toHaveLength(1) // prettier-ignore
    await grantTo('user', [late], appId)
    await expect.poll(() => query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%compare_due = true%'"), POLL).toHaveLength(1) // prettier-ignore
    await lockHolder.query('rollback')
  } finally {
    lockHolder.release(true)
  }
  expect(await operationsOf(appId, late)).toEqual(['insert'])
  expect(await operationsOf(appId, early)).toEqual(['insert'])
})

test('a long comparison is not repeated at once; changes meanwhile are pushed after its pause', LONG, async () => {
  const { server, query } = pushes
  const [early, late] = [await server.given.user(), await server.given.user()]
  const appId = await openApp()
  await grantTo('user', [early], appId)
  expect(await operationsOf(appId, early)).toEqual(['insert'])
  expect(await query('select 1 from push_target where app_id = $1 and compare_after > compare_time', [appId])).toHaveLength(1)
  await query(`update push_target set compare_after = now() + interval '1 hour' where app_id = $1`, [appId])
  await grantTo('user', [late], appId)
  await pushes.allTaken()
  expect(await inTransaction(server.kernel.db, SYSTEM, queueEntitled)).toBe(false)
  expect(await query('select 1 from push_target where app_id = $1 and compare_due', [appId])).toHaveLength(1)
  await query('update push_target set compare_after = now() where app_id = $1', [appId])
  expect(await operationsOf(appId, late)).toEqual(['insert'])
})

test('a push by hand skips users without access; with the scope reset, everybody is pushed again', LONG, async () => {
  const { server } = pushes
  const outside = await server.given.user()
  const appId = await openApp()
  await compared(appId)
  const taskId = await server.admin.call(push.users, { body: { userIds: [outside], appIds: [appId] } })
  await finished(server.admin, taskId)
  expect(await operationsOf(appId, outside)).toEqual([])
  await server.admin.call(push.updateSetting, { body: { appId, phone: 'masked', scope: 'all' } })
  expect((await server.admin.call(push.state, { query: { appId } })).scope).toBe('all')
  await pushes.rename(outside, '人人')
  await pushes.idle(appId)
  expect(pushes.pushesTo(appId, outside)).toHaveLength(1)
})

test('a change of rights writes nothing where no application has the scope of entitled users', LONG, async () => {
  await pushes.query(`update push_target set scope = 'all'`)
  const [id, appId] = [await pushes.server.given.user(), await pushes.server.given.app()]
  await pushes.allTaken()
  await inTransaction(pushes.server.kernel.db, SYSTEM, async db => {
    await db
      .insertInto('appGrant')
      .values({ id: `g${appId}`, subjectType: 'user', subjectId: id, appId, grantedBy: '1' })
      .execute()
    expect(await db.selectFrom('changeDue').select('objectId').where('objectType', '=', 'access').execute()).toEqual([])
  })
  expect(await inTransaction(pushes.server.kernel.db, SYSTEM, queueEntitled)).toBe(false)
})
