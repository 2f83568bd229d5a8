import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { COUNTED_MAX, loginLog } from '@hufu/contract/audit/login-log'
import { online } from '@hufu/contract/audit/online'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { attempt, lockOut, userNameOf } from '../../../../test/attempts.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const PAGE = '/audit/loginLog'
const db = () => server.kernel.db
const rowsOf = async (query: Record<string, unknown>, subject: Subject = server.admin) =>
  (await subject.call(loginLog.page, { query: { size: 500, ...query } })).records
const namesOf = async (query: Record<string, unknown>, subject?: Subject) => (await rowsOf(query, subject)).map(row => row.userName)

let serial = 0
/** Writes a log row as a sign-in attempt would. */
async function written(values: Record<string, unknown>): Promise<void> {
  const row = { id: `log${++serial}`, userName: 'row', loginType: 'password', result: 1, message: '登录成功', ip: '10.0.0.1', browser: 'Chrome 142', os: 'Linux', ...values } // prettier-ignore
  await db()
    .insertInto('loginLog')
    .values(row as never)
    .execute()
}

test('AUTH-04, ROUTE-36 every attempt is in the login log, newest first, unknown user names included', async () => {
  const id = await server.given.user({ realName: '登录者' })
  const userName = await userNameOf(server, id)
  await attempt(server, userName, 'Wrong#2026')
  await attempt(server, userName, PASSWORD)
  const rows = await rowsOf({ userName })
  expect(rows).toMatchObject([
    { userId: id, realName: '登录者', result: 1, message: '登录成功', loginType: 'password', ip: '127.0.0.1' },
    { userId: id, result: 0, message: '用户名或密码错误，还可尝试4次' },
  ])
  await attempt(server, 'nobody.here', 'Wrong#2026')
  expect(await rowsOf({ userName: 'NOBODY.H' })).toMatchObject([{ userId: null, userName: 'nobody.here', realName: null, result: 0 }])
})

test('AUTH-04, D-07 attempts are found by account, name, address, sign-in method, result and time; LIKE characters are literal', async () => {
  await written({ userName: 'Filter.Abc', realName: '欧阳建国', ip: '203.0.113.7', loginType: 'ca', loginTime: '2026-03-01 12:00:00.7' })
  await written({ userName: 'filter_xbc', realName: '王伟', ip: '203.0.113.77', result: 0, loginTime: '2026-03-02 12:00:00' })
  await written({ userName: 'filter%', realName: 'Ann O', ip: 'fe80::1', loginTime: '2026-03-03 12:00:00' })
  const [abc, xbc, percent] = ['Filter.Abc', 'filter_xbc', 'filter%']
  const all = [percent, xbc, abc]
  for (const [query, found] of [
    [{ userName: 'filter' }, all],
    [{ userName: 'FILTER.a' }, [abc]],
    [{ userName: 'r_x' }, [xbc]],
    [{ userName: 'r%' }, [percent]],
    [{ userName: 'lter', realName: '建国' }, [abc]],
    [{ realName: '欧阳建国' }, [abc]],
    [{ realName: '国建' }, []],
    [{ realName: '伟', userName: 'filter' }, [xbc]],
    [{ realName: 'ann o' }, [percent]],
    [{ ip: '203.0.113.7' }, [abc]],
    [{ ip: '0.113' }, [xbc, abc]],
    [{ ip: 'FE80::1' }, [percent]],
    [{ loginType: 'ca' }, [abc]],
    [{ loginType: 'c' }, []],
    [{ userName: 'filter', result: 0 }, [xbc]],
    [{ beginTime: '2026-03-01 12:00:00', endTime: '2026-03-02 11:59:59' }, [abc]],
    [{ beginTime: '2026-03-01 12:00:01', endTime: '2026-03-03 12:00:00' }, [percent, xbc]],
    [{ userName: 'filter', beginTime: '2026-03-03' }, [percent]],
  ] as const)
    expect([query, await namesOf(query)]).toEqual([query, found])
  await server.admin.refused('parameterProblem', loginLog.page, { query: { beginTime: '2026-03-02', endTime: '2026-03-01' } })
  await server.admin.refused('parameterProblem', loginLog.page, { query: { current: 0 } })
})

