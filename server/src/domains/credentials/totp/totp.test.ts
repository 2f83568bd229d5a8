import { afterAll, beforeAll, expect, test } from 'vitest'
import { factor } from '@hufu/contract/credentials/factor'
import { loginLog } from '@hufu/contract/audit/login-log'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { totp } from '@hufu/contract/credentials/totp'
import { factorsIn, unBase32 } from '../../../../test/factors.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { codeOf, stepAt } from './totp-code.ts'

let server: TestServer
let given: ReturnType<typeof factorsIn>
beforeAll(async () => {
  server = await startTestServer()
  given = factorsIn(server)
  await given.set({ captchaMode: '0' })
})
afterAll(() => server.close())

async function withTotp() {
  const { id, userName } = await given.someone()
  const me = await server.as(id)
  return { id, userName, me, bound: await given.bindTotp(me) }
}
const pendingOf = async (userName: string) => {
  const { code, data } = await given.login(userName)
  expect(code).toBe('3010')
  return (data as { pending: string }).pending
}

test("users with TOTP are asked for a code after the password: '3010', then '0'", async () => {
  const { id, userName, bound } = await withTotp()
  const login = await given.login(userName)
  expect(login).toEqual({
    code: '3010',
    message: '请完成二次验证',
    data: { userId: id, telephone: null, pending: expect.stringMatching(/^[\w-]{43}$/), factors: ['totp', 'recoveryCode'] },
  })
  const { pending } = login.data as { pending: string }
  expect(await given.second(pending, { kind: 'totp', code: bound.code() })).toMatchObject({ code: '0', message: '登录成功', data: { id } })
  const { records } = await server.admin.call(loginLog.page, { query: { userName } })
  expect(records.map(({ loginType, result }) => ({ loginType, result }))).toEqual([{ loginType: 'password', result: 1 }])
})

test('RFC 6238 a code is valid once for all uses: of two concurrent uses one is accepted', async () => {
  const { userName, me, bound } = await withTotp()
  const pendings = [await pendingOf(userName), await pendingOf(userName), await pendingOf(userName)]
  const code = bound.code()
  const answers = await Promise.all(pendings.slice(0, 2).map(pending => given.second(pending, { kind: 'totp', code })))
  expect(answers.map(answer => answer.code).sort()).toEqual(['0', '10002'])
  expect((await given.second(pendings[2]!, { kind: 'totp', code })).code).toBe('10002')
  await me.refused('captchaWrong', factor.stepUp, { body: { kind: 'totp', secret: code } })
  expect((await given.second(pendings[2]!, { kind: 'totp', code: bound.code(1) })).code).toBe('0')
})

test('T9, N-06 wrong codes have a counter of their own, which a right password does not reset; five lock the second step', async () => {
  const { userName, me, bound } = await withTotp()
  const wrong = { kind: 'totp', code: bound.code(9) }
  for (let n = 0; n < 2; n++) expect((await given.second(await pendingOf(userName), wrong)).code).toBe('10002')
  expect(await given.login(userName, 'Wrong#2026')).toMatchObject({ code: '4', data: { remain: 4 } })
  const last = await pendingOf(userName)
  await me.refused('captchaWrong', factor.stepUp, { body: { kind: 'totp', secret: wrong.code } })
  await me.refused('captchaWrong', factor.stepUp, { body: { kind: 'totp', secret: wrong.code } })
  expect((await given.second(last, wrong)).code).toBe('7')
  expect((await given.second(last, { kind: 'totp', code: bound.code() })).code).toBe('7')
  const refused = await given.login(userName)
  expect(refused.code).toBe('7')
  // The lock does not tell whether the password is right.
  expect(await given.login(userName, 'Wrong#2026')).toEqual(refused)
})

test('T9 of a hundred concurrent guesses at a second step at most five are checked', async () => {
  const { userName } = await withTotp()
  const pending = await pendingOf(userName)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => given.second(pending, { kind: 'totp', code: String(n).padStart(6, '0') })),
  )
  expect(answers.filter(({ code }) => code === '10002').length).toBeLessThanOrEqual(4)
  expect(answers.filter(({ code }) => code === '7').length).toBeGreaterThanOrEqual(95)
})

test('a success resets the counter', async () => {
  const { userName, bound } = await withTotp()
  for (let n = 0; n < 3; n++) await given.login(userName, 'Wrong#2026')
  expect((await given.second(await pendingOf(userName), { kind: 'totp', code: bound.code() })).code).toBe('0')
  expect((await given.login(userName, 'Wrong#2026')).data).toEqual({ remain: 4 })
})

