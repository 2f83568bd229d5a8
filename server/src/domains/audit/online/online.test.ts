import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { online } from '@hufu/contract/audit/online'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { attempt, userNameOf } from '../../../../test/attempts.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { lastRecord } from '../../../../test/records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PAGE = '/audit/getPage'
const db = () => server.kernel.db
const rowsOf = async (subject: Subject, query: Record<string, unknown> = {}) =>
  (await subject.call(online.page, { query: { size: 500, ...query } })).records
const sessionsOf = async (userId: string) => (await rowsOf(server.admin)).filter(row => row.userId === userId)
const sessionOf = async (userId: string) => (await sessionsOf(userId))[0]!.id
const setSession = (userId: string, values: Record<string, unknown>) =>
  db()
    .updateTable('session')
    .set(values as never)
    .where('userId', '=', userId)
    .execute()
/** A signed-in user. */
async function guest(org = '1') {
  const id = await server.given.user({ org })
  return { id, they: await server.as(id) }
}
/** A user with this page and nothing else. */
async function watcher() {
  const { id, they } = await guest()
  await server.given.role(id, `${PAGE}#*`)
  return { id, they }
}

test('X-AUDIT-05, ROUTE-34 sessions are listed with account, organisation, address, device and times, never the token', async () => {
  const org = await server.given.org({ name: '值守处' })
  const id = await server.given.user({ org, realName: '在线者' })
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
  const { envelope } = await attempt(server, await userNameOf(server, id), PASSWORD, { 'user-agent': agent })
  const { token } = envelope.data as { token: string }
  const answer = await server.admin.send(online.page, { query: { searchKey: '在线者' } })
  const { records, total } = answer.envelope.data as Awaited<ReturnType<typeof server.admin.call<typeof online.page>>>
  expect(total).toBe(1)
  expect(records[0]).toEqual({
    id: expect.any(String),
    userId: id,
    userName: await userNameOf(server, id),
    realName: '在线者',
    orgName: '值守处',
    ip: '127.0.0.1',
    browser: 'Chrome 142',
    os: 'Windows 10',
    loginType: 'password',
    loginTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    lastTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    isAdmin: false,
    isOwn: false,
    isAbove: false,
  })
  expect(answer.bytes.toString()).not.toContain(token)
  const own = (await rowsOf(server.admin)).filter(row => row.isOwn)
  expect(own).toMatchObject([{ userId: '1', isAdmin: true }])
})

test('X-AUDIT-05 sessions that are ended, expired, idle too long or of disabled users are not listed', async () => {
  const minutes = server.kernel.config.values.sessionMinutes
  const gone: [string, (id: string, they: Subject) => Promise<unknown>][] = [
    ['logged out', (_id, they) => they.call(signIn.logout)],
    ['over', id => setSession(id, { expiresAt: sql`now() - interval '1 second'` })],
    ['idle', id => setSession(id, { lastSeen: sql`now() - ${minutes} * interval '1 minute' - interval '1 second'` })],
    ['disabled', id => server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })],
    ['past their time', id => db().updateTable('users').set({ validEndTime: '2026-01-01 00:00:00' }).where('id', '=', id).execute()],
  ]
  for (const [what, end] of gone) {
    const { id, they } = await guest()
    expect([what, await sessionsOf(id)]).toMatchObject([what, [{ userId: id }]])
    await end(id, they)
    expect([what, await sessionsOf(id)]).toEqual([what, []])
  }
  const { id } = await guest()
  await setSession(id, { lastSeen: sql`now() - ${minutes} * interval '1 minute' + interval '10 seconds'` })
  expect(await sessionsOf(id)).toHaveLength(1)
})