test('AUTH-04 a row shows its session, and the lock of its account while there is one', async () => {
  const [id, sessionId] = [await server.given.user(), 'a-session']
  const userName = await userNameOf(server, id)
  await written({ userId: id, userName, sessionId })
  await lockOut(server, userName)
  await lockOut(server, 'Strange.Name')
  const rows = await rowsOf({ userName })
  expect([rows.at(-1)!.sessionId, rows[0]!.sessionId]).toEqual([sessionId, null])
  const lockIds = [...rows, ...(await rowsOf({ userName: 'strange.name' }))].map(row => row.lockId)
  expect(lockIds).not.toContain(null)
  expect(await server.admin.call(incorrectLogin.unlock, { body: { ids: [...new Set(lockIds as string[])] } })).toBe(2)
  expect([...(await rowsOf({ userName })), ...(await rowsOf({ userName: 'strange.name' }))].map(row => row.lockId)).toEqual(Array(11).fill(null)) // prettier-ignore
})

test('AUTH-04, D-60 a successful attempt leads to its session, with whether it is live', async () => {
  const id = await server.given.user()
  const userName = await userNameOf(server, id)
  const { envelope } = await attempt(server, userName, PASSWORD)
  await attempt(server, userName, 'Wrong#2026')
  const me = server.withToken((envelope.data as { token: string }).token)
  const [own] = await me.call(accountSessions.list)
  const seen = async () => (await rowsOf({ userName })).map(({ sessionId, isAlive }) => [sessionId, isAlive])
  expect(await seen()).toEqual([
    [null, false],
    [own!.id, true],
  ])
  expect((await server.admin.call(online.page, { query: { searchKey: userName, ip: '127.0.0.1' } })).records.map(row => row.id)).toEqual([
    own!.id,
  ])
  await me.call(signIn.logout)
  expect(await seen()).toEqual([
    [null, false],
    [own!.id, false],
  ])
})

test('AUTH-04, D-34 a delegated administrator sees attempts on users in scope only; unknown names need an unlimited scope', async () => {
  const top = await server.given.org()
  const sub = await server.given.org({ parentId: top })
  const other = await server.given.org()
  for (const [org, userName] of [
    [top, 'scope.top'],
    [sub, 'scope.sub'],
    [other, 'scope.other'],
  ] as const)
    // prettier-ignore
    await written({ userName, userId: await server.given.user({ org, userName }) })
  await written({ userName: 'scope.nobody', userId: null })
  const seen = async (below: 0 | 1) => {
    const boss = await server.given.user({ org: other })
    await server.given.gradeAdmin(boss, top, below, PAGE)
    return namesOf({ userName: 'scope.' }, await server.as(boss))
  }
  expect(await seen(1)).toEqual(['scope.sub', 'scope.top'])
  expect(await seen(0)).toEqual(['scope.top'])
  expect(await namesOf({ userName: 'scope.' })).toEqual(['scope.nobody', 'scope.other', 'scope.sub', 'scope.top'])
  await (await server.as(await server.given.user())).refused('forbidden', loginLog.page)
})

