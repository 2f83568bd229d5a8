import { afterAll, beforeAll, expect, test } from 'vitest'
import { factor } from '@hufu/contract/credentials/factor'
import { loginLog } from '@hufu/contract/audit/login-log'
import { passkey } from '@hufu/contract/credentials/passkey'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { authenticator, type Authenticator, type AssertionOverrides } from '../../../../test/authenticator.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let given: ReturnType<typeof factorsIn>
beforeAll(async () => {
  server = await startTestServer()
  given = factorsIn(server)
  await given.set({ captchaMode: '0' })
})
afterAll(() => server.close())

const stale = async (userId: string) =>
  server.kernel.db.updateTable('session').set({ provenAt: '2026-01-01 00:00:00' }).where('userId', '=', userId).execute()
const options = () => server.nobody.call(passkey.signInOptions)
const enter = async (assertion: object) => (await server.nobody.send(passkey.signIn, { body: { assertion } })).envelope
const signInWith = async (device: Authenticator, overrides?: AssertionOverrides) => enter(device.use(await options(), overrides))
const logOf = async (userName: string) => (await server.admin.call(loginLog.page, { query: { userName } })).records

async function withPasskey() {
  const { id, userName } = await given.someone()
  const me = await server.as(id)
  return { id, userName, me, device: await given.bindPasskey(me) }
}

test("a passkey signs in without a user name, answer '0', and the login log has the method", async () => {
  const { id, userName, device } = await withPasskey()
  const { envelope } = await server.nobody.send(passkey.signIn, { body: { assertion: device.use(await options()) } })
  expect(envelope).toMatchObject({ code: '0', message: '登录成功', data: { userId: id, token: expect.stringMatching(/^[\w-]{43}$/) } })
  expect(await server.withToken((envelope.data as { token: string }).token).call(self.current)).toMatchObject({ id })
  expect((await logOf(userName))[0]).toMatchObject({ loginType: 'passkey', result: 1 })
})

