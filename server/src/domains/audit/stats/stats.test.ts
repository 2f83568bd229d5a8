import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { stats } from '@hufu/contract/audit/stats'
import { PASSWORD } from '../../../../test/given.ts'
import { newId } from '../../../platform/database/ids.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { logAttempts, type Logged } from '../../../../test/logins.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const write = (...attempts: readonly Logged[]) => logAttempts(server.kernel.db, ...attempts)
const fold = () => sql`call fold_login_tally()`.execute(server.kernel.db)
const days = (beginTime: string, endTime: string) => ({ query: { beginTime, endTime } })
/** Asks before and after compaction of the counters and compares. */
async function twice<T>(ask: () => Promise<T>): Promise<T> {
  const before = await ask()
  await fold()
  expect(await ask()).toEqual(before)
  return before
}
async function person(orgId: string) {
  const id = await server.given.user({ org: orgId })
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, userName }
}
async function attempt(loginName: string, password: string) {
  const { loginId } = await server.nobody.call(signIn.captcha)
  return server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(server, password), loginId, code: CAPTCHA } })
}

test('X-AUDIT-07 the overview counts users, organisations, applications, attempts of today and users online', async () => {
  const before = await server.admin.call(stats.overview)
  const place = await server.given.org()
  const { userName } = await person(place)
  await server.given.app()
  await attempt(userName, PASSWORD)
  await attempt(userName, 'Wrong#2026')
  await attempt('nobody-here', PASSWORD)
  expect(await twice(() => server.admin.call(stats.overview))).toEqual({
    userCount: before.userCount + 1,
    orgCount: before.orgCount + 1,
    appCount: before.appCount + 1,
    todayLogin: before.todayLogin + 1,
    todayFail: before.todayFail + 2,
    onlineCount: before.onlineCount + 1,
  })
})

test('X-AUDIT-08 the trend has an entry for each day of the range, zeros included, and days are those of China', async () => {
  await write({ time: '2024-03-01 00:00:00' }, { time: '2024-03-03 23:59:59' }, { time: '2024-03-03 12:00:00', result: 0 })
  // 2024-03-04 in China, still the third in UTC
  await write({ time: '2024-03-04T01:00:00+08:00' })
  const period = days('2024-02-28', '2024-03-04 00:00:00')
  expect(await twice(() => server.admin.call(stats.loginTrend, period))).toEqual([
    { date: '2024-02-28', success: 0, fail: 0 },
    { date: '2024-02-29', success: 0, fail: 0 },
    { date: '2024-03-01', success: 1, fail: 0 },
    { date: '2024-03-02', success: 0, fail: 0 },
    { date: '2024-03-03', success: 1, fail: 1 },
    { date: '2024-03-04', success: 1, fail: 0 },
  ])
})

test('X-AUDIT-08 a range of 366 days is accepted; longer, missing, half and reversed ranges are refused with a message', async () => {
  expect(await server.admin.call(stats.loginTrend, days('2023-01-01', '2024-01-01'))).toHaveLength(366)
  for (const [beginTime, endTime, sentence] of [
    ['2023-01-01', '2024-01-02', '统计的日期范围不能超过366天'],
    ['2023-01-02', '2023-01-01', '日期范围不正确'],
    ['2023-02-30', '2023-03-01', '日期范围不正确'],
    ['2023-01-01', '', '请选择日期范围'],
    ['', '', '请选择日期范围'],
  ] as const)
    for (const call of [
      stats.loginTrend,
      stats.loginType,
      stats.appVisit,
      stats.orgLogin,
      stats.failReason,
      stats.loginHours,
      stats.activeUser,
    ])
      // prettier-ignore
      expect((await server.admin.send(call, days(beginTime, endTime))).envelope).toMatchObject({ code: 'global_prompt', message: sentence })
})

