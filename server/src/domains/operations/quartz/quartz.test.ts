import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quartz } from '@hufu/contract/operations/quartz'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { attempt } from '../../../../test/attempts.ts'
import { catalogue } from './catalogue.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
const draft = (more: object = {}) => ({ name: `任务${++serial}`, jobCode: 'cleanSession', cron: '0 30 2 * * ?', ...more })
const check = (cron: string) => server.admin.call(quartz.checkCron, { query: { cron } })

test('X-QUARTZ-04, D-55 an expression of six fields, seconds first, gives its next five times in Asia/Shanghai; weekday 1 is Sunday', async () => {
  const sundays = await check('0 0 3 ? * 1')
  expect(sundays).toMatchObject({ valid: true, message: '' })
  expect(sundays.nextTimes).toHaveLength(5)
  for (const time of sundays.nextTimes) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\d 03:00:00$/)
    expect(new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()).toBe(0)
  }
  expect((await check('0 0 3 ? * SUN')).nextTimes).toEqual(sundays.nextTimes)
  expect((await check('0 0 3 * * 1')).nextTimes).toEqual(sundays.nextTimes)
  for (const time of (await check('0 0/20 * * * ?')).nextTimes) expect(time).toMatch(/:(00|20|40):00$/)
  for (const cron of ['0 */1 * * * ?', '30 * * * * ?', '0 0 0 L * ?', '0 0 0 29 2 ?', '0 0 9 ? * MON-FRI', '0 0 9 ? * 6#3'])
    expect((await check(cron)).valid, cron).toBe(true)
})

test('X-QUARTZ-04, D-55 expressions that are invalid, never due, name both days or repeat within a minute each have their own message', async () => {
  const sentences = {
    'Cron 表达式不正确': ['', '* * * * *', '0 0 0 * * ? 2030', '@daily', '0 60 * * * ?', '0 0 3 ? * 0', '0 0 3 32 * ?', 'H 0 0 * * ?', "0 0 0 * * ';"],
    '日和星期只能指定一个，另一个用 ?': ['0 0 3 1 * 1', '0 0 3 15W * FRI'],
    '按此 Cron 表达式永远不会执行': ['0 0 3 31 2 ?', '0 0 3 30 2 ?', '0 0 3 31 4,6,9,11 ?'],
    '执行间隔不能小于1分钟': ['* * * * * ?', '*/30 * * * * ?', '0,30 0 3 * * ?', '10-12 0 0 1 1 ?', '0/5 * * * * ?'],
  } // prettier-ignore
  for (const [message, expressions] of Object.entries(sentences))
    for (const cron of expressions) {
      expect(await check(cron), cron).toEqual({ valid: false, nextTimes: [], message })
      if (cron !== '') expect((await server.admin.send(quartz.save, { body: draft({ cron }) })).envelope, cron).toMatchObject({ code: 'global_prompt', message })
    } // prettier-ignore
})