test('X-AUDIT-05 sessions are found by name, pinyin, address, sign-in method and whether the user administers; users are counted once', async () => {
  const id = await server.given.user({ userName: 'present.one', realName: '赵线' })
  for (let n = 0; n < 2; n++) await server.as(id)
  await setSession(id, { ip: '10.20.30.4', loginType: 'wx' })
  const ids = async (query: Record<string, unknown>) => [...new Set((await rowsOf(server.admin, query)).map(row => row.userId))]
  for (const query of [{ searchKey: 'zhaoxian' }, { searchKey: 'PRESENT' }, { ip: '10.20.30.4' }, { ip: '20.30' }, { loginType: 'wx' }])
    expect([query, await ids(query)]).toEqual([query, [id]])
  expect(await ids({ ip: '10.20.30.44' })).toEqual([])
  expect(await ids({ isAdmin: 1 })).not.toContain(id)
  const before = await server.admin.call(online.tally)
  await server.given.role(id, '/organiz/index#*')
  expect(await ids({ isAdmin: 1 })).toContain(id)
  expect(await server.admin.call(online.tally)).toEqual({ ...before, admins: before.admins + 1 })
  await server.as(id)
  expect(await server.admin.call(online.tally)).toEqual({ ...before, admins: before.admins + 1, sessions: before.sessions + 1 })
  const { records, total, pages } = await server.admin.call(online.page, { query: { searchKey: 'present', size: 2, current: 2 } })
  expect([records.length, total, pages]).toEqual([1, 3, 2])
})

test("X-AUDIT-06 an ended session is answered with code '6'; ending it again is not counted", async () => {
  const { id, they } = await guest()
  const elsewhere = await server.as(id)
  const [last, first] = await sessionsOf(id)
  expect(await server.admin.call(online.kick, { body: { ids: [last!.id] } })).toBe(1)
  expect(await lastRecord(server)).toMatchObject({ module: 'online', operateType: 'kick', target: id })
  expect((await elsewhere.refused('forcedOut', self.isAdmin)).message).toBe('您已被强制下线')
  await they.call(self.isAdmin)
  expect(await server.admin.call(online.kick, { body: { ids: [last!.id, first!.id] } })).toBe(1)
  await they.refused('forcedOut', self.isAdmin)
  expect((await attempt(server, await userNameOf(server, id), PASSWORD)).envelope.code).toBe('0')
})

test('X-AUDIT-06 callers cannot end the session they use, but others of their own; an unknown one refuses the whole batch', async () => {
  const { id, they } = await watcher()
  const { they: other } = { they: await server.as(id) }
  const own = (await rowsOf(they)).find(row => row.isOwn)!.id
  const beside = (await rowsOf(they)).find(row => row.userId === id && !row.isOwn)!.id
  await they.refused('ownSession', online.kick, { body: { ids: [beside, own] } })
  await they.refused('sessionMissing', online.kick, { body: { ids: [beside, 'unknown'] } })
  await they.refused('nothingChosen', online.kick, { body: { ids: [] } })
  await other.call(self.isAdmin)
  expect(await they.call(online.kick, { body: { ids: [beside] } })).toBe(1)
  await other.refused('forcedOut', self.isAdmin)
  await they.call(online.tally)
})

test('X-AUDIT-05, X-AUDIT-06, D-34 a delegated administrator sees and ends sessions of users in scope only', async () => {
  const [mine, other] = [await server.given.org(), await server.given.org()]
  const [inside, outside] = [await guest(mine), await guest(other)]
  const boss = await server.given.user({ org: mine })
  await server.given.gradeAdmin(boss, mine, 1, PAGE)
  const they = await server.as(boss)
  expect((await rowsOf(they)).map(row => row.userId).sort()).toEqual([boss, inside.id].sort())
  expect(await they.call(online.tally)).toEqual({ people: 2, admins: 1, sessions: 2 })
  const ids = [await sessionOf(inside.id), await sessionOf(outside.id)]
  await they.refused('sessionMissing', online.kick, { body: { ids } })
  await they.refused('userMissing', online.kickAndLock, { body: { userIds: [inside.id, outside.id], reason: '巡查' } })
  for (const subject of [inside.they, outside.they]) await subject.call(self.isAdmin)
  expect(await they.call(online.kick, { body: { ids: ids.slice(0, 1) } })).toBe(1)
  await inside.they.refused('forcedOut', self.isAdmin)
})

