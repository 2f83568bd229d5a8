import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incorrectLogin, type IncorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { attempt, lockOut, userNameOf } from '../../../../test/attempts.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { lastRecord } from '../../../../test/records.ts'
import { liftEndedLocks } from './ended-locks.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PAGE = '/system/incorrectLoginIndex'
const someone = async (org = '1') => {
  const id = await server.given.user({ org })
  return { id, userName: await userNameOf(server, id) }
}
const rowsOf = async (subject: Subject, query: Record<string, unknown> = {}) =>
  (await subject.call(incorrectLogin.page, { query: { size: 500, ...query } })).records
const rowOf = async (searchKey: string, subject = server.admin): Promise<IncorrectLogin> => (await rowsOf(subject, { searchKey }))[0]!
const idsOf = async (subject: Subject, query: Record<string, unknown> = {}) => (await rowsOf(subject, query)).map(row => row.userId)

test('X-UNLOCK-01, ROUTE-68 after five wrong passwords the account is listed with count, address and end of the lock', async () => {
  const { id, userName } = await someone()
  await attempt(server, userName, 'Wrong#2026')
  expect(await rowOf(userName)).toMatchObject({ userId: id, failCount: 1, locked: false, unlockTime: null, lastIp: '127.0.0.1' })
  await lockOut(server, userName)
  const row = await rowOf(userName)
  expect(row).toMatchObject({ loginName: userName, userId: id, failCount: 5, locked: true, lockedBy: null, isAbove: false })
  expect(row.realName).toMatch(/^人员/)
  expect(row.unlockTime! > row.lastTime).toBe(true)
})

test('X-UNLOCK-02 unlocking resets the counter: the right password is accepted at once, and five attempts are free again', async () => {
  const { id, userName } = await someone()
  await lockOut(server, userName)
  expect((await attempt(server, userName, PASSWORD)).envelope.code).toBe('7')
  const { id: rowId } = await rowOf(userName)
  expect(await server.admin.call(incorrectLogin.unlock, { body: { ids: [rowId] } })).toBe(1)
  expect(await lastRecord(server)).toMatchObject({ module: 'incorrectLogin', operateType: 'unlock', target: id })
  expect(await rowsOf(server.admin, { searchKey: userName })).toEqual([])
  expect((await attempt(server, userName, 'Wrong#2026')).envelope).toMatchObject({ code: '4', data: { remain: 4 } })
  expect((await attempt(server, userName, PASSWORD)).envelope.code).toBe('0')
})

test('X-UNLOCK-01 locks are found by name, pinyin, phone, address, state and time', async () => {
  const id = await server.given.user({ userName: 'locked.one', realName: '洛克', phone: '13900009911' })
  await lockOut(server, 'locked.one')
  for (const searchKey of ['LOCKED', '洛克', 'luoke', 'lk', '13900009911', '9911'])
    expect([searchKey, await idsOf(server.admin, { searchKey })]).toEqual([searchKey, [id]])
  expect(await idsOf(server.admin, { searchKey: 'locked_one' })).toEqual([])
  expect(await idsOf(server.admin, { locked: 'true' })).toContain(id)
  expect(await idsOf(server.admin, { locked: '0' })).not.toContain(id)
  const { lastTime } = await rowOf('locked.one')
  expect(await idsOf(server.admin, { beginTime: lastTime, endTime: lastTime })).toContain(id)
  expect(await idsOf(server.admin, { endTime: '2020-01-01 00:00:00' })).toEqual([])
  await server.admin.refused('parameterProblem', incorrectLogin.page, { query: { beginTime: '2026-02-01', endTime: '2026-01-01' } })
  await server.kernel.db.updateTable('loginFailure').set({ lastIp: '10.9.8.7' }).where('userId', '=', id).execute()
  for (const [ip, found] of [
    ['10.9.8.7', [id]],
    ['9.8.', [id]],
    ['10.9.8.77', []],
    ['0.9.8.7', []],
  ] as const)
    // prettier-ignore
    expect([ip, await idsOf(server.admin, { ip })]).toEqual([ip, found])
})

test('T9, X-UNLOCK-01 an unknown user name is listed as spelled, and unlocked like any other', async () => {
  await lockOut(server, 'ghost.rider')
  const row = await rowOf('GHOST')
  expect(row).toMatchObject({ loginName: 'ghost.rider', userId: null, realName: null, locked: true, isAbove: false })
  expect(await server.admin.call(incorrectLogin.unlock, { body: { ids: [row.id] } })).toBe(1)
  expect((await attempt(server, 'ghost.rider', 'Wrong#2026')).envelope).toMatchObject({ code: '4', data: { remain: 4 } })
})

