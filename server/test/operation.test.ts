import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { separation } from '@hufu/contract/permission/separation'
import { user } from '@hufu/contract/directory/user'
import { userLabel } from '@hufu/contract/directory/label'
import { jobKinds } from '../src/background.ts'
import { phoneOf } from './given.ts'
import { savedId, startTestServer, type TestServer } from './harness.ts'
import { lastRecord } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const historyOf = (tableName: string, recordId: string) =>
  db().selectFrom('dataHistory').selectAll().where('tableName', '=', tableName).where('recordId', '=', recordId).orderBy('id').execute()
const operationOf = (id: string) => db().selectFrom('operation').selectAll().where('id', '=', id).executeTakeFirst()

test('D-72 every call that changed something is one operation: who, which call, when and how many rows', async () => {
  const before = await db().selectFrom('operation').select('id').execute()
  const id = savedId(await server.admin.call(org.save, { body: { parentId: '1', name: '操作一', code: 'OP1' } }))
  const saved = await operationOf((await lastRecord(server)).traceId)
  expect(saved).toMatchObject({ call: 'org.save', userId: '1', changed: 1, undoOf: null, undoneBy: null })
  const ids = [await server.given.user(), await server.given.user()]
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids } })
  const record = await lastRecord(server)
  expect(await operationOf(record.traceId)).toMatchObject({ call: 'user.setStatus', sessionId: record.sessionId, changed: 2 })
  // A refused call and a reading call leave none.
  await server.admin.refused('orgMissing', org.move, { body: { ids: [id], targetParentId: 'nothere' } })
  await server.admin.call(org.byId, { query: { id } })
  expect((await db().selectFrom('operation').select('id').execute()).length).toBe(before.length + 2)
})

test('D-72 a task is one operation, written when it ends', async () => {
  const list = Array.from({ length: 3 }, (_, n) => ({ name: `任务机构${n}`, code: `TASK${n}` }))
  await server.admin.call(org.saveMany, { body: { parentId: '1', list } })
  const record = await lastRecord(server)
  expect(await operationOf(record.traceId)).toMatchObject({ call: 'org.saveMany', changed: 3 })
  const [person, target] = [await server.given.user(), (await server.admin.call(userLabel.save, { body: { name: '任务标签' } })).id]
  await sql`insert into async_task (id, kind, owner_id, status, payload) values ('bulk-1', 'deed', '1', 'RUNNING', '{}')`.execute(db())
  await db()
    .transaction()
    .execute(async trx => {
      await sql`select set_config('hufu.user_id', '1', true), set_config('hufu.trace_id', 'bulk-1', true), set_config('hufu.bulk_id', 'bulk-1', true)`.execute(trx) // prettier-ignore
      await sql`insert into user_label_member (label_id, user_id) values (${target}, ${person})`.execute(trx)
    })
  expect(await operationOf('bulk-1')).toBeUndefined()
  await sql`update async_task set status = 'CANCEL' where id = 'bulk-1'`.execute(db())
  expect(await operationOf('bulk-1')).toMatchObject({ call: 'deed', userId: '1', changed: 1 })
})

test('D-72 label members, range roots and separation votes are recorded in history', async () => {
  const [id, root] = [await server.given.user(), await server.given.org()]
  const label = await server.admin.call(userLabel.save, { body: { name: '受查标签' } })
  await server.admin.call(userLabel.addUser, { body: { labelId: label.id, userIds: [id] } })
  await server.admin.call(userLabel.removeUser, { body: { labelId: label.id, userIds: [id] } })
  expect(await historyOf('user_label_member', `${label.id}:${id}`)).toMatchObject([
    { operateType: 'insert', after: { label_id: label.id, user_id: id }, userId: '1' },
    { operateType: 'delete', before: { label_id: label.id, user_id: id }, userId: '1' },
  ])
  const range = await server.admin.call(orgRange.save, { body: { name: '受查范围', rootOrgIds: [root] } })
  expect(await historyOf('org_range_root', `${range.id}:${root}`)).toMatchObject([{ operateType: 'insert', after: { org_id: root } }])
  const officer = await server.given.user()
  await server.admin.call(separation.appoint, { body: { duty: 'audit', userIds: [officer] } })
  for (const segregatedRole of ['system', 'security'])
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [await server.given.user()] } })
  await (await server.as(officer)).call(separation.agree, { body: { wish: true } })
  expect(await historyOf('separation_vote', officer)).toMatchObject([{ operateType: 'insert', after: { wish: true }, userId: officer }])
})