test('T12, X-AUDIT-06 nobody ends sessions of users ranking above them, alone or in a batch; those of equals can be ended', async () => {
  const { they } = await watcher()
  const equal = await watcher()
  const plain = await guest()
  const boss = await guest()
  await server.given.role(boss.id, '/organiz/index#*')
  const above = (await rowsOf(they)).filter(row => row.isAbove).map(row => row.userId)
  expect(above).toContain(boss.id)
  expect(above).toContain('1')
  for (const id of [equal.id, plain.id]) expect(above).not.toContain(id)
  await they.refused('higherUser', online.kick, { body: { ids: [await sessionOf(plain.id), await sessionOf(boss.id)] } })
  await they.refused('higherUser', online.kickAndLock, { body: { userIds: [plain.id, boss.id], reason: '巡查' } })
  for (const subject of [plain.they, boss.they]) await subject.call(self.isAdmin)
  expect(await they.call(online.kick, { body: { ids: [await sessionOf(equal.id), await sessionOf(plain.id)] } })).toBe(2)
})

test('T9 a user whose sessions were ended and account locked has no session, no remembered device and no valid password until unlocked', async () => {
  const { id, they } = await guest()
  const userName = await userNameOf(server, id)
  const elsewhere = await server.as(id)
  const device = (await they.send(signIn.rememberDevice)).headers.getSetCookie().find(cookie => cookie.startsWith('idaas-remember-pwd='))!.split(';')[0]! // prettier-ignore
  await server.admin.refused('parameterProblem', online.kickAndLock, { body: { userIds: [id], reason: ' ' } })
  await server.admin.refused('ownLock', online.kickAndLock, { body: { userIds: [id, '1'], reason: '巡查' } })
  await they.call(self.isAdmin)
  expect(await server.admin.call(online.kickAndLock, { body: { userIds: [id], reason: '账号疑似被盗用' } })).toBe(1)
  expect(await lastRecord(server)).toMatchObject({ operateType: 'kickAndLock', target: id, params: expect.stringContaining('疑似被盗用') })
  for (const subject of [they, elsewhere]) await subject.refused('forcedOut', self.isAdmin)
  expect((await attempt(server, userName, PASSWORD)).envelope).toMatchObject({ code: '7', data: { minutes: 30 } })
  await server.nobody.refused('ticketInvalid', signIn.loginRemembered, { headers: { cookie: device } })
  const [row] = (await server.admin.call(incorrectLogin.page, { query: { searchKey: userName } })).records
  expect(row).toMatchObject({ userId: id, failCount: 0, locked: true, lockedBy: '系统管理员', lockReason: '账号疑似被盗用', lastIp: '' })
  await server.admin.call(incorrectLogin.unlock, { body: { ids: [row!.id] } })
  expect((await attempt(server, userName, PASSWORD)).envelope.code).toBe('0')
})

test('T9 once a manual lock has expired, a lock by wrong passwords does not name the administrator any more', async () => {
  const { id } = await guest()
  const userName = await userNameOf(server, id)
  await server.admin.call(online.kickAndLock, { body: { userIds: [id], reason: '巡查' } })
  await db().updateTable('loginFailure').set({ lockedUntil: '2026-01-01 00:00:00' }).where('userId', '=', id).execute()
  for (let n = 0; n < 5; n++) await attempt(server, userName, 'Wrong#2026')
  const [row] = (await server.admin.call(incorrectLogin.page, { query: { searchKey: userName } })).records
  expect(row).toMatchObject({ failCount: 5, locked: true, lockedBy: null, lockReason: null })
  // If the same administrator sets the lock again for the same reason, the lock is theirs again.
  for (let n = 0; n < 2; n++) await server.admin.call(online.kickAndLock, { body: { userIds: [id], reason: '再次巡查' } })
  const [again] = (await server.admin.call(incorrectLogin.page, { query: { searchKey: userName } })).records
  expect(again).toMatchObject({ failCount: 5, locked: true, lockedBy: '系统管理员', lockReason: '再次巡查' })
})
