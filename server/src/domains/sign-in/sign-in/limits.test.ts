import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incorrectLogin, type IncorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { authorize } from '@hufu/contract/apps/authorize'
import { diagnosis } from '@hufu/contract/federation/diagnosis'
import { loginLog } from '@hufu/contract/audit/login-log'
import { online } from '@hufu/contract/audit/online'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { security } from '@hufu/contract/operations/security'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { attempt, lockOut, userNameOf } from '../../../../test/attempts.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { json, raw } from '../../../../test/raw.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

let server: TestServer
let limited: TestServer
beforeAll(async () => {
  server = await startTestServer()
  limited = await startTestServer({ beside: server, settings: { HUFU_RATE_LIMIT: '1' } })
})
afterAll(async () => {
  await limited.close()
  await server.close()
})

let addresses = 1
/** An address that no attempt has come from before. */
const newAddress = () => `127.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 2}`
async function someone() {
  const id = await server.given.user()
  return { id, userName: await userNameOf(server, id) }
}
interface Answer {
  code: string
  message: string
  data: { token: string; retryAfter?: number } | null
}
/** An attempt from the given address, with a captcha in case one is required. */
async function from(address: string, loginName: string, password: string, at = server): Promise<Answer> {
  const captcha = await raw(server, 'GET', '/userLogin/getCaptcha', { from: address })
  const { loginId } = captcha.json!.data as { loginId: string }
  const body = JSON.stringify({ loginName, pwd: await sealed(server, password), loginId, code: CAPTCHA })
  return (await raw(at, 'POST', '/userLogin/login', { headers: json, body, from: address })).json as unknown as Answer
}
const rowOf = async (searchKey: string): Promise<IncorrectLogin | undefined> =>
  (await server.admin.call(incorrectLogin.page, { query: { searchKey } })).records[0]
async function set(values: Record<string, unknown>) {
  await server.admin.call(security.updateLoginWindow, { body: values })
  await limited.kernel.config.refresh()
}

test('N-06 successful sign-ins are not counted: forty in a minute from one address all succeed', async () => {
  const address = newAddress()
  const people = await Promise.all(Array.from({ length: 40 }, someone))
  const answers = await Promise.all(people.map(({ userName }) => from(address, userName, PASSWORD, limited)))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['0']))
})

test('N-06 failures of one address end at a configurable limit; the refusal says when to retry, other addresses go on', async () => {
  await set({ loginFailuresPerAddress: 6 })
  const [office, elsewhere] = [newAddress(), newAddress()]
  const fail = (n: number) => from(office, `nobody-${office}-${n}`, 'Wrong#2026', limited)
  for (let n = 0; n < 6; n++) expect((await fail(n)).code).toBe('4')
  const refused = await fail(6)
  expect(refused).toMatchObject({ code: 'global_prompt', data: { retryAfter: expect.any(Number) } })
  expect(refused.message).toMatch(/^操作过于频繁，请稍后再试（约\d+秒后）$/)
  expect(refused.data!.retryAfter).toBeLessThanOrEqual(60)
  // D-14: it is refused before the body is read.
  const torn = await raw(limited, 'POST', '/userLogin/login', { headers: json, body: '{', from: office })
  expect(torn.json).toMatchObject({ code: 'global_prompt' })
  const { userName } = await someone()
  expect((await from(office, userName, PASSWORD, limited)).code).toBe('global_prompt')
  expect((await from(elsewhere, userName, PASSWORD, limited)).code).toBe('0')
  await set({ loginFailuresPerAddress: 30 })
})

test('N-06 an address with a successful sign-in may fail many times more; the factor is a setting', async () => {
  await set({ loginFailuresPerAddress: 5, knownAddressFactor: 3 })
  const office = newAddress()
  expect((await from(office, (await someone()).userName, PASSWORD, limited)).code).toBe('0')
  const codes = []
  for (let n = 0; n < 16; n++) codes.push((await from(office, `nobody-${office}-${n}`, 'Wrong#2026', limited)).code)
  expect(codes).toEqual([...Array<string>(15).fill('4'), 'global_prompt'])
  await set({ loginFailuresPerAddress: 30, knownAddressFactor: 10 })
})

test('N-06 of two hundred concurrent wrong attempts from one address little more than the limit are checked', async () => {
  await set({ loginFailuresPerAddress: 20 })
  const office = newAddress()
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => from(office, `nobody-${office}-${n}`, 'Wrong#2026', limited)))
  const checked = answers.filter(({ code }) => code === '4').length
  expect(checked).toBeGreaterThanOrEqual(20)
  expect(checked).toBeLessThan(30)
  await set({ loginFailuresPerAddress: 30 })
})