test('ten recovery codes are shown once, each is valid once, however it is typed; new ones end the old', async () => {
  const { userName, me, bound } = await withTotp()
  expect(bound.codes).toHaveLength(10)
  expect(new Set(bound.codes).size).toBe(10)
  for (const code of bound.codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
  const use = async (code: string) => (await given.second(await pendingOf(userName), { kind: 'recoveryCode', code })).code
  expect(await use(bound.codes[0]!)).toBe('0')
  expect(await use(bound.codes[0]!)).toBe('10002')
  expect(await use(` ${bound.codes[1]!.toUpperCase().replace('-', ' ')}`)).toBe('0')
  expect((await me.call(factor.mine)).recoveryCodes).toBe(8)
  const { codes } = await me.call(totp.renewCodes)
  expect(await use(bound.codes[2]!)).toBe('10002')
  expect(await use(codes[0]!)).toBe('0')
  const stranger = await withTotp()
  expect((await given.second(await pendingOf(userName), { kind: 'recoveryCode', code: stranger.bound.codes[0] })).code).toBe('10002')
})

test('a pending second step is valid once, for 300 seconds, from its address, for its user, with the offered factors', async () => {
  const { id, userName, bound } = await withTotp()
  const first = await pendingOf(userName)
  expect((await given.second(first, { kind: 'totp', code: bound.code() })).code).toBe('0')
  expect(await given.second(first, { kind: 'totp', code: bound.code(1) })).toMatchObject({
    code: '10002',
    message: '验证已超时，请重新登录',
  })
  const late = await pendingOf(userName)
  await server.kernel.db.updateTable('oneTime').set({ expiresAt: '2026-01-01 00:00:00' }).where('userId', '=', id).execute()
  const right = () => ({ kind: 'totp', code: bound.code(1) })
  expect((await given.second(late, right())).message).toBe('验证已超时，请重新登录')
  expect((await given.second('A'.repeat(43), right())).message).toBe('验证已超时，请重新登录')
  const moved = await pendingOf(userName)
  await server.kernel.pool.query(`update one_time set detail = jsonb_set(detail, '{ip}', '"10.9.9.9"') where user_id = $1`, [id])
  expect((await given.second(moved, right())).message).toBe('验证已超时，请重新登录')
  const other = await withTotp()
  expect((await given.second(await pendingOf(other.userName), right())).message).toBe('验证码错误或已失效')
  expect((await given.second(await pendingOf(userName), { kind: 'passkey' })).message).toBe('验证已超时，请重新登录')
  expect((await given.second(await pendingOf(userName), right())).code).toBe('0')
})

test('binding shows a secret once, which is active from its first right code; until then the former stays active', async () => {
  const { userName, me, bound } = await withTotp()
  const begun = await me.call(totp.begin)
  expect(begun.uri).toContain(`secret=${begun.secret}&`)
  expect(unBase32(begun.secret)).toHaveLength(20)
  await me.refused('captchaWrong', totp.confirm, { body: { token: begun.token, code: '000000' } })
  expect((await given.second(await pendingOf(userName), { kind: 'totp', code: bound.code() })).code).toBe('0')
  const other = await server.as((await given.someone()).id)
  const code = codeOf(unBase32(begun.secret), stepAt(Date.now()))
  await other.refused('totpOver', totp.confirm, { body: { token: begun.token, code } })
  await me.call(totp.confirm, { body: { token: begun.token, code } })
  await me.refused('totpOver', totp.confirm, { body: { token: begun.token, code } })
  expect((await given.second(await pendingOf(userName), { kind: 'totp', code: bound.code(1) })).code).toBe('10002')
  expect((await given.second(await pendingOf(userName), { kind: 'recoveryCode', code: bound.codes[0] })).code).toBe('10002')
})

test('after its removal TOTP is not required any more; without TOTP, removing it and renewing recovery codes are refused', async () => {
  const { userName, me } = await withTotp()
  await me.call(totp.remove)
  await me.refused('totpMissing', totp.remove)
  await me.refused('totpMissing', totp.renewCodes)
  expect((await given.login(userName)).code).toBe('0')
})

test('T1 neither secret nor recovery codes are readable in the database', async () => {
  const { me, bound } = await withTotp()
  const begun = await me.call(totp.begin)
  const { rows: tables } = await server.kernel.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const everything = JSON.stringify(
    await Promise.all(tables.map(async ({ name }) => (await server.kernel.pool.query(`select * from public."${name}"`)).rows)),
  )
  const secrets = [bound.secret, unBase32(begun.secret)].flatMap(secret => [secret.toString('base64'), secret.toString('hex')])
  const words = [...secrets, begun.secret, ...bound.codes, ...bound.codes.map(code => code.replace('-', ''))]
  expect(words.filter(word => everything.includes(word))).toEqual([])
  expect(words.length).toBe(25)
})

test('T12 binding, removing and renewing codes require a proof within the last five minutes; a password gives it', async () => {
  const { id, userName, me } = await withTotp()
  await server.kernel.db.updateTable('session').set({ provenAt: '2026-01-01 00:00:00' }).where('userId', '=', id).execute()
  for (const call of [totp.begin, totp.renewCodes, totp.remove])
    expect((await me.refused('stepUpNeeded', call)).code).toBe('step_up_needed')
  const wrong = await me.refused('wrongCredentials', factor.stepUp, {
    body: { kind: 'password', secret: await sealed(server, 'Wrong#2026') },
  })
  expect(wrong.data).toEqual({ remain: 4 })
  await me.call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })
  await me.call(totp.renewCodes)
  expect((await given.login(userName, 'Wrong#2026')).data).toEqual({ remain: 3 })
})

test('a session begun by ticket, code or remembered device is no recent proof', async () => {
  const { id } = await given.someone()
  const me = await server.as(id)
  const device = await me.send(signIn.rememberDevice)
  const cookie = device.headers.getSetCookie().find(one => one.startsWith('idaas-remember-pwd='))!.split(';')[0]! // prettier-ignore
  const { envelope } = await server.nobody.send(signIn.loginRemembered, { headers: { cookie } })
  const again = server.withToken((envelope.data as { token: string }).token)
  expect(await again.call(self.isAdmin)).toBe(false)
  await again.refused('stepUpNeeded', totp.begin)
})
