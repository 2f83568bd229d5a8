import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stats } from '@hufu/contract/audit/stats'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { dataClean } from '@hufu/contract/operations/data-clean'
import { task } from '@hufu/contract/task'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { logAttempts } from '../../../../test/logins.ts'
import { counterComparison } from '../../../platform/database/counters.sql.ts'
import { cleanEnabled, cleanTempFiles } from './clean.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  // Keeps the scheduler from interfering with the test.
  await server.kernel.pool.query('update quartz set status = 0, next_time = null')
})
afterAll(() => server.close())

const update = (id: string, keepDays: number, more: object = {}) => server.admin.send(dataClean.update, { body: { id, keepDays, status: 1, ...more } }) // prettier-ignore
const preview = (id: string) => server.admin.call(dataClean.preview, { query: { id } })
const execute = async (...ids: string[]) => finished(server.admin, await server.admin.call(dataClean.execute, { body: { ids } }))
const query = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const number = async (text: string, values: unknown[] = []) => (await query<{ n: number }>(`select (${text}) as n`, values))[0]!.n
const day = (ago: number) => new Date(Date.now() + 8 * 3600_000 - ago * 86_400_000).toISOString().slice(0, 10)

test('X-CLEAN-01, ROUTE-76 nine kinds of data are listed with their days to keep', async () => {
  const rules = await server.admin.call(dataClean.list)
  expect(rules.map(({ id, name, keepDays, status }) => [id, name, keepDays, status])).toEqual([
    ['loginLog', '登录日志', 180, 1], ['operLog', '操作日志', 180, 1], ['sms', '短信记录', 180, 1], ['syncLog', '同步日志', 90, 1],
    ['dataHistory', '数据历史', 365, 1], ['asyncTask', '异步任务', 7, 1], ['tempFile', '临时文件', 1, 1], ['deletedUser', '已删除用户', 365, 1],
    ['deletedOrg', '已删除机构', 365, 1],
  ]) // prettier-ignore
})

test('X-CLEAN-02, T19 7 7 to 3650 days to keep are accepted, for temporary files from one day, and only for these nine kinds of data', async () => {
  for (const days of [6, 3651, 0, -1])
    expect((await update('loginLog', days)).envelope).toMatchObject({ code: 'global_prompt', message: '保留天数须在 7 到 3650 之间' })
  expect((await update('tempFile', 0)).envelope.message).toBe('保留天数须在 1 到 3650 之间')
  expect((await update('loginLog', 7.5)).envelope.message).toBe('保留天数应为整数')
  for (const [id, days] of [
    ['tempFile', 1],
    ['tempFile', 3650],
    ['tempFile', 1],
    ['sms', 7],
    ['sms', 180],
  ] as const)
    // prettier-ignore
    expect((await update(id, days)).envelope.code).toBe('success')
  for (const id of ['users', 'audit', 'audit_checkpoint', 'config', '__proto__']) {
    await server.admin.refused('cleanMissing', dataClean.update, { body: { id, keepDays: 30, status: 1 } })
    await server.admin.refused('cleanMissing', dataClean.preview, { query: { id } })
    await server.admin.refused('cleanMissing', dataClean.execute, { body: { ids: ['sms', id] } })
  }
  await server.admin.refused('nothingChosen', dataClean.execute, { body: { ids: [] } })
  await server.admin.refused('stale', dataClean.update, { body: { id: 'sms', keepDays: 30, status: 1, version: 1 } })
  const other = await server.as(await server.given.user())
  await other.refused('forbidden', dataClean.execute, { body: { ids: ['sms'] } })
})