test('X-UNLOCK-01, X-UNLOCK-02, D-34 a delegated administrator sees and unlocks users of their branch, and no unknown names', async () => {
  const [mine, other] = [await server.given.org(), await server.given.org()]
  const [inside, outside] = [await someone(mine), await someone(other)]
  const boss = await server.given.user({ org: mine })
  await server.given.gradeAdmin(boss, mine, 1, PAGE)
  for (const name of [inside.userName, outside.userName, 'nobody.at.all']) await lockOut(server, name)
  const they = await server.as(boss)
  expect(await idsOf(they)).toEqual([inside.id])
  const ids = await Promise.all([inside.userName, outside.userName, 'nobody.at.all'].map(async name => (await rowOf(name)).id))
  for (const foreign of [ids.slice(0, 2), [ids[1]!], [ids[2]!], ['unknown']])
    await they.refused('incorrectLoginMissing', incorrectLogin.unlock, { body: { ids: foreign } })
  expect((await rowOf(inside.userName)).locked).toBe(true)
  expect(await they.call(incorrectLogin.unlock, { body: { ids: [ids[0]!] } })).toBe(1)
})

test('N-02 a user with only a second job in the branch is listed there, and cannot be unlocked there', async () => {
  const [mine, other] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org: other, others: [mine] })
  const boss = await server.given.user({ org: mine })
  await server.given.gradeAdmin(boss, mine, 1, PAGE)
  const [they, names] = [await server.as(boss), [await userNameOf(server, id), (await someone(mine)).userName]]
  for (const name of names) await lockOut(server, name)
  const [guest, member] = await Promise.all(names.map(name => rowOf(name, they)))
  expect([guest!.isAbove, member!.isAbove]).toEqual([true, false])
  await they.refused('accountElsewhere', incorrectLogin.unlock, { body: { ids: [member!.id, guest!.id] } })
  expect(await they.call(incorrectLogin.unlock, { body: { ids: [member!.id] } })).toBe(1)
})

test('T9, T12 nobody unlocks themselves or a user ranking above them, as each unlocking allows five guesses', async () => {
  const officer = await server.given.user()
  await server.given.role(officer, `${PAGE}#*`)
  const boss = await someone()
  await server.given.role(boss.id, '/organiz/index#*')
  const equal = await someone()
  await server.given.role(equal.id, `${PAGE}#*`)
  const they = await server.as(officer)
  const names = [boss.userName, equal.userName, await userNameOf(server, officer)]
  for (const name of names) await lockOut(server, name)
  const [above, beside, own] = await Promise.all(names.map(name => rowOf(name, they)))
  expect([above!.isAbove, beside!.isAbove, own!.isAbove]).toEqual([true, false, false])
  await they.refused('higherUser', incorrectLogin.unlock, { body: { ids: [beside!.id, above!.id] } })
  await they.refused('ownUnlock', incorrectLogin.unlock, { body: { ids: [beside!.id, own!.id] } })
  expect((await rowOf(equal.userName)).locked).toBe(true)
  expect(await they.call(incorrectLogin.unlock, { body: { ids: [beside!.id] } })).toBe(1)
})

test('X-UNLOCK-02 an empty choice is refused; of concurrent unlockings one succeeds', async () => {
  await server.admin.refused('nothingChosen', incorrectLogin.unlock, { body: { ids: [] } })
  const { userName } = await someone()
  await lockOut(server, userName)
  const { id } = await rowOf(userName)
  const answers = await Promise.all(Array.from({ length: 6 }, () => server.admin.send(incorrectLogin.unlock, { body: { ids: [id] } })))
  expect(answers.map(answer => answer.envelope.code).sort()).toEqual([...Array(5).fill('global_prompt'), 'success'])
})

test('a failure counter unused for a week is deleted, unless its lock still runs', async () => {
  const [idle, lockedByHand] = [await someone(), await someone()]
  for (const { userName } of [idle, lockedByHand]) await attempt(server, userName, 'Wrong#2026')
  await server.kernel.db.updateTable('loginFailure').set({ lastTime: '2026-01-01 00:00:00' }).where('userId', 'in', [idle.id, lockedByHand.id]).execute() // prettier-ignore
  await server.kernel.db.updateTable('loginFailure').set({ lockedUntil: sql`now() + interval '1 hour'` }).where('userId', '=', lockedByHand.id).execute() // prettier-ignore
  await liftEndedLocks(server.kernel.db)
  expect(await rowsOf(server.admin, { searchKey: idle.userName })).toEqual([])
  expect(await idsOf(server.admin, { searchKey: lockedByHand.userName })).toEqual([lockedByHand.id])
})
