import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPhone } from '@hufu/contract/credentials/account-phone'
import { phone } from '@hufu/contract/credentials/phone'
import { loginLog } from '@hufu/contract/audit/login-log'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { PASSWORD, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { json, raw } from '../../../../test/raw.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

const CODE = '246810'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
  await set({ openPhone: 'true', captchaMode: '0' })
})
afterAll(() => server.close())

async function set(values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
}
let nonces = 0
async function picture(): Promise<string> {
  const id = `nonce-${process.pid}-${nonces++}`
  await server.nobody.send(phone.image, { query: { id } })
  return id
}
async function ask(telephone: string, more: Record<string, string> = {}) {
  return server.nobody.send(phone.sendCode, { query: { telephone, nonce: await picture(), captcha: CAPTCHA, ...more } })
}
async function someone() {
  const telephone = phoneOf(server.given.next() + 5_000_000)
  const id = await server.given.user({ phone: telephone })
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, telephone, userName }
}
const login = (telephone: string, code: string) => server.nobody.send(phone.login, { body: { telephone, code } })
const check = (telephone: string, code: string) => server.nobody.send(phone.check, { body: { telephone, code } })
const withPassword = async (loginName: string, password = PASSWORD) =>
  server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(server, password) } })

test('AUTH-10 getRandomCode returns a PNG picture for an id, and refuses an invalid id', async () => {
  const answer = await server.nobody.send(phone.image, { query: { id: 'a1b2c3d4-0000' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^image\/png/)
  expect((await server.nobody.send(phone.image, { query: { id: 'no/way' } })).status).not.toBe(200)
})

test("AUTH-06, AUTH-07, LOGIN-02, LOGIN-10, LOGIN-11 a code sent to a telephone signs its owner in, answer '0' with LoginData", async () => {
  const { id, telephone } = await someone()
  expect((await ask(telephone)).envelope).toMatchObject({ code: 'success', data: { expire: 300, interval: 60 } })
  const { envelope } = await login(telephone, CODE)
  expect(envelope).toMatchObject({ code: '0', message: '登录成功', data: { userId: id, id, token: expect.stringMatching(/^[\w-]{43}$/) } })
  expect(await server.withToken((envelope.data as { token: string }).token).call(self.isAdmin)).toBe(false)
})

test("LOGIN-32, bad input 8 a code is valid once: used, wrong, replaced or expired ones answer '10002'", async () => {
  const { telephone } = await someone()
  await ask(telephone)
  expect((await login(telephone, '000000')).envelope).toMatchObject({ code: '10002', message: '验证码错误或已失效' })
  expect((await login(telephone, CODE)).envelope.code).toBe('0')
  expect((await login(telephone, CODE)).envelope.code).toBe('10002')
  await ask(telephone)
  await server.kernel.db.updateTable('smsCode').set({ expiresAt: '2026-01-01 00:00:00' }).execute()
  expect((await login(telephone, CODE)).envelope.code).toBe('10002')
})

test("D-26, LOGIN-31, bad input 9 that a telephone is bound to no account is disclosed only after its code, code '10'", async () => {
  const stranger = phoneOf(server.given.next() + 5_000_000)
  expect((await ask(stranger)).envelope).toMatchObject({ code: 'success', data: { expire: 300, interval: 60 } })
  expect((await login(stranger, '000000')).envelope.code).toBe('10002')
  expect((await login(stranger, CODE)).envelope).toMatchObject({ code: '10', message: '该手机号未绑定账号' })
})

test('D-26, T7 an SMS is sent only for a correct, unused captcha and a valid telephone number', async () => {
  const { telephone } = await someone()
  const nonce = await picture()
  await server.nobody.refused('captchaWrong', phone.sendCode, { query: { telephone, nonce, captcha: 'ZZZZ' } })
  await server.nobody.refused('captchaWrong', phone.sendCode, { query: { telephone, nonce, captcha: CAPTCHA } })
  await server.nobody.refused('phoneProblem', phone.sendCode, { query: { telephone: '12800000000', nonce, captcha: CAPTCHA } })
  const { count } = (await server.kernel.db
    .selectFrom('sms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('phoneHash', '=', server.kernel.keys.blindIndex('phone', telephone))
    .executeTakeFirst())!
  expect(count).toBe(0)
})

test('T7, bad input 8 a code sent for one purpose is not accepted for another', async () => {
  const { telephone } = await someone()
  await ask(telephone, { type: 'recover' })
  expect((await login(telephone, CODE)).envelope.code).toBe('10002')
  await ask(telephone, { type: 'login' })
  expect((await check(telephone, CODE)).envelope.code).toBe('10002')
})

test("AUTH-07 a code requested with the specification's four names serves every purpose, once", async () => {
  const { id, telephone } = await someone()
  const me = await server.as(id)
  const uses = {
    login: async () => (await login(telephone, CODE)).envelope.code,
    recovery: async () => (await check(telephone, CODE)).envelope.code,
    binding: async () => (await me.send(accountPhone.prove, { body: { telephone, code: CODE } })).envelope.code,
  }
  for (const [use, code] of [
    ['login', '0'],
    ['recovery', 'success'],
    ['binding', 'success'],
  ] as const) {
    await ask(telephone, { userId: id })
    expect([use, await uses[use]()]).toEqual([use, code])
    for (const again of ['login', 'recovery', 'binding'] as const)
      expect([use, again, await uses[again]()]).toEqual([use, again, expect.stringMatching(/^(10002|global_prompt)$/)])
  }
  await ask(telephone, { type: 'login' })
  expect(await uses.binding()).not.toBe('success')
  expect(await uses.recovery()).not.toBe('success')
})

test('T7, T9, N-06 of a hundred concurrent guesses at most five are checked, then telephone codes are locked, and the password is not', async () => {
  const { telephone, userName } = await someone()
  await ask(telephone)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => login(telephone, String(100_000 + n))))
  const codes = answers.map(answer => answer.envelope.code)
  expect(codes.filter(code => code === '10002').length).toBeLessThanOrEqual(4)
  expect(codes.filter(code => code === '7').length).toBeGreaterThanOrEqual(95)
  expect((await login(telephone, CODE)).envelope.code).toBe('7')
  expect((await withPassword(userName)).envelope.code).toBe('0')
})

test("D-24 a disabled sign-in method says so; a disabled account is reported after the right code, '10007'", async () => {
  const { id, telephone } = await someone()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await ask(telephone)
  expect((await login(telephone, CODE)).envelope).toMatchObject({ code: '10007', data: { reason: 'disabled' } })
  await set({ openPhone: 'false' })
  expect((await login(telephone, CODE)).envelope).toMatchObject({ code: 'global_prompt', message: '该登录方式未开启' })
  await set({ openPhone: 'true' })
})

test("D-24, D-32 needPhoneVerify: the right password answers '3010', the code of the second step signs in", async () => {
  const { id, telephone, userName } = await someone()
  await set({ needPhoneVerify: 'true' })
  expect((await withPassword(userName, 'Wrong#2026')).envelope.code).toBe('4')
  const masked = `${telephone.slice(0, 3)}****${telephone.slice(-4)}`
  expect((await withPassword(userName)).envelope).toMatchObject({
    code: '3010',
    message: '请完成手机验证',
    data: { userId: id, telephone: masked },
  })
  await ask(telephone, { type: 'verify' })
  expect((await check(telephone, '000000')).envelope.code).toBe('10002')
  expect((await check(telephone, CODE)).envelope).toMatchObject({ code: '0', data: { userId: id } })
  const { records } = await server.admin.call(loginLog.page, { query: { userName } })
  expect(records[0]).toMatchObject({ loginType: 'password', result: 1 })
  // The code was valid once: the next one proves the telephone and signs nobody in.
  await ask(telephone, { type: 'recover' })
  expect((await check(telephone, CODE)).envelope).toMatchObject({ code: 'success', data: { expire: 600 } })
  await set({ needPhoneVerify: 'false' })
})

test('D-27, AUTH-08, AUTH-27, T12, bad input 34 recovery: a proof sets one new password, ends every session and lifts the lock', async () => {
  const { id, telephone, userName } = await someone()
  const elsewhere = await server.as(id)
  for (let n = 0; n < 5; n++) await withPassword(userName, 'Wrong#2026')
  expect((await withPassword(userName)).envelope.code).toBe('7')
  await ask(telephone, { type: 'recover' })
  const { proof, users } = (await check(telephone, CODE)).envelope.data as { proof: string; users: { userId: string; userName: string }[] }
  expect(users).toEqual([{ userId: id, userName: `${userName.slice(0, 1)}***${userName.slice(-1)}` }])
  const setPassword = async (password: string, more: { userId?: string; proof?: string } = {}) =>
    server.nobody.send(phone.recover, {
      query: { proof: more.proof ?? proof },
      body: { password: await sealed(server, password), ...(more.userId && { userId: more.userId }) },
    })
  const other = await someone()
  expect((await setPassword('Fresh#2026', { userId: other.id })).envelope).toMatchObject({
    code: 'password_error',
    message: '验证已失效，请重新验证',
  })
  expect((await setPassword('short')).envelope).toMatchObject({ code: 'password_error', message: '至少8个字符长度' })
  expect((await setPassword(PASSWORD)).envelope.message).toBe('设置的新密码与旧密码一样')
  expect((await setPassword('Fresh#2026', { userId: id })).envelope).toMatchObject({ code: 'success', data: true })
  expect((await setPassword('Other#2026')).envelope.message).toBe('验证已失效，请重新验证')
  await elsewhere.refused('forcedOut', self.isAdmin)
  expect((await withPassword(userName, 'Fresh#2026')).envelope.code).toBe('0')
})

test("D-27 a telephone without an account cannot recover: '10', after the right code", async () => {
  const stranger = phoneOf(server.given.next() + 5_000_000)
  await ask(stranger, { type: 'recover' })
  expect((await check(stranger, CODE)).envelope.code).toBe('10')
})

test('D-20, T7, bad input 10 SMS are limited to one a minute and ten a day per telephone, and twenty an hour per address', async () => {
  const counted = await startTestServer({
    beside: server,
    jobs: true,
    settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1', HUFU_RATE_LIMIT: '1' },
  })
  const askOf = async (telephone: string) => {
    const nonce = await picture()
    return counted.nobody.send(phone.sendCode, { query: { telephone, nonce, captcha: CAPTCHA } })
  }

  const often = { code: 'global_prompt', message: expect.stringContaining('操作过于频繁，请稍后再试（约') as string }
  const one = phoneOf(server.given.next() + 5_000_000)
  expect((await askOf(one)).envelope.code).toBe('success')
  expect((await askOf(one)).envelope).toMatchObject(often)
  const sent = []
  for (let n = 0; n < 25; n++) sent.push((await askOf(phoneOf(server.given.next() + 5_000_000))).envelope.code)
  expect(sent.filter(code => code === 'success').length).toBeLessThanOrEqual(18)
  expect(sent.at(-1)).toBe('global_prompt')

  await counted.close()
})

test('D-20 an SMS whose code signs a user in does not count against the limit of its address', async () => {
  await set({ smsPerAddress: '2', knownAddressFactor: '1' })
  const counted = await startTestServer({
    beside: server,
    jobs: true,
    settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1', HUFU_RATE_LIMIT: '1' },
  })
  const from = '127.0.77.7'
  const codes = []
  for (let n = 0; n < 4; n++) {
    const { telephone } = await someone()
    const asked = new URLSearchParams({ telephone, nonce: await picture(), captcha: CAPTCHA })
    codes.push((await raw(counted, 'GET', `/userLogin/sendVerifyCode?${asked}`, { from })).json!.code)
    const body = JSON.stringify({ telephone, code: CODE })
    codes.push((await raw(counted, 'POST', '/userLogin/phoneLogin', { headers: json, body, from })).json!.code)
  }
  expect(codes).toEqual(['success', '0', 'success', '0', 'success', '0', 'success', '0'])
  await counted.close()
})