test('the browser is asked for a passkey of this site, with user verification, discoverable, and at sign-in for no particular user', async () => {
  const me = await server.as((await given.someone()).id)
  const creationOptions = await me.call(passkey.registerOptions)
  expect(creationOptions).toMatchObject({
    rp: { id: '127.0.0.1' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  })
  expect(Buffer.from(creationOptions.challenge, 'base64url')).toHaveLength(32)
  expect(await options()).not.toHaveProperty('allowCredentials')
  await given.set({ siteAddress: 'https://iam.example.com' })
  expect((await me.call(passkey.registerOptions)).rp.id).toBe('iam.example.com')
  await given.set({ siteAddress: '' })
})

const wrong: [string, AssertionOverrides][] = [
  ['made for another origin', { origin: 'http://127.0.0.1:1' }],
  ['of another site', { rpId: 'example.com' }],
  ['for another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['without user verification', { verified: false }],
  ['of another kind', { type: 'payment.get' }],
]
test.each(wrong)('T9 an answer %s signs nobody in and registers nothing', async (_what, overrides) => {
  const { me, device } = await withPasskey()
  expect(await signInWith(device, overrides)).toMatchObject({ code: '10002', message: '通行密钥无效或验证已超时，请重试', data: null })
  const other = authenticator(server.address)
  const attestation = other.create(await me.call(passkey.registerOptions), overrides)
  await me.refused('passkeyWrong', passkey.register, { body: { name: '另一', attestation } })
  expect(await me.call(passkey.list)).toHaveLength(1)
})

test('a forged signature and an unregistered passkey sign nobody in', async () => {
  const { device } = await withPasskey()
  const assertion = device.use(await options())
  const forged = authenticator(server.address).use(await options())
  expect((await enter({ ...assertion, response: { ...assertion.response, signature: forged.response.signature } })).code).toBe('10002')
  expect((await enter(forged)).code).toBe('10002')
})

test('a challenge is valid once and for 120 seconds, and used up by a wrong answer, too', async () => {
  const { device } = await withPasskey()
  const first = await options()
  const answer = device.use(first)
  expect((await enter(answer)).code).toBe('0')
  expect((await enter(answer)).code).toBe('10002')
  expect((await enter(device.use(first))).code).toBe('10002')
  const second = await options()
  expect((await enter(device.use(second, { verified: false }))).code).toBe('10002')
  expect((await enter(device.use(second))).code).toBe('10002')
  const third = await options()
  await server.kernel.db.updateTable('oneTime').set({ expiresAt: '2026-01-01 00:00:00' }).execute()
  expect((await enter(device.use(third))).code).toBe('10002')
})

test('a challenge for one purpose, user or session is not accepted for another', async () => {
  const { id, me, device } = await withPasskey()
  const other = await server.as((await given.someone()).id)
  const elsewhere = await server.as(id)
  const register = async (subject: typeof me, challenge: string) => {
    const creationOptions = { ...(await subject.call(passkey.registerOptions)), challenge }
    const body = { name: '另一', attestation: authenticator(server.address).create(creationOptions) }
    return (await subject.send(passkey.register, { body })).envelope.code
  }
  expect(await register(other, (await me.call(passkey.registerOptions)).challenge)).toBe('10002')
  expect(await register(elsewhere, (await me.call(passkey.registerOptions)).challenge)).toBe('10002')
  expect(await register(me, (await options()).challenge)).toBe('10002')
  const { challenge } = await me.call(passkey.registerOptions)
  expect((await enter(device.use({ ...(await options()), challenge }))).code).toBe('10002')
  expect((await enter(device.use(await me.call(passkey.proveOptions)))).code).toBe('10002')
})

test('a counter that does not increase is refused and logged; one that does is stored', async () => {
  const { userName, device } = await withPasskey()
  expect((await signInWith(device, { counter: 9 })).code).toBe('0')
  for (const counter of [9, 8, 0])
    expect((await signInWith(device, { counter })).message).toBe('通行密钥的使用次数异常，可能已被复制，请联系管理员')
  expect((await logOf(userName))[0]).toMatchObject({ result: 0, message: '通行密钥的使用次数异常，可能已被复制，请联系管理员' })
  expect((await signInWith(device, { counter: 10 })).code).toBe('0')
})

test('authenticators without a counter always send 0; of two concurrent answers with one count one is accepted', async () => {
  const { me } = await withPasskey()
  const device = authenticator(server.address)
  const attestation = device.create(await me.call(passkey.registerOptions), { counter: 0 })
  await me.call(passkey.register, { body: { name: '不计数', attestation } })
  for (let n = 0; n < 2; n++) expect((await signInWith(device, { counter: 0 })).code).toBe('0')
  const answers = await Promise.all([1, 2].map(async () => device.use(await options(), { counter: 5 })))
  expect((await Promise.all(answers.map(answer => enter(answer)))).map(({ code }) => code).sort()).toEqual(['0', '10002'])
})

test('a user handle of another user is refused; a missing one is not', async () => {
  const { device } = await withPasskey()
  expect((await signInWith(device, { userHandle: Buffer.from('1').toString('base64url') })).code).toBe('10002')
  expect((await signInWith(device, { userHandle: undefined })).code).toBe('0')
})

test('D-24 a disabled sign-in method says so; locked, disabled and deleted users are refused, as with their password', async () => {
  const { id, device } = await withPasskey()
  await given.set({ openPasskey: 'false' })
  expect((await signInWith(device)).message).toBe('该登录方式未开启')
  await given.set({ openPasskey: 'true' })
  const row = {
    nameKey: id,
    id,
    loginName: 'x',
    userId: id,
    failCount: 5,
    firstTime: '2026-01-01 00:00:00',
    lastTime: '2026-01-01 00:00:00',
  }
  const lock = { ...row, lastIp: '', lockedUntil: '2099-01-01 00:00:00' }
  // N-06: a lock by wrong passwords does not apply here, a lock by an administrator does.
  await server.kernel.db
    .insertInto('loginFailure')
    .values({ ...lock, allUntil: lock.lockedUntil })
    .execute()
  expect((await signInWith(device)).code).toBe('0')
  await server.kernel.db.deleteFrom('loginFailure').execute()
  await server.kernel.db
    .insertInto('loginFailure')
    .values({ ...lock, lockedBy: '1', lockTime: '2026-01-01 00:00:00' })
    .execute()
  expect((await signInWith(device)).code).toBe('7')
  await server.kernel.db.deleteFrom('loginFailure').execute()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  expect(await signInWith(device)).toMatchObject({ code: '10007', data: { reason: 'disabled' } })
  await server.admin.call(user.remove, { body: { ids: [id] } })
  expect((await signInWith(device)).code).toBe('10002')
  expect(await server.kernel.db.selectFrom('passkey').select('id').where('userId', '=', id).execute()).toEqual([])
})

test('a user’s own passkeys are listed, renamed and removed; those of others are answered as unknown', async () => {
  const { me, device } = await withPasskey()
  const other = await withPasskey()
  expect(await me.call(passkey.list)).toEqual([
    { id: device.recordId, name: '笔记本', synced: true, createTime: expect.any(String), lastUsed: null },
  ])
  await me.call(passkey.rename, { body: { id: device.recordId, name: '办公电脑' } })
  expect((await me.call(passkey.list))[0]).toMatchObject({ name: '办公电脑' })
  await me.refused('passkeyMissing', passkey.rename, { body: { id: other.device.recordId, name: '我的' } })
  await me.refused('passkeyMissing', passkey.remove, { query: { id: other.device.recordId } })
  await me.call(passkey.remove, { query: { id: device.recordId } })
  expect((await signInWith(device)).code).toBe('10002')
  expect((await signInWith(other.device)).code).toBe('0')
})

test('an authenticator is registered once, for one user only; the browser gets the list of those registered', async () => {
  const { me, device } = await withPasskey()
  expect((await me.call(passkey.registerOptions)).excludeCredentials).toEqual([
    { id: device.id, type: 'public-key', transports: ['internal'] },
  ])
  const other = await server.as((await given.someone()).id)
  const again = async (subject: typeof me) => ({
    body: { name: '又', attestation: device.create(await subject.call(passkey.registerOptions)) },
  })
  await me.refused('passkeyTaken', passkey.register, await again(me))
  await other.refused('passkeyTaken', passkey.register, await again(other))
})

test('T12 adding and removing a passkey requires a proof within the last five minutes, by password or passkey, in that session', async () => {
  const { id, me, device } = await withPasskey()
  const elsewhere = await server.as(id)
  await stale(id)
  await me.refused('stepUpNeeded', passkey.registerOptions)
  await me.refused('stepUpNeeded', passkey.remove, { query: { id: device.recordId } })
  const assertion = device.use(await me.call(passkey.proveOptions))
  await me.refused('passkeyWrong', factor.stepUp, { body: { kind: 'passkey', assertion: device.use(await options()) } })
  await elsewhere.refused('passkeyWrong', factor.stepUp, { body: { kind: 'passkey', assertion } })
  await me.call(factor.stepUp, { body: { kind: 'passkey', assertion: device.use(await me.call(passkey.proveOptions)) } })
  await elsewhere.refused('stepUpNeeded', passkey.registerOptions)
  await me.call(passkey.remove, { query: { id: device.recordId } })
})