test('X-QUARTZ-01, X-QUARTZ-02, X-QUARTZ-05 to X-QUARTZ-07 a job is saved, found, changed and deleted; the page shows its next time', async () => {
  const { id } = await server.admin.call(quartz.save, { body: draft({ name: '夜间清理', remark: '值班约定' }) })
  const { records } = await server.admin.call(quartz.page, { query: { name: '夜间' } })
  expect(records).toMatchObject([{ id, jobCode: 'cleanSession', status: 1, running: false, builtIn: 0, recent: [], lastTime: null, remark: '值班约定' }]) // prettier-ignore
  expect(records[0]!.nextTime).toMatch(/02:30:00$/)
  const edit = { ...draft(), id, name: '清理会话', cron: '0 45 2 * * ?', version: 1 }
  await server.admin.call(quartz.update, { body: edit })
  await server.admin.refused('stale', quartz.update, { body: edit })
  expect(await server.admin.call(quartz.byId, { query: { id } })).toMatchObject({ name: '清理会话', version: 2, nextTime: expect.stringMatching(/02:45:00$/) }) // prettier-ignore
  await server.admin.refused('quartzNameTaken', quartz.save, { body: draft({ name: '清理会话' }) })
  expect(await server.admin.call(quartz.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('quartzMissing', quartz.byId, { query: { id } })
  await server.admin.refused('quartzMissing', quartz.remove, { body: { ids: [id] } })
})

test('X-QUARTZ-08 a paused job has no next time, a resumed one gets a new one', async () => {
  const { id } = await server.admin.call(quartz.save, { body: draft({ status: 0 }) })
  const nextTime = async () => (await server.admin.call(quartz.byId, { query: { id } })).nextTime
  expect(await nextTime()).toBeNull()
  const set = (status: 0 | 1) => server.admin.call(quartz.setStatus, { query: { status }, body: { ids: [id] } })
  expect([await set(1), await set(1)]).toEqual([1, 0])
  expect(await nextTime()).toMatch(/02:30:00$/)
  expect(await set(0)).toBe(1)
  expect(await nextTime()).toBeNull()
})

test('X-QUARTZ-03, T19 the catalogue is closed: code, commands and unknown parameters are refused', async () => {
  const listed = await server.admin.call(quartz.listJob)
  expect(listed.map(({ jobCode }) => jobCode)).toEqual([
    'cleanTempFile',
    'cleanData',
    'expireUser',
    'unlockUser',
    'syncRun',
    'cleanSession',
  ])
  for (const jobCode of ["require('child_process')", 'java.lang.Runtime', 'constructor', '__proto__', 'syncrun', ''])
    expect((await server.admin.send(quartz.save, { body: draft({ jobCode }) })).envelope.message, jobCode).toBe('任务类型不正确')
  for (const params of [{ command: 'rm -rf /' }, { table: 'users' }])
    await server.admin.refused('quartzParamsProblem', quartz.save, { body: draft({ params }) })
})

test('N-14, D-55 built-in jobs can be paused and rescheduled, but not deleted or given another task', async () => {
  const { records } = await server.admin.call(quartz.page, { query: { size: 50 } })
  const builtIn = records.filter(row => row.builtIn === 1)
  expect(builtIn.map(({ id, cron }) => [id, cron])).toEqual([
    ['cleanTempFile', '0 0 * * * ?'], ['cleanData', '0 10 3 * * ?'], ['expireUser', '0 5 0 * * ?'], ['unlockUser', '0 * * * * ?'], ['cleanSession', '0 */10 * * * ?'],
  ].sort((one, two) => builtIn.findIndex(row => row.id === one[0]) - builtIn.findIndex(row => row.id === two[0]))) // prettier-ignore
  await server.admin.refused('quartzBuiltIn', quartz.remove, { body: { ids: ['cleanData'] } })
  const edit = { id: 'cleanData', name: '清理过期数据', cron: '0 20 3 * * ?' }
  await server.admin.refused('quartzCodeFixed', quartz.update, { body: { ...edit, jobCode: 'expireUser' } })
  await server.admin.call(quartz.update, { body: { ...edit, jobCode: 'cleanData' } })
  expect((await server.admin.call(quartz.byId, { query: { id: 'cleanData' } })).nextTime).toMatch(/03:20:00$/)
})

test('ROUTE-80, T19 an administrator without the all-rights role neither sees nor runs jobs', async () => {
  const userId = await server.given.user()
  await server.given.role(userId, '/system/securityConfig#*', '/audit/operation#*')
  const me = await server.as(userId)
  await me.refused('forbidden', quartz.page)
  await me.refused('forbidden', quartz.run, { query: { id: 'cleanSession' } })
  expect((await server.admin.call(quartz.byId, { query: { id: 'cleanSession' } })).running).toBe(false)
})

test('expireUser ends the sessions of a user past the valid end time, who stays enabled (D-41)', async () => {
  const [gone, valid] = [await server.given.user(), await server.given.user()]
  const [late, early] = [await server.as(gone), await server.as(valid)]
  const { db } = server.kernel
  await db.updateTable('users').set({ validEndTime: sql`now() - interval '1 minute'` }).where('id', '=', gone).execute() // prettier-ignore
  await db.updateTable('users').set({ validEndTime: sql`now() + interval '1 day'` }).where('id', '=', valid).execute() // prettier-ignore
  expect(await catalogue.expireUser.run(server.kernel, {})).toBe('结束 1 个过期账号的会话')
  const { self } = await import('@hufu/contract/sign-in/sign-in')
  await late.refused('forcedOut', self.current)
  await early.call(self.current)
  expect(await db.selectFrom('users').select('status').where('id', '=', gone).executeTakeFirst()).toEqual({ status: 1 })
  expect(await catalogue.expireUser.run(server.kernel, {})).toBe('结束 0 个过期账号的会话')
})

test('N-14 a sign-in lifts the user’s own expired lock even while unlockUser is paused; the job records locks that expired', async () => {
  const { db } = server.kernel
  await server.admin.call(quartz.setStatus, { query: { status: 0 }, body: { ids: ['unlockUser'] } })
  const names = await Promise.all([1, 2, 3].map(async () => {
    const id = await server.given.user()
    return db.selectFrom('users').select(['id', 'userName']).where('id', '=', id).executeTakeFirstOrThrow()
  })) // prettier-ignore
  for (const { userName } of names) for (let n = 0; n < 5; n++) await attempt(server, userName, 'Wrong#2026')
  const [waiting, signing, lifted] = names.map(({ id }) => id)
  const past = sql<string>`now() - interval '1 second'`
  await db.updateTable('loginFailure').set({ lockedUntil: past }).where('userId', 'in', [signing!, lifted!]).execute()
  await db.updateTable('loginFailureAddress').set({ lockedUntil: past }).where('nameKey', 'in', [signing!, lifted!]).execute()
  expect((await attempt(server, names[1]!.userName, PASSWORD)).envelope).toMatchObject({ code: '0' })
  expect(await catalogue.unlockUser.run(server.kernel, {})).toBe('解除 1 个到期的锁定')
  const locks = await db.selectFrom('loginFailure').select(['userId', 'lockedUntil']).where('userId', 'in', [waiting!, lifted!]).orderBy('lockedUntil').execute() // prettier-ignore
  expect(locks).toEqual([{ userId: waiting, lockedUntil: expect.any(String) }, { userId: lifted, lockedUntil: null }]) // prettier-ignore
  expect((await attempt(server, names[0]!.userName, PASSWORD)).envelope).toMatchObject({ code: '7' })
})
