import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { stats } from '@hufu/contract/audit/stats'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { logAttempts } from '../../../../test/logins.ts'

const PEOPLE = 6
const FIRST = Date.parse('2024-01-01T00:00:00+08:00')
const DAYS = 70
const range = { beginTime: '2024-01-01', endTime: '2024-03-10' }

let server: TestServer
let admin: Subject
/** Three organisations below one, and users whose main job is in one of them. */
const at = { top: '', orgs: [] as string[], people: [] as string[] }
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  at.top = await server.given.org()
  for (let n = 0; n < 3; n++) at.orgs.push(await server.given.org({ parentId: at.top }))
  for (let n = 0; n < PEOPLE; n++) at.people.push(await server.given.user({ org: at.orgs[n % 3]! }))
})
afterAll(() => server.close())

const fold = () => sql`call fold_login_tally()`.execute(server.kernel.db)
interface Entry {
  who: number
  minute: number
  result: 0 | 1
  type: number
}
const messages = ['账号已停用，请联系管理员', '验证码错误或已失效']
const write = (entries: readonly Entry[]) =>
  logAttempts(
    server.kernel.db,
    ...entries.map(({ who, minute, result, type }) => ({
      time: new Date(FIRST + minute * 60_000).toISOString(),
      userId: at.people[who],
      result,
      loginType: ['password', 'phone', 'wx'][type]!,
      ...(result === 0 && { message: messages[minute % 2]! }),
    })),
  )

const answers = async () => ({
  days: await admin.call(stats.loginTrend, { query: range }),
  types: await admin.call(stats.loginType, { query: range }),
  reasons: await admin.call(stats.failReason, { query: range }),
  hours: (await admin.call(stats.loginHours, { query: range })).filter(({ count }) => count > 0),
  active: await Promise.all(['day', 'week', 'month'].map(unit => admin.call(stats.activeUser, { query: { ...range, unit } }))),
  places: await admin.call(stats.orgLogin, { query: { ...range, parentId: at.top } }),
})

/** The expected numbers, computed from the log by another method. */
async function naive() {
  const { rows } = await sql<{ userId: string | null; local: string; type: string; ok: boolean; message: string; orgId: string | null }>`
    select l.user_id, to_char(l.login_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24') as local, l.login_type as type, l.result = 1 as ok, l.message,
      j.org_id from login_log l left join job j on j.user_id = l.user_id and j.job_type = 1 where l.login_time < '2024-03-11'`.execute(
    server.kernel.db,
  )
  const good = rows.filter(({ ok }) => ok)
  const dates = Array.from({ length: DAYS }, (_, n) => new Date(FIRST + n * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10))
  const weekday = (date: string) => new Date(date).getUTCDay() || 7
  const begins = {
    day: (date: string) => date,
    week: (date: string) => new Date(Date.parse(date) - (weekday(date) - 1) * 86_400_000).toISOString().slice(0, 10),
    month: (date: string) => `${date.slice(0, 7)}-01`,
  }
  const sorted = (of: readonly string[]) =>
    [...Map.groupBy(of, each => each)]
      .map(([key, all]) => ({ key, count: all.length }))
      .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
  return {
    days: dates.map(date => ({
      date,
      success: good.filter(({ local }) => local.startsWith(date)).length,
      fail: rows.filter(({ local, ok }) => !ok && local.startsWith(date)).length,
    })),
    types: sorted(good.map(({ type }) => type)).map(({ key, count }) => ({ type: key, count })),
    reasons: sorted(rows.filter(({ ok }) => !ok).map(({ message }) => message.replace(/，.*/, ''))).map(({ key, count }) => ({
      reason: key,
      count,
    })),
    hours: sorted(good.map(({ local }) => `${weekday(local.slice(0, 10))} ${local.slice(11)}`))
      .map(({ key, count }) => ({ weekday: Number(key[0]), hour: Number(key.slice(2)), count }))
      .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    active: (['day', 'week', 'month'] as const).map(unit =>
      [...new Set(dates.map(begins[unit]))].map(date => ({
        date,
        count: new Set(good.filter(({ userId, local }) => userId && begins[unit](local.slice(0, 10)) === date).map(({ userId }) => userId))
          .size,
      })),
    ),
    places: at.orgs.map(orgId => good.filter(row => row.orgId === orgId).length).toSorted((a, b) => b - a),
  }
}

async function agrees() {
  const after = await answers()
  expect({ ...after, places: after.places.map(({ count }) => count) }).toEqual(await naive())
}

const entry = fc.record({
  who: fc.nat(PEOPLE),
  minute: fc.nat(DAYS * 1440 - 1),
  result: fc.constantFrom<0 | 1>(1, 1, 1, 0),
  type: fc.nat(2),
})
test('X-AUDIT-08 to X-AUDIT-09 statistics agree with the log, after attempts in any order, compacted at any moment', async () => {
  const steps = fc.array(fc.oneof(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.constant('fold' as const)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async moments => {
      for (const moment of moments) await (moment === 'fold' ? fold() : write(moment))
      await agrees()
    }),
    { numRuns: 25 },
  )
})

test('concurrent attempts, compactions and moves lose nothing and count nothing twice', async () => {
  const [from, to] = [at.orgs[0]!, at.orgs[1]!]
  const room = await server.given.org({ parentId: from })
  const mover = await server.given.user({ org: room })
  const people = [...at.people]
  at.people = [mover, ...people.slice(1)]
  await Promise.all([
    ...Array.from({ length: 60 }, (_, n) => write([{ who: n % PEOPLE, minute: (n % DAYS) * 1440, result: 1, type: 0 }])),
    ...Array.from({ length: 20 }, fold),
    (async () => {
      for (const target of [to, from, to]) await admin.call(org.move, { body: { ids: [room], targetParentId: target } })
    })(),
  ])
  at.people = people
  await fold()
  const { places, ...rest } = await answers()
  const { places: _, ...wanted } = await naive()
  expect(rest).toEqual(wanted)
  const inTo = await admin.call(stats.orgLogin, { query: { ...range, parentId: to } })
  expect(inTo).toEqual([{ orgId: room, orgName: expect.any(String), count: 10, hasChildren: false }])
  const { rows } = await sql<{ n: number }>`select count(*) as n from login_log l join job j on j.user_id = l.user_id and j.job_type = 1
    join org_ancestor a on a.org_id = j.org_id and a.ancestor_id = ${to} where l.result = 1 and l.login_time < '2024-03-11'`.execute(
    server.kernel.db,
  )
  expect(places.find(({ orgId }) => orgId === to)!.count).toBe(rows[0]!.n)
})