test('N-06 every limit is a setting of 基础设置 with a default, and no value is accepted that would lock everybody out', async () => {
  const shipped = (await server.admin.call(security.defaults)).loginWindow
  expect(shipped).toMatchObject({
    failCount: 5,
    accountFailCount: 20,
    loginFailuresPerAddress: 30,
    challengesPerAddress: 60,
    faceChecksPerAddress: 5,
    smsPerAddress: 20,
    smsPerPhone: 10,
    smsInterval: 60,
    knownAddressFactor: 10,
  })
  expect(await server.admin.call(security.loginWindow)).toMatchObject({ loginFailuresPerAddress: 30 })
  for (const wrong of [{ loginFailuresPerAddress: 0 }, { challengesPerAddress: 1 }, { knownAddressFactor: 0 }])
    await server.admin.refused('parameterProblem', security.updateLoginWindow, { body: wrong })
})

test.for([
  ['/userLogin/getCaptcha', 'pictures'],
  ['/userLogin/getRandomCode?id=limited-picture', 'pictures before an SMS'],
  ['/userLogin/getProofOfWork', 'proofs of work'],
  ['/userLogin/passkeyOptions', 'challenges of passkeys'],
  ['/thirdlogin/getNonce', 'challenges of certificates'],
] as const)('N-06 %s: %s of one address are limited, by a setting', async ([path]) => {
  await set({ challengesPerAddress: 10 })
  const address = newAddress()
  const isRefused = async () => (await raw(limited, 'GET', path, { from: address })).json?.code === 'global_prompt'
  for (let n = 0; n < 10; n++) expect(await isRefused()).toBe(false)
  expect(await isRefused()).toBe(true)
  await set({ challengesPerAddress: 60 })
})

test('N-06, D-20 a flood beyond a limit is refused without a query each time', async () => {
  await set({ challengesPerAddress: 10 })
  const address = newAddress()
  const ask = async () => (await raw(limited, 'GET', '/userLogin/getCaptcha', { from: address })).json?.code
  const counted = async () =>
    (await sql<{ count: number }>`select count from limit_count where kind = 'captcha' and key = ${address}`.execute(server.kernel.db))
      .rows[0]
  for (let n = 0; n < 11; n++) await ask()
  const before = await counted()
  expect(before).toEqual({ count: 11 })
  expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set(['global_prompt']))
  expect(await counted()).toEqual(before)
  await set({ challengesPerAddress: 60 })
})

test('N-06 a successful sign-in of an address is stored once an hour, not every time', async () => {
  const office = newAddress()
  const marks = () => sql`delete from limit_count where kind = 'signedInFrom' and key = ${office}`.execute(server.kernel.db)
  expect((await from(office, (await someone()).userName, PASSWORD, limited)).code).toBe('0')
  await expect.poll(async () => (await marks()).numAffectedRows).toBe(1n)
  expect((await from(office, (await someone()).userName, PASSWORD, limited)).code).toBe('0')
  // The next sign-in ends after the previous one has written its mark.
  expect((await from(newAddress(), (await someone()).userName, PASSWORD, limited)).code).toBe('0')
  expect((await marks()).numAffectedRows).toBe(0n)
})

test('N-06, D-24 a missing captcha is no failed attempt: it is required with code 10002, not logged, and the next attempt succeeds', async () => {
  const { userName } = await someone()
  await attempt(server, `stranger${server.given.next()}`, 'Wrong#2026')
  const pwd = await sealed(server, PASSWORD)
  const envelope = await server.nobody.refused('captchaNeeded', signIn.login, { body: { loginName: userName, pwd } })
  expect(envelope).toMatchObject({ code: '10002', data: { captcha: true } })
  await server.nobody.refused('captchaNeeded', signIn.login, { body: { loginName: userName, pwd, loginId: '', code: '' } })
  expect((await server.admin.call(loginLog.page, { query: { userName } })).records).toEqual([])
  expect(await rowOf(userName)).toBeUndefined()
  const { envelope: second } = await attempt(server, userName, PASSWORD)
  expect(second.code).toBe('0')
  const me = server.withToken((second.data as { token: string }).token)
  expect((await me.call(accountSessions.lastSignIn)).failedSince).toBe(0)
})

test('N-06, T9 wrong passwords lock the password for their own address first: the user signs in from another one', async () => {
  const { id, userName } = await someone()
  const [attacker, own] = [newAddress(), newAddress()]
  const codes = []
  for (let n = 0; n < 6; n++) codes.push((await from(attacker, userName, 'Wrong#2026')).code)
  expect(codes).toEqual(['4', '4', '4', '4', '7', '7'])
  expect((await from(attacker, userName, PASSWORD)).code).toBe('7')
  expect((await from(own, userName, PASSWORD)).code).toBe('0')
  // The user's own sign-in does not unlock the address the guesses came from.
  expect((await from(attacker, userName, PASSWORD)).code).toBe('7')
  expect(await rowOf(userName)).toMatchObject({ locked: true, lockedFor: 'address', lockedAddresses: [attacker], method: 'password' })
  const { records } = await server.admin.call(user.page, { query: { searchKey: userName, status: '2' } })
  expect(records.map(row => row.id)).toEqual([id])
})