test('D-72 a history row has its own time, never earlier than the row before it', async () => {
  const id = await server.given.org({ name: '时一' })
  // A transaction that begins earlier, but writes later.
  await db()
    .transaction()
    .execute(async slow => {
      await sql`select now()`.execute(slow)
      const { code } = await server.admin.call(org.byId, { query: { id } })
      await server.admin.call(org.update, { body: { id, name: '时二', code } })
      await sql`update org set name = '时三' where id = ${id}`.execute(slow)
    })
  // As if the clock had been set back by an hour.
  await sql`update data_history set create_time = create_time + interval '1 hour' where id = (
    select max(id) from data_history where table_name = 'org' and record_id = ${id})`.execute(db())
  await sql`update org set name = '时四' where id = ${id}`.execute(db())
  const { rows } = await sql<{ name: string; inOrder: boolean }>`select after ->> 'name' as name,
      create_time >= lag(create_time, 1, '-infinity') over (order by id) as in_order
    from data_history where table_name = 'org' and record_id = ${id} order by id`.execute(db())
  expect(rows).toEqual(['时一', '时二', '时三', '时四'].map(name => ({ name, inOrder: true })))
})

test('D-72 what history leaves out is kept encrypted beside it for 30 days', async () => {
  const n = server.given.next()
  const id = await server.given.user({ phone: phoneOf(n) })
  const { userName, realName, jobs } = await server.admin.call(user.byId, { query: { id } })
  const edit = { id, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
  const was = await db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await server.admin.call(user.update, { body: { ...edit, phone: phoneOf(server.given.next()) } })
  const changed = (await historyOf('users', id)).at(-1)!
  const historyKept = await db().selectFrom('historyKept').selectAll().where('historyId', '=', changed.id).executeTakeFirst()
  expect(historyKept?.kept).toEqual({ phone_cipher: was.phoneCipher, phone_hash: was.phoneHash, phone_tail: was.phoneTail })
  expect(JSON.stringify(changed)).not.toContain(was.phoneCipher)
  const { rows } = await sql<{ days: boolean }>`select until - now() between interval '29 days 23 hours' and interval '30 days' as days
    from history_kept where history_id = ${changed.id}`.execute(db())
  expect(rows).toEqual([{ days: true }])
  await server.admin.call(user.update, { body: { ...edit, realName: '只改姓名' } })
  const named = (await historyOf('users', id)).at(-1)!
  expect(await db().selectFrom('historyKept').selectAll().where('historyId', '=', named.id).execute()).toEqual([])
  await sql`update history_kept set until = now() - interval '1 second' where history_id = ${changed.id}`.execute(db())
  await jobKinds(server.kernel, pino({ level: 'silent' }))
    .find(kind => kind.name === 'housekeeping')!
    .run()
  expect(await db().selectFrom('historyKept').selectAll().where('historyId', '=', changed.id).execute()).toEqual([])
})

test('D-72 a change of many users after a change of one does not take quadratic time', async () => {
  const ids = await db().selectFrom('users').select('id').execute()
  await sql`insert into users (id, user_name, real_name) select 'many' || g, 'many' || g, '多' || g from generate_series(1, 3000) g`.execute(
    db(),
  )
  const { rows } = await db()
    .transaction()
    .execute(async trx => {
      // The trigger's plan is made for one row and cached.
      await sql`update users set remark = '一' where id = ${ids[0]!.id}`.execute(trx)
      await sql`set local statement_timeout = '3s'`.execute(trx)
      return sql`update users set remark = '多' where id like 'many%' returning 1`.execute(trx)
    })
  expect(rows.length).toBe(3000)
})