test('X-AUDIT-09 sign-in methods are counted by successful sign-ins, most used first', async () => {
  await write(
    { time: '2024-04-01 10:00:00', loginType: 'wx' },
    { time: '2024-04-01 11:00:00', loginType: 'wx' },
    { time: '2024-04-02 11:00:00', loginType: 'phone' },
    { time: '2024-04-02 11:00:00', loginType: 'ca', result: 0 },
    { time: '2024-04-03 00:00:00', loginType: 'face' },
  )
  expect(await twice(() => server.admin.call(stats.loginType, days('2024-04-01', '2024-04-02')))).toEqual([
    { type: 'wx', count: 2 },
    { type: 'phone', count: 1 },
  ])
})

test('X-AUDIT-10 applications are counted by visits, most visited first; refusals are not visits', async () => {
  const { db } = server.kernel
  const [often, once] = [await server.given.app({ name: '常用应用' }), await server.given.app({ name: '少用应用' })]
  const here = await server.given.org()
  const [near, far] = [await server.given.user({ org: here }), await server.given.user()]
  const visit = (appId: string, userId: string, visitTime: string, fault = '') =>
    db
      .insertInto('appVisit')
      .values({ id: newId(), appId, userId, sessionId: 's', protocol: 'oauth2', fault, ip: '', browser: '', os: '', visitTime })
      .execute()
  await visit(often, near, '2024-04-01 00:00:00')
  await visit(often, far, '2024-04-02 23:59:59')
  await visit(often, far, '2024-04-03 00:00:00')
  await visit(once, far, '2024-04-02 10:00:00')
  await visit(once, far, '2024-04-02 11:00:00', 'noAccess')
  const most = { appId: often, appName: '常用应用' }
  expect(await server.admin.call(stats.appVisit, days('2024-04-01', '2024-04-02'))).toEqual([
    { ...most, count: 2 },
    { appId: once, appName: '少用应用', count: 1 },
  ])
  const chief = await server.given.user()
  await server.given.gradeAdmin(chief, here, 1, '/audit/stats')
  await server.given.forDelegations('/audit/stats')
  expect(await (await server.as(chief)).call(stats.appVisit, days('2024-04-01', '2024-04-02'))).toEqual([{ ...most, count: 1 }])
})

test('X-AUDIT-11 users are counted at or below each organisation of a level, greatest first', async () => {
  const top = await server.given.org()
  const [small, large] = [await server.given.org({ parentId: top, name: '小处' }), await server.given.org({ parentId: top, name: '大处' })]
  const below = await server.given.org({ parentId: large })
  for (const place of [small, below, below]) await server.given.user({ org: place })
  expect(await server.admin.call(stats.orgUser, { query: { parentId: top } })).toEqual([
    { orgId: large, orgName: '大处', count: 2, hasChildren: true },
    { orgId: small, orgName: '小处', count: 1, hasChildren: false },
  ])
  expect((await server.admin.call(stats.orgUser)).find(row => row.orgId === top)).toMatchObject({ count: 3 })
  await server.admin.refused('orgMissing', stats.orgUser, { query: { parentId: 'nowhere' } })
})

test('sign-ins count for the organisation of the main job at that time, and move along with that organisation', async () => {
  const [from, to] = [await server.given.org(), await server.given.org()]
  const [room, other] = [await server.given.org({ parentId: from }), await server.given.org({ parentId: to })]
  const { id } = await person(room)
  await write({ time: '2024-05-01 10:00:00', userId: id }, { time: '2024-05-02 10:00:00', userId: id })
  await write({ time: '2024-05-02 10:00:00', userId: id, result: 0 })
  const counts = async () => {
    const reply = (parentId?: string) =>
      server.admin.call(stats.orgLogin, { query: { beginTime: '2024-05-01', endTime: '2024-05-31', parentId } })
    const [top, inFrom, inTo] = [await reply(), await reply(from), await reply(to)]
    const of = (rows: typeof top, orgId: string) => rows.find(row => row.orgId === orgId)?.count
    return { from: of(top, from), to: of(top, to), roomInFrom: of(inFrom, room), roomInTo: of(inTo, room), other: of(inTo, other) }
  }
  expect(await twice(counts)).toEqual({ from: 2, to: 0, roomInFrom: 2, roomInTo: undefined, other: 0 })
  await write({ time: '2024-05-03 10:00:00', userId: id })
  await server.admin.call(org.move, { body: { ids: [room], targetParentId: to } })
  expect(await twice(counts)).toEqual({ from: 0, to: 3, roomInFrom: undefined, roomInTo: 3, other: 0 })
  await server.kernel.db.updateTable('job').set({ orgId: other }).where('userId', '=', id).execute()
  await write({ time: '2024-05-04 10:00:00', userId: id })
  expect(await twice(counts)).toEqual({ from: 0, to: 4, roomInFrom: undefined, roomInTo: 3, other: 1 })
})