test('X-CLEAN-03 to X-CLEAN-05, D-54 exactly the older rows are deleted, as many as the preview counted, and statistics do not change', async () => {
  const { db } = server.kernel
  await logAttempts(db, ...[3, 8, 9, 40].map(ago => ({ time: `${day(ago)} 10:00:00`, result: ago === 9 ? (0 as const) : (1 as const), userId: '1' }))) // prettier-ignore
  await sql`call fold_login_tally()`.execute(db)
  const range = { query: { beginTime: `${day(60)} 00:00:00`, endTime: `${day(0)} 23:59:59` } }
  const figures = async () => [
    await server.admin.call(stats.loginTrend, range), await server.admin.call(stats.loginType, range), await server.admin.call(stats.failReason, range),
    await server.admin.call(stats.loginHours, range), await server.admin.call(stats.orgLogin, range),
  ] // prettier-ignore
  const before = await figures()
  await update('loginLog', 7)
  const { count, beforeTime } = await preview('loginLog')
  expect([count, beforeTime.slice(0, 10)]).toEqual([3, day(7)])
  expect(await execute('loginLog')).toMatchObject({ status: 'FINISH', message: '已清理：登录日志 3 条' })
  expect(await number(`select count(*) from login_log where login_time < now() - interval '7 days'`)).toBe(0)
  expect(await number(`select count(*) from login_log where login_time::date = $1`, [day(3)])).toBe(1)
  expect(await figures()).toEqual(before)
  const { records } = await server.admin.call(dataClean.pageLog, { query: { objectType: 'loginLog' } })
  expect(records).toMatchObject([{ objectType: 'loginLog', name: '登录日志', count: 3, userName: 'admin', result: 1 }])
  expect((await server.admin.call(dataClean.list))[0]).toMatchObject({ lastCount: 3, lastTime: expect.any(String) })
})

test('X-CLEAN-04, D-50 after a cancel between two batches the log has the number of deleted rows, and the rest stays', async () => {
  await query(`insert into login_log (id, user_name, login_type, result, message, ip, browser, os, login_time)
    select 'bulk' || n, 'bulk', 'password', 1, '登录成功', '127.0.0.1', '', '', now() - interval '30 days' + n * interval '1 second' from generate_series(1, 15000) n`) // prettier-ignore
  const holder = await server.kernel.pool.connect()
  await holder.query("begin; select 1 from login_log where id = 'bulk12000' for update")
  const taskId = await server.admin.call(dataClean.execute, { body: { ids: ['loginLog'] } })
  const log = async () => (await server.admin.call(dataClean.pageLog, { query: { objectType: 'loginLog' } })).records[0]!
  await expect.poll(async () => (await log()).count).toBe(10_000)
  await server.admin.call(task.cancel, { query: { taskId } })
  await holder.query('rollback')
  holder.release()
  expect(await finished(server.admin, taskId)).toMatchObject({ status: 'CANCEL' })
  await expect.poll(() => number("select count(*) from pg_stat_activity where datname = current_database() and query like 'delete from \"login_log\"%' and state = 'active'")).toBe(0) // prettier-ignore
  expect(await number("select count(*) from login_log where user_name = 'bulk'")).toBe(5000)
  expect(await log()).toMatchObject({ count: 10_000, result: 0 })
  expect(await execute('loginLog')).toMatchObject({ message: '已清理：登录日志 5000 条' })
})

test('D-54 waiting messages, running tasks and recent rows stay; old synchronisation logs are deleted', async () => {
  // The waiting one falls due tomorrow, so that the server does not send it during the test.
  await query(`insert into sms (id, phone_mask, phone_hash, phone_tail, gateway, type, content, due_time, result, create_time) values
    ('s1', '139****0001', 'h', 't', 'http', 'login', '******', now() + interval '1 day', null, now() - interval '200 days'),
    ('s2', '139****0001', 'h', 't', 'http', 'login', '******', now() + interval '1 day', 1, now() - interval '200 days'),
    ('s3', '139****0001', 'h', 't', 'http', 'login', '******', now() + interval '1 day', 0, now() - interval '100 days')`) // prettier-ignore
  await query(`insert into async_task (id, kind, owner_id, payload, status, lease_until, create_time) values
    ('t1', 'x', '1', '{}', 'RUNNING', now() + interval '1 day', now() - interval '8 days'), ('t2', 'x', '1', '{}', 'FINISH', null, now() - interval '8 days'),
    ('t3', 'x', '1', '{}', 'ERROR', null, now() - interval '6 days')`) // prettier-ignore
  await query("insert into data_history (table_name, record_id, operate_type, create_time) values ('org', 'o', 'update', now() - interval '366 days'), ('org', 'o', 'update', now() - interval '364 days')") // prettier-ignore
  await query(`insert into sync_log (id, object_type, operate_type, result, create_time) values
    ('l1', 'user', 'update', 1, now() - interval '91 days'), ('l2', 'user', 'update', 0, now() - interval '91 days'), ('l3', 'user', 'update', 0, now() - interval '89 days')`) // prettier-ignore
  for (const [id, n] of [['sms', 1], ['asyncTask', 1], ['dataHistory', 1], ['syncLog', 2]] as const) expect((await preview(id)).count, id).toBe(n) // prettier-ignore
  expect((await execute('sms', 'asyncTask', 'dataHistory', 'syncLog')).message).toBe('已清理：短信记录 1 条，同步日志 2 条，数据历史 1 条，异步任务 1 条') // prettier-ignore
  expect(await query('select id from sync_log')).toEqual([{ id: 'l3' }])
  expect(await query('select id from sms order by id')).toEqual([{ id: 's1' }, { id: 's3' }])
  expect(await query("select id from async_task where id in ('t1', 't2', 't3') order by id")).toEqual([{ id: 't1' }, { id: 't3' }])
  await query("update async_task set status = 'CANCEL' where id = 't1'")
})

