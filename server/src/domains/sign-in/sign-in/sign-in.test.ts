import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Encrypts a password as the console does. */
async function sealed(password: string): Promise<string> {
  const key = await server.nobody.call(signIn.publicKey)
  const pem = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(password)).toString(
    'base64',
  )
}
const someone = async () => {
  const id = await server.given.user()
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, userName }
}
/** Signs in, with a captcha in case one is required. */
async function attempt(loginName: string, password: string, more: Record<string, unknown> = {}) {
  const { loginId } = await server.nobody.call(signIn.captcha)
  return server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(password), loginId, code: CAPTCHA, ...more } })
}

/** 0 never, 1 always, 2 after a failure. */
async function setCaptchaMode(configValue: string) {
  await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', 'captchaMode').execute()
  await server.kernel.config.refresh()
}

test('AUTH-11 getRsaPublicKey returns a 2048-bit RSA public key', async () => {
  const key = createPublicKey({ key: Buffer.from(await server.nobody.call(signIn.publicKey), 'base64'), format: 'der', type: 'spki' })
  expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
})

test('AUTH-03 each captcha has its own loginId and an image', async () => {
  const [a, b] = [await server.nobody.call(signIn.captcha), await server.nobody.call(signIn.captcha)]
  expect(a.loginId).not.toBe(b.loginId)
  expect(a.image).toMatch(/^data:image\/png;base64,/)
})

test("AUTH-05, LOGIN-01, LOGIN-29 the right password answers '0' with token, userId, id, userName, realName", async () => {
  const { id, userName } = await someone()
  const { envelope } = await attempt(userName, PASSWORD)
  expect(envelope).toMatchObject({
    code: '0',
    message: '登录成功',
    data: { userId: id, id, userName, realName: expect.any(String), token: expect.stringMatching(/^[\w-]{43}$/) },
  })
  const me = await server.withToken((envelope.data as { token: string }).token).call(self.current)
  expect(me).toMatchObject({ id, userName, isAdmin: false })
})

test("AUTH-05 a wrong password answers '4' with the attempts left; five lock for thirty minutes (D-24)", async () => {
  const { userName } = await someone()
  for (const remain of [4, 3, 2, 1])
    expect((await attempt(userName, 'Wrong#2026')).envelope).toMatchObject({
      code: '4',
      message: `用户名或密码错误，还可尝试${remain}次`,
      data: { remain },
    })
  expect((await attempt(userName, 'Wrong#2026')).envelope).toMatchObject({
    code: '7',
    message: '账号已锁定，请30分钟后重试或联系管理员解锁',
    data: { minutes: 30 },
  })
  expect((await attempt(userName, PASSWORD)).envelope.code).toBe('7')
})

test('T9, bad input 3 of a hundred concurrent guesses at most five are checked, and spellings of a name share one counter', async () => {
  const { userName } = await someone()
  await setCaptchaMode('0')
  const pwd = await sealed('Wrong#2026')
  const spellings = [
    userName,
    userName.toUpperCase(),
    ` ${userName} `,
    userName.replace(/[a-z]/, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => server.nobody.send(signIn.login, { body: { loginName: spellings[n % 4]!, pwd } })),
  )
  const codes = answers.map(answer => answer.envelope.code)
  expect(codes.filter(code => code === '4').length).toBeLessThanOrEqual(4)
  expect(codes.filter(code => code === '7').length).toBeGreaterThanOrEqual(95)
  await setCaptchaMode('2')
})

test('bad inputs 1, 2, 6: an unknown name, a wrong password, plain text and garbage get the same answer', async () => {
  const { userName } = await someone()
  const bodies = [
    { loginName: 'nobody-there', pwd: await sealed('Wrong#2026') },
    { loginName: userName, pwd: await sealed('Wrong#2026') },
    { loginName: (await someone()).userName, pwd: PASSWORD },
    { loginName: (await someone()).userName, pwd: Buffer.alloc(256, 7).toString('base64') },
  ]
  for (const body of bodies) {
    const { loginId } = await server.nobody.call(signIn.captcha)
    const { envelope } = await server.nobody.send(signIn.login, { body: { ...body, loginId, code: CAPTCHA } })
    expect(envelope).toEqual({ code: '4', message: '用户名或密码错误，还可尝试4次', data: { remain: 4 } })
  }
})

test('bad input 3 an unknown name is locked like an existing one', async () => {
  const name = `nobody${server.given.next()}`
  const codes = []
  for (let n = 0; n < 6; n++) codes.push((await attempt(n % 2 ? name.toUpperCase() : name, 'Wrong#2026')).envelope.code)
  expect(codes).toEqual(['4', '4', '4', '4', '7', '7'])
})