test('N-06, T9 a user with more failures than a lowered limit allows is locked at the next try, also with the right password', async () => {
  const { userName } = await someone()
  const address = newAddress()
  for (let n = 0; n < 3; n++) expect((await from(address, userName, 'Wrong#2026')).code).toBe('4')
  await set({ failCount: 3 })
  expect((await from(address, userName, PASSWORD)).code).toBe('7')
  await set({ failCount: 5 })
  expect((await from(address, userName, PASSWORD)).code).toBe('7')
  expect((await from(newAddress(), userName, PASSWORD)).code).toBe('0')
})

test('N-06, T9 guesses sent to two nodes at once are counted together: no more are checked than the limit allows', async () => {
  for (let round = 0; round < 3; round++) {
    const { userName } = await someone()
    const address = newAddress()
    await Promise.all(Array.from({ length: 24 }, (_, n) => from(address, userName, 'Wrong#2026', n % 2 === 0 ? server : limited)))
    expect((await rowOf(userName))!.failCount).toBeLessThanOrEqual(5)
    // Guesses at once may be refused unchecked before the limit is reached; one after the other they reach it.
    const codes = []
    for (let n = 0; n < 5; n++) codes.push((await from(address, userName, 'Wrong#2026')).code)
    expect(codes.at(-1)).toBe('7')
    expect(await rowOf(userName)).toMatchObject({ failCount: 5 })
  }
})

test('N-06, T9 guesses from many addresses together lock the password for all addresses, at a configurable number', async () => {
  await set({ accountFailCount: 8 })
  const { id, userName } = await someone()
  const appId = await server.given.app()
  await server.given.grant({ subjectType: 'user', subjectId: id, appId })
  const why = () => server.admin.call(authorize.why, { query: { userId: id, appId } })
  expect(await why()).toMatchObject({ open: true, account: '' })
  const codes = []
  for (let n = 0; n < 9; n++) codes.push((await from(newAddress(), userName, 'Wrong#2026')).code)
  expect(codes).toEqual([...Array<string>(7).fill('4'), '7', '7'])
  const refused = await from(newAddress(), userName, PASSWORD)
  expect(refused).toMatchObject({ code: '7', message: '账号已锁定，请30分钟后重试或联系管理员解锁', data: { minutes: 30 } })
  const row = await rowOf(userName)
  expect(row).toMatchObject({ failCount: 8, locked: true, lockedFor: 'all' })
  expect(await why()).toMatchObject({ open: false, account: 'locked' })
  expect((await server.admin.call(diagnosis.explain, { query: { userId: id, appId } })).open).toBe(false)
  await server.admin.call(incorrectLogin.unlock, { body: { ids: [row!.id] } })
  expect((await why()).open).toBe(true)
  expect((await from(newAddress(), userName, PASSWORD)).code).toBe('0')
  await set({ accountFailCount: 20 })
})

test('N-06, X-UNLOCK-02 unlocking lifts the lock of the address, too', async () => {
  const { userName } = await someone()
  const address = newAddress()
  for (let n = 0; n < 5; n++) await from(address, userName, 'Wrong#2026')
  const row = await rowOf(userName)
  await server.admin.call(incorrectLogin.unlock, { body: { ids: [row!.id] } })
  expect((await from(address, userName, PASSWORD)).code).toBe('0')
  expect(await rowOf(userName)).toBeUndefined()
})

test('N-06 wrong passwords do not lock a remembered device, where nothing is guessed; an administrator’s lock closes every method', async () => {
  const { id, userName } = await someone()
  await lockOut(server, userName)
  const me = await server.as(id)
  const device = (await me.send(signIn.rememberDevice)).headers
    .getSetCookie()
    .find(cookie => cookie.startsWith('idaas-remember-pwd='))!
    .split(';')[0]!
  const again = await server.nobody.send(signIn.loginRemembered, { headers: { cookie: device } })
  expect(again.envelope.code).toBe('0')
  await server.admin.call(online.kickAndLock, { body: { userIds: [id], reason: '巡查' } })
  expect(await rowOf(userName)).toMatchObject({ locked: true, lockedFor: 'account' })
  expect((await from(newAddress(), userName, PASSWORD)).code).toBe('7')
  const next = again.headers.getSetCookie().find(cookie => cookie.startsWith('idaas-remember-pwd='))!
  await server.nobody.refused('ticketInvalid', signIn.loginRemembered, { headers: { cookie: next.split(';')[0]! } })
})