test('reasons of failures are grouped without the number of tries or minutes left', async () => {
  const time = '2024-06-01 10:00:00'
  await write(
    { time, result: 0, message: '用户名或密码错误，还可尝试4次' },
    { time, result: 0, message: '用户名或密码错误，还可尝试3次' },
    { time, result: 0, message: '验证码错误或已失效' },
    { time },
  )
  expect(await twice(() => server.admin.call(stats.failReason, days('2024-06-01', '2024-06-01')))).toEqual([
    { reason: '用户名或密码错误', count: 2 },
    { reason: '验证码错误或已失效', count: 1 },
  ])
})

test('all hours of the week are listed, Monday first', async () => {
  // a Monday and a Sunday
  await write({ time: '2024-07-01 00:59:59' }, { time: '2024-07-07 23:00:00' }, { time: '2024-07-08 00:00:00' })
  await write({ time: '2024-07-01 09:00:00', result: 0 })
  const hours = await twice(() => server.admin.call(stats.loginHours, days('2024-07-01', '2024-07-14')))
  expect(hours).toHaveLength(168)
  expect(hours.filter(({ count }) => count > 0)).toEqual([
    { weekday: 1, hour: 0, count: 2 },
    { weekday: 7, hour: 23, count: 1 },
  ])
})

test('a user counts once per day, week and month, in whatever order sign-ins are written', async () => {
  const place = await server.given.org()
  const [one, other] = [(await person(place)).id, (await person(place)).id]
  // Thursday 29 and Friday 30 August, Monday 2 September
  const rows = ['2024-09-02 08:00:00', '2024-08-29 08:00:00', '2024-08-30 08:00:00', '2024-08-29 09:00:00'].map(time => ({ time, userId: one })) // prettier-ignore
  for (const row of rows) await write(row)
  await write({ time: '2024-08-30 10:00:00', userId: other }, { time: '2024-09-02 10:00:00', userId: other })
  await write({ time: '2024-08-28 10:00:00', userId: other, result: 0 })
  await write({ time: '2024-08-28 10:00:00', userId: other }, { time: '2024-08-29 10:00:00', userId: other })
  const active = (unit: string) =>
    twice(() => server.admin.call(stats.activeUser, { query: { beginTime: '2024-08-28', endTime: '2024-09-02', unit } }))
  expect((await active('')).map(({ count }) => count)).toEqual([1, 2, 2, 0, 0, 2])
  expect(await active('week')).toEqual([
    { date: '2024-08-26', count: 2 },
    { date: '2024-09-02', count: 2 },
  ])
  expect(await active('month')).toEqual([
    { date: '2024-08-01', count: 2 },
    { date: '2024-09-01', count: 2 },
  ])
})

test('locked accounts are counted, unknown user names are not', async () => {
  const before = (await server.admin.call(stats.lockedUser)).count
  const { userName } = await person('1')
  for (const name of [userName, 'no-such-name']) for (let n = 0; n < 6; n++) await attempt(name, 'Wrong#2026')
  expect((await server.admin.call(stats.lockedUser)).count).toBe(before + 1)
})

test('cleaning old log records keeps the counts', async () => {
  const { id } = await person(await server.given.org())
  await write({ time: '2023-05-01 10:00:00', userId: id })
  await server.kernel.db.deleteFrom('loginLog').where('userId', '=', id).execute()
  const period = days('2023-05-01', '2023-05-01')
  expect(await twice(() => server.admin.call(stats.loginTrend, period))).toEqual([{ date: '2023-05-01', success: 1, fail: 0 }])
  expect(await twice(() => server.admin.call(stats.activeUser, period))).toEqual([{ date: '2023-05-01', count: 1 }])
})
