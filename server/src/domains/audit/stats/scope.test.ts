import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { stats } from '@hufu/contract/audit/stats'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { logAttempts } from '../../../../test/logins.ts'
import { newId } from '../../../platform/database/ids.ts'

/** 院 contains 部 and 邻, 部 contains 组; `boss` administers 部 and below, `flat` 部 alone. */
let server: TestServer
let boss: Subject
let flat: Subject
let inGroup: string
const at = { 院: '', 部: '', 邻: '', 组: '' }
const range = { beginTime: '2024-01-01', endTime: '2024-01-31' }

beforeAll(async () => {
  server = await startTestServer()
  const { given } = server
  at.院 = await given.org({ name: '院' })
  at.部 = await given.org({ name: '部', parentId: at.院 })
  at.邻 = await given.org({ name: '邻', parentId: at.院 })
  at.组 = await given.org({ name: '组', parentId: at.部 })
  boss = await delegation(at.部, 1)
  flat = await delegation(at.部, 0)
  const [inside, below, both, beside] = [
    await given.user({ org: at.部 }),
    await given.user({ org: at.组 }),
    await given.user({ org: at.邻, others: [at.组] }),
    await given.user({ org: at.邻 }),
  ]
  inGroup = below
  await write(inside, '2024-01-02 09:00:00', 1)
  await write(inside, '2024-01-03 09:00:00', 0)
  await write(below, '2024-01-02 10:00:00', 1, 'wx')
  await write(below, '2024-01-02 11:00:00', 1, 'wx')
  await write(both, '2024-01-02 10:00:00', 1, 'phone')
  for (const userId of [beside, null]) for (const result of [0, 1] as const) await write(userId, '2024-01-02 09:00:00', result, 'ca')
  await sql`call fold_login_tally()`.execute(server.kernel.db)
  // One attempt before the counters were compacted, one after.
  await write(beside, '2024-01-04 09:00:00', 1)
})
afterAll(() => server.close())

async function delegation(orgId: string, hasIncludeChild: 0 | 1) {
  const id = await server.given.user()
  await server.given.gradeAdmin(id, orgId, hasIncludeChild, '/audit/stats')
  return server.as(id)
}
const write = (userId: string | null, time: string, result: 0 | 1, loginType = 'password') =>
  logAttempts(server.kernel.db, { userId, time, result, loginType })

test('X-AUDIT-08, X-AUDIT-09, D-34 a delegated administrator sees the attempts of users in scope, second jobs included', async () => {
  const days = async (who: Subject) =>
    (await who.call(stats.loginTrend, { query: range })).filter(({ success, fail }) => success + fail > 0)
  expect(await days(boss)).toEqual([
    { date: '2024-01-02', success: 4, fail: 0 },
    { date: '2024-01-03', success: 0, fail: 1 },
  ])
  expect(await boss.call(stats.loginTrend, { query: range })).toHaveLength(31)
  expect(await days(flat)).toEqual([
    { date: '2024-01-02', success: 1, fail: 0 },
    { date: '2024-01-03', success: 0, fail: 1 },
  ])
  expect(await boss.call(stats.loginType, { query: range })).toEqual([
    { type: 'wx', count: 2 },
    { type: 'password', count: 1 },
    { type: 'phone', count: 1 },
  ])
  expect(await boss.call(stats.failReason, { query: range })).toEqual([{ reason: '账号已停用', count: 1 }])
  expect((await boss.call(stats.loginHours, { query: range })).filter(({ count }) => count > 0)).toEqual([
    { weekday: 2, hour: 9, count: 1 },
    { weekday: 2, hour: 10, count: 2 },
    { weekday: 2, hour: 11, count: 1 },
  ])
})

test('D-34 a delegated administrator counts the active users in scope by whole weeks and months, too', async () => {
  const active = (unit: string) => boss.call(stats.activeUser, { query: { beginTime: '2024-01-02', endTime: '2024-01-03', unit } })
  expect(await active('day')).toEqual([
    { date: '2024-01-02', count: 3 },
    { date: '2024-01-03', count: 0 },
  ])
  expect(await active('week')).toEqual([{ date: '2024-01-01', count: 3 }])
  expect(await active('month')).toEqual([{ date: '2024-01-01', count: 3 }])
})