test('D-54, D-43 a purged user is deleted with their history, grants and accounts; counters stay right, audit records keep the name', async () => {
  const [old, young] = [await server.given.user({ realName: '将清除', phone: '13912345678' }), await server.given.user()]
  const appId = await server.given.app()
  await query('insert into app_account (app_id, user_id) values ($1, $2)', [appId, old])
  await server.admin.call(user.remove, { body: { ids: [old, young] } })
  await query("update users set deleted_at = now() - interval '366 days' where id = $1", [old])
  expect((await preview('deletedUser')).count).toBe(1)
  expect((await execute('deletedUser')).message).toBe('已清理：已删除用户 1 条')
  expect(await number('select count(*) from users where id = any ($1)', [[old, young]])).toBe(1)
  expect(await number("select count(*) from data_history where table_name = 'users' and record_id = $1", [old])).toBe(0)
  expect(await number('select count(*) from app_account where user_id = $1', [old])).toBe(0)
  await server.admin.refused('userMissing', user.deletedById, { query: { id: old } })
  const lines: string[] = []
  await counterComparison(server.kernel, pino({ level: 'warn' }, { write: line => lines.push(line) })).run()
  expect(lines).toEqual([])
})

test('D-54 deleted organisations are purged from the leaves up; those still referred to stay, and so do their ancestors', async () => {
  const [top, leaf, referenced, holder] = [await server.given.org(), '', '', await server.given.org()]
  const child = leaf || (await server.given.org({ parentId: top }))
  const inside = referenced || (await server.given.org({ parentId: holder }))
  await server.admin.call(workGroup.save, { body: { name: '有机构的组', code: 'G-CLEAN', orgId: inside } })
  await server.admin.call(org.remove, { body: { ids: [top, child, holder, inside] } })
  await query("update work_group set org_id = $1 where name = '有机构的组'", [inside])
  await query("update org set deleted_at = now() - interval '366 days' where id = any ($1)", [[top, child, holder, inside]])
  expect((await preview('deletedOrg')).count).toBe(2)
  expect((await execute('deletedOrg')).message).toBe('已清理：已删除机构 2 条')
  const left = await query<{ id: string }>('select id from org where id = any ($1) order by id', [[top, child, holder, inside]])
  expect(left.map(({ id }) => id).sort()).toEqual([holder, inside].sort())
  expect(await number('select count(*) from org_ancestor where org_id = any ($1)', [[top, child]])).toBe(0)
})

test('D-54, D-55 the scheduled job deletes by the enabled rules, and writes a log only if it deleted something', async () => {
  await logAttempts(server.kernel.db, { time: `${day(50)} 10:00:00` })
  await update('loginLog', 7, { status: 0 })
  const logs = async () => (await server.admin.call(dataClean.pageLog, { query: { size: 100 } })).records
  expect(await cleanEnabled(server.kernel)).not.toContain('登录日志')
  const before = (await logs()).length
  await update('loginLog', 7)
  expect(await cleanEnabled(server.kernel)).toContain('登录日志 1 条')
  const fresh = await logs()
  expect(fresh.length).toBe(before + 1)
  expect(fresh[0]).toMatchObject({ objectType: 'loginLog', count: 1, userName: null, result: 1 })
  await update('tempFile', 1, { status: 0 })
  expect(await cleanTempFiles(server.kernel)).toBe('临时文件的清理规则已停用')
  await update('tempFile', 1)
})