test('T9, bad input 33 wrong old passwords and failed sign-ins share one counter', async () => {
  const { id, userName } = await someone()
  const me = await server.as(id)
  const body = { userId: id, oldPassword: await sealed('Wrong#2026'), password: await sealed('Fresh#2026') }
  for (let n = 0; n < 3; n++) await me.refused('oldPasswordWrong', self.changePassword, { body })
  expect((await attempt(userName, 'Wrong#2026')).envelope.data).toEqual({ remain: 1 })
  expect((await attempt(userName, 'Wrong#2026')).envelope.code).toBe('7')
  expect((await me.send(self.changePassword, { body: { ...body, oldPassword: await sealed(PASSWORD) } })).envelope.code).toBe('7')
})

test('T4 two hundred ciphertexts with one flipped bit, each for another name, get the same answer', async () => {
  const good = Buffer.from(await sealed(PASSWORD), 'base64')
  const verdictOn = async (n: number) => {
    const flipped = Buffer.from(good)
    flipped[n] = flipped[n]! ^ (1 << (n % 8))
    const { loginId } = await server.nobody.call(signIn.captcha)
    const body = { loginName: `flip${n}`, pwd: flipped.toString('base64'), loginId, code: CAPTCHA }
    return JSON.stringify((await server.nobody.send(signIn.login, { body })).envelope)
  }
  const verdicts = new Set<string>()
  for (let n = 0; n < 200; n += 20)
    for (const verdict of await Promise.all(Array.from({ length: 20 }, (_, k) => verdictOn(n + k)))) verdicts.add(verdict)
  expect([...verdicts]).toEqual([JSON.stringify({ code: '4', message: '用户名或密码错误，还可尝试4次', data: { remain: 4 } })])
})

test("T4, bad input 6 a captured sign-in request cannot be replayed: '10002' where a captcha is required", async () => {
  const { userName } = await someone()
  await setCaptchaMode('1')
  const { loginId } = await server.nobody.call(signIn.captcha)
  const body = { loginName: userName, pwd: await sealed(PASSWORD), loginId, code: CAPTCHA }
  expect((await server.nobody.send(signIn.login, { body })).envelope.code).toBe('0')
  await server.nobody.refused('captchaWrong', signIn.login, { body })
  await setCaptchaMode('2')
})

test("D-24, bad input 5 after a failure a captcha is required: a missing, wrong, used or expired one answers '10002'", async () => {
  const { userName } = await someone()
  await attempt(userName, 'Wrong#2026')
  const pwd = await sealed(PASSWORD)
  const { loginId } = await server.nobody.call(signIn.captcha)
  await server.nobody.refused('captchaNeeded', signIn.login, { body: { loginName: userName, pwd } })
  await server.nobody.refused('captchaWrong', signIn.login, { body: { loginName: userName, pwd, loginId, code: 'ZZZZ' } })
  await server.nobody.refused('captchaWrong', signIn.login, { body: { loginName: userName, pwd, loginId, code: CAPTCHA } })
  const late = await server.nobody.call(signIn.captcha)
  await server.kernel.db.updateTable('captcha').set({ expiresAt: '2026-01-01 00:00:00' }).where('id', '=', late.loginId).execute()
  const body = { loginName: userName, pwd, loginId: late.loginId, code: CAPTCHA }
  await server.nobody.refused('captchaWrong', signIn.login, { body })
})

test("USER-11, bad input 4: a disabled account is reported only after the right password, code '10007'", async () => {
  const { id, userName } = await someone()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  expect((await attempt(userName, PASSWORD)).envelope).toMatchObject({
    code: '10007',
    message: '账号已停用，请联系管理员',
    data: { reason: 'disabled' },
  })
  expect((await attempt(userName, 'Wrong#2026')).envelope.code).toBe('4')
})

test('AUTH-09, SHELL-27 logout ends the token; a cookie alone signs nobody out', async () => {
  const { userName } = await someone()
  const answer = await attempt(userName, PASSWORD)
  const link = answer.headers.getSetCookie().find(cookie => cookie.startsWith('idaas-link='))!
  expect(link).toMatch(/HttpOnly/i)
  expect(link).toMatch(/SameSite=Strict/i)
  const me = server.withToken((answer.envelope.data as { token: string }).token)
  await server.nobody.refused('signInAgain', signIn.logout, { headers: { cookie: link.split(';')[0]! } })
  expect(await me.call(self.isAdmin)).toBe(false)
  await me.call(signIn.logout)
  await me.refused('signInAgain', self.isAdmin)
})