test('AUTH-04, D-06 rows beyond a hundred thousand are not counted, and the answer says so; a page behind them is empty', async () => {
  await sql`insert into login_log (id, user_name, login_type, result, message, ip, browser, os, login_time)
    select 'many' || g, 'flood', 'face', 0, '', '10.1.1.1', '', '', timestamptz '2020-01-01' + g * interval '1 second' from generate_series(1, ${COUNTED_MAX + 20}) g`.execute(
    db(),
  )
  const ask = async (query: Record<string, unknown>) => {
    const { records, total, pages, more } = await server.admin.call(loginLog.page, { query: { userName: 'flood', size: 10, ...query } })
    return [records.length, total, pages, more]
  }
  const last = COUNTED_MAX / 10
  expect(await ask({ current: last })).toEqual([10, COUNTED_MAX, last, true])
  expect(await ask({ current: last + 1 })).toEqual([0, COUNTED_MAX, last, true])
  expect(await ask({ endTime: '2020-01-01 00:00:30', current: 3 })).toEqual([10, 30, 3, false])
})

async function exported(subject: Subject, filter?: Record<string, unknown>) {
  const uuid = `logins-${server.given.next()}`
  const query = filter === undefined ? { uuid } : { uuid, query: JSON.stringify(filter) }
  expect(await subject.call(loginLog.exportExcel, { query })).toBe(uuid)
  const end = await finished(subject, uuid)
  expect(end).toMatchObject({ status: 'FINISH', percentage: 100 })
  return downloaded(subject, end.fileId)
}

test('X-AUDIT-12, T17 the export contains what the list would show, newest first, and no name becomes a formula', async () => {
  await written({ userName: '=1+1', realName: '@cmd', message: '+x', loginType: 'wx', result: 0, loginTime: '2026-04-01 08:00:00' })
  await written({ userName: '-export', sessionId: 's1', loginType: 'newer', loginTime: '2026-04-01 09:00:00' })
  const { titles, rows } = await exported(server.admin, { beginTime: '2026-04-01 00:00:00', endTime: '2026-04-01 23:59:59', userName: '' })
  expect(titles).toEqual(['时间', '用户名', '姓名', '登录方式', '结果', '说明', 'IP', '浏览器', '操作系统', '会话编号'])
  expect(rows).toEqual([
    ['2026-04-01 09:00:00', '-export', '', 'newer', '成功', '登录成功', '10.0.0.1', 'Chrome 142', 'Linux', 's1'],
    ['2026-04-01 08:00:00', '=1+1', '@cmd', '微信扫码', '失败', '+x', '10.0.0.1', 'Chrome 142', 'Linux', ''],
  ])
})

test('X-AUDIT-12, D-08, D-49, T18 the same uuid returns the same task; another user’s uuid and invalid filters are refused', async () => {
  const officer = await server.given.user()
  await server.given.role(officer, `${PAGE}#*`)
  const they = await server.as(officer)
  const uuid = `logins-${server.given.next()}`
  const query = { uuid, query: '{"userName":"filter.abc"}' }
  for (let n = 0; n < 2; n++) expect(await they.call(loginLog.exportExcel, { query })).toBe(uuid)
  await server.admin.refused('taskIdTaken', loginLog.exportExcel, { query })
  for (const broken of ['{', '[]', '{"result":7}', '{"beginTime":"yesterday"}'])
    await they.refused('filterUnreadable', loginLog.exportExcel, { query: { uuid: `logins-${server.given.next()}`, query: broken } })
  await (await server.as(await server.given.user())).refused('forbidden', loginLog.exportExcel, { query })
})

test('X-AUDIT-12, D-34 the export of a delegated administrator contains users in scope only', async () => {
  const [mine, other] = [await server.given.org(), await server.given.org()]
  for (const [org, userName] of [
    [mine, 'file.mine'],
    [other, 'file.other'],
  ] as const)
    // prettier-ignore
    await written({ userName, userId: await server.given.user({ org, userName }) })
  const boss = await server.given.user({ org: mine })
  await server.given.gradeAdmin(boss, mine, 1, PAGE)
  expect((await exported(await server.as(boss), { userName: 'file.' })).rows.map(row => row[1])).toEqual(['file.mine'])
  expect((await exported(server.admin, { userName: 'file.' })).rows.map(row => row[1])).toEqual(['file.other', 'file.mine'])
})