test('X-AUDIT-11, D-34 a ranking begins at the top of the scope and leaves out what is beside it', async () => {
  const people = { orgId: at.部, orgName: '部', count: 3, hasChildren: true }
  expect(await boss.call(stats.orgUser)).toEqual([people])
  expect(await boss.call(stats.orgUser, { query: { parentId: '0' } })).toEqual([people])
  expect(await flat.call(stats.orgUser)).toEqual([{ ...people, count: 1, hasChildren: false }])
  expect(await boss.call(stats.orgUser, { query: { parentId: at.部 } })).toMatchObject([{ orgId: at.组, count: 2 }])
  expect(await flat.call(stats.orgUser, { query: { parentId: at.部 } })).toEqual([])
  for (const call of [stats.orgUser, stats.orgLogin])
    for (const parentId of [at.院, at.邻, '1']) await boss.refused('orgMissing', call, { query: { ...range, parentId } })
})

test('D-34 an organisation administered without those below it counts its own sign-ins only', async () => {
  const ranked = async (who: Subject) => {
    const before = await who.call(stats.orgLogin, { query: range })
    await sql`call fold_login_tally()`.execute(server.kernel.db)
    expect(await who.call(stats.orgLogin, { query: range })).toEqual(before)
    return before
  }
  await write(inGroup, '2024-01-05 10:00:00', 1)
  expect(await ranked(boss)).toEqual([{ orgId: at.部, orgName: '部', count: 4, hasChildren: true }])
  await write(inGroup, '2024-01-05 11:00:00', 1)
  expect(await ranked(flat)).toEqual([{ orgId: at.部, orgName: '部', count: 1, hasChildren: false }])
})

test('X-AUDIT-07, D-34 the overview of a delegated administrator covers their scope only', async () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const [below, beside] = [await server.given.user({ org: at.组 }), await server.given.user({ org: at.邻 })]
  for (const userId of [below, beside]) for (const result of [0, 1] as const) await write(userId, `${today} 00:00:00`, result)
  await server.as(below)
  await server.as(beside)
  const locked = (userId: string) => ({
    nameKey: userId,
    id: newId(),
    loginName: userId,
    userId,
    failCount: 5,
    firstTime: `${today} 00:00:00`,
    lastTime: `${today} 00:00:00`,
    lastIp: '127.0.0.1',
    lockedUntil: '2099-01-01 00:00:00',
  })
  await server.kernel.db
    .insertInto('loginFailure')
    .values([locked(below), locked(beside)])
    .execute()
  expect(await boss.call(stats.overview)).toEqual({
    userCount: 4,
    orgCount: 2,
    appCount: (await server.admin.call(stats.overview)).appCount,
    todayLogin: 1,
    todayFail: 1,
    onlineCount: 1,
  })
  expect(await boss.call(stats.lockedUser)).toEqual({ count: 1 })
  expect(await flat.call(stats.lockedUser)).toEqual({ count: 0 })
})

test('D-34 a delegated administrator counts the visits of applications by users in scope', async () => {
  const appId = await server.given.app()
  const visit = (userId: string) => {
    const row = { id: newId(), appId, userId, sessionId: 's', protocol: 'cas' as const, fault: '', ip: '', browser: '', os: '' }
    const visitTime = '2024-01-02 09:00:00'
    return server.kernel.db.insertInto('appVisit').values({ ...row, visitTime }).execute() // prettier-ignore
  }
  for (const orgId of [at.部, at.组, at.邻]) await visit(await server.given.user({ org: orgId }))
  for (const [who, count] of [
    [server.admin, 3],
    [boss, 2],
    [flat, 1],
  ] as const)
    expect(await who.call(stats.appVisit, { query: range })).toMatchObject([{ appId, count }])
})

test('X-AUDIT-07 to X-AUDIT-11 only users with the page get statistics', async () => {
  const stranger = await server.as(await server.given.user())
  const auditor = await server.given.user()
  await server.given.role(auditor, '/audit/stats')
  for (const call of Object.values(stats)) {
    await stranger.refused('forbidden', call, { query: range })
    await server.nobody.refused('signInAgain', call, { query: range })
    await (await server.as(auditor)).call(call, { query: range })
  }
})