test('FORCE-01, FORCE-08, PERM-33, USER-19, USER-47, N-13, T12, bad input 13 the first sign-in forces a password change by its own call, which ends every other session', async () => {
  const { id, userName } = await someone()
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', id).execute()
  const sessions = [await server.as(id), await server.as(id)]
  const me = sessions[0]!
  expect(await me.call(self.forcedChange)).toEqual({ hasForceChangePwd: true, forceChangePwdType: 'first' })
  await me.refused('changePasswordFirst', user.page)
  await me.call(self.setForcedPassword, { body: { password: await sealed('Fresh#2026') } })
  await sessions[1]!.refused('forcedOut', self.isAdmin)
  for (const session of [
    me,
    server.withToken(((await attempt(userName, 'Fresh#2026')).envelope as { data: { token: string } }).data.token),
  ]) {
    expect(await session.call(self.forcedChange)).toEqual({ hasForceChangePwd: false, forceChangePwdType: '' })
    await session.refused('notForced', self.setForcedPassword, { body: { password: await sealed('Other#2026') } })
  }
})

test.for(['reset', 'own'] as const)(
  'N-13 a change that is forced after the first one ends every session: password %s',
  async passwordFrom => {
    const { id } = await someone()
    const passwordTime = passwordFrom === 'own' ? new Date(0).toISOString() : new Date().toISOString()
    await server.kernel.db.updateTable('users').set({ passwordFrom, passwordTime }).where('id', '=', id).execute()
    const me = await server.as(id)
    expect(await me.call(self.forcedChange)).toEqual({
      hasForceChangePwd: true,
      forceChangePwdType: passwordFrom === 'own' ? 'expired' : 'default',
    })
    await me.call(self.setForcedPassword, { body: { password: await sealed('Fresh#2026') } })
    await me.refused('forcedOut', self.isAdmin)
  },
)

test('USER-18, PWD-09, PWD-18, ENT-33, ERR-06, T26, bad inputs 18, 32, 33 a changed own password: each problem has its exact message, and success ends every session', async () => {
  const { id, userName } = await someone()
  const me = await server.as(id)
  const change = async (oldPassword: string, password: string, userId = id) =>
    (await me.send(self.changePassword, { body: { userId, oldPassword: await sealed(oldPassword), password: await sealed(password) } }))
      .envelope
  expect(await change('Wrong#2026', 'Fresh#2026')).toMatchObject({ code: 'password_error', message: '旧密码不正确' })
  expect(await change(PASSWORD, PASSWORD)).toMatchObject({ code: 'password_error', message: '设置的新密码与旧密码一样' })
  expect(await change(PASSWORD, 'Ab1!xyz')).toMatchObject({ code: 'password_error', message: '至少8个字符长度' })
  expect(await change(PASSWORD, 'abcdefgh')).toMatchObject({
    code: 'password_error',
    message: '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合',
  })
  expect(await change(PASSWORD, 'Fresh#2026', '1')).toMatchObject({ code: '4403', status: false })
  const plain = await me.send(self.changePassword, { body: { userId: id, oldPassword: PASSWORD, password: 'Fresh#2026' } })
  expect(plain.envelope).toMatchObject({ code: 'password_error', message: '密码解密失败，请刷新页面重试' })
  expect((await change(PASSWORD, 'Abc<12>def')).code).toBe('success')
  await me.refused('forcedOut', self.isAdmin)
  expect((await attempt(userName, 'Abc<12>def')).envelope.code).toBe('0')
})

test('T3, D-68 a remembered device signs in once per token; a reused token ends the whole family', async () => {
  const { id } = await someone()
  const me = await server.as(id)
  const cookieOf = (answer: { headers: Headers }) =>
    answer.headers
      .getSetCookie()
      .find(cookie => cookie.startsWith('idaas-remember-pwd='))!
      .split(';')[0]!
  const first = cookieOf(await me.send(signIn.rememberDevice))
  const again = await server.nobody.send(signIn.loginRemembered, { headers: { cookie: first } })
  expect(again.envelope.code).toBe('0')
  await server.nobody.refused('ticketInvalid', signIn.loginRemembered, { headers: { cookie: first } })
  await server.nobody.refused('ticketInvalid', signIn.loginRemembered, { headers: { cookie: cookieOf(again) } })
})
