import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { phone } from '@hufu/contract/credentials/phone'
import { workAnswer, workText } from '@hufu/contract/sign-in/proof-of-work'
import { security } from '@hufu/contract/operations/security'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { attempt, userNameOf } from '../../../../test/attempts.ts'
import { PASSWORD, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

const CODE = '135790'
let server: TestServer
let second: TestServer
beforeAll(async () => {
  const settings = { HUFU_MOCK_PROVIDERS: '1', HUFU_FIXED_SMS_CODE: CODE }
  server = await startTestServer({ jobs: true, settings })
  second = await startTestServer({ beside: server, settings })
  await set({ captchaMode: '0', openPhone: 'true' })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

async function set(values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  for (const node of [server, second]) await node.kernel.config.refresh()
}
async function someone() {
  const telephone = phoneOf(server.given.next() + 4_000_000)
  const id = await server.given.user({ phone: telephone })
  return { id, telephone, userName: await userNameOf(server, id) }
}
const login = async (loginName: string, pwd: string, more: Record<string, unknown> = {}, node = server) =>
  (await node.nobody.send(signIn.login, { body: { loginName, pwd, ...more } })).envelope
async function ask(telephone: string, type?: string) {
  const nonce = `nonce-${process.pid}-${server.given.next()}`
  await server.nobody.send(phone.image, { query: { id: nonce } })
  return (await server.nobody.send(phone.sendCode, { query: { telephone, nonce, captcha: CAPTCHA, type } })).envelope
}

test('N-06, T4 a login ciphertext is valid once over all nodes, also with an empty block appended', async () => {
  const { userName } = await someone()
  const pwd = await sealed(server, PASSWORD)
  expect((await login(userName, pwd)).code).toBe('0')
  expect(await login(userName, pwd)).toMatchObject({ code: '4', message: '用户名或密码错误，还可尝试4次' })
  expect((await login(userName, pwd, {}, second)).code).toBe('4')
  const longer = Buffer.concat([Buffer.from(pwd, 'base64'), Buffer.from(await sealed(server, ''), 'base64')]).toString('base64')
  expect((await login(userName, longer)).code).toBe('4')
  expect((await login(userName, `${pwd.slice(0, 8)}\n${pwd.slice(8)}`)).code).toBe('4')
})

test('N-06, T4 of twenty concurrent uses of one ciphertext one signs in', async () => {
  const { userName } = await someone()
  const pwd = await sealed(server, PASSWORD)
  await set({ failCount: '100', accountFailCount: '100' })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => login(userName, pwd, {}, n % 2 ? server : second)))
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
  await set({ failCount: '5', accountFailCount: '20' })
})

test('N-06, T4 a ciphertext used to set or check a password signs nobody in', async () => {
  const { id, userName } = await someone()
  const me = await server.as(id)
  const [checked, fresh, old] = await Promise.all(['Fresh#2026', 'Fresh#2026', PASSWORD].map(text => sealed(server, text)))
  await me.call(self.judgePassword, { body: { password: checked! } })
  await me.call(self.changePassword, { body: { userId: id, oldPassword: old!, password: fresh! } })
  for (const pwd of [checked!, fresh!]) expect((await login(userName, pwd)).code).toBe('4')
  expect((await login(userName, await sealed(server, 'Fresh#2026'))).code).toBe('0')
})

test('N-06, D-35 only those who set the password blacklist read it; others learn whether one password is on it', async () => {
  await set({ openPasswordBlacklist: 'true', passwordBlacklist: JSON.stringify(['Listed#2026']) })
  const me = await server.as((await someone()).id)
  expect(await me.call(config.global)).toMatchObject({ openPasswordBlacklist: true, passwordBlacklist: [] })
  expect((await server.admin.call(config.global)).passwordBlacklist).toEqual(['Listed#2026'])
  const check = async (text: string) => me.call(self.judgePassword, { body: { password: await sealed(server, text) } })
  expect(await check('listed#2026')).toMatchObject({ listed: true })
  expect(await check('Other#2026')).toMatchObject({ listed: false })
  await set({ openPasswordBlacklist: 'false', passwordBlacklist: '[]' })
})

test('N-06, T7 a code is valid once, for the purpose it was sent for only; without a purpose, for any', async () => {
  const { telephone } = await someone()
  const [check, enter] = [
    async () => (await server.nobody.send(phone.check, { body: { telephone, code: CODE } })).envelope.code,
    async () => (await server.nobody.send(phone.login, { body: { telephone, code: CODE } })).envelope.code,
  ]
  await ask(telephone)
  expect([await check(), await enter()]).toEqual(['success', '10002'])
  await ask(telephone)
  expect(await enter()).toBe('0')
  await ask(telephone, 'bind')
  expect([await check(), await enter()]).toEqual(['10002', '10002'])
})

test('N-06, D-27 recovery by SMS has its own switch, checked at every step', async () => {
  const { telephone } = await someone()
  await ask(telephone, 'recover')
  const answer = await server.nobody.send(phone.check, { body: { telephone, code: CODE } })
  const { proof } = answer.envelope.data as { proof: string }
  expect((await server.nobody.call(config.public)).openRecovery).toBe(true)
  await server.admin.call(security.updateLoginWindow, { body: { openRecovery: false } })
  expect((await server.nobody.call(config.public)).openRecovery).toBe(false)
  expect((await ask(telephone, 'recover')).message).toBe('该登录方式未开启')
  await server.nobody.refused('methodOff', phone.check, { body: { telephone, code: CODE } })
  const body = { password: await sealed(server, 'Fresh#2026') }
  await server.nobody.refused('methodOff', phone.recover, { query: { proof }, body })
  await server.admin.call(security.updateLoginWindow, { body: { openRecovery: true } })
})

const isFound = (text: string, bits: number) => createHash('sha256').update(text).digest().readUInt32BE() >>> (32 - bits) === 0
function found(id: string, rounds: number, bits: number): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    for (let number = 0; ; number++) if (isFound(workText(id, round, number), bits)) return number
  })
}

test('N-06 a proof of work replaces the captcha for one attempt; an unsolved one, or one of another token, does not', async () => {
  await set({ captchaMode: '1' })
  const { userName, telephone } = await someone()
  const enter = async (work: string) => login(userName, await sealed(server, PASSWORD), { work })
  const { id, rounds, bits } = await server.nobody.call(signIn.proofOfWork)
  const numbers = found(id, rounds, bits)
  const other = (await server.nobody.call(signIn.proofOfWork)).id
  expect((await enter(workAnswer(other, numbers))).code).toBe('10002')
  for (const nothing of ['', 'x', `${other}.`]) expect((await enter(nothing)).code).toBe('10002')
  expect((await enter(workAnswer(id, numbers))).code).toBe('0')
  expect((await enter(workAnswer(id, numbers))).code).toBe('10002')
  const again = await server.nobody.call(signIn.proofOfWork)
  const work = workAnswer(again.id, found(again.id, again.rounds, again.bits))
  const query = { telephone, nonce: 'none-12345678', captcha: '', work }
  expect((await server.nobody.send(phone.sendCode, { query })).envelope.code).toBe('success')
  await set({ captchaMode: '0' })
})

test('N-06, LOGIN-01 a sign-in method that is enabled but not configured is not offered', async () => {
  const plain = await startTestServer({ beside: server })
  await set({ openPhone: 'true', openWx: 'true', openZfb: 'true', openCa: 'true', openFace: 'true' })
  const offered = async () => {
    await plain.kernel.config.refresh()
    return plain.nobody.call(config.public)
  }
  const none = { openPhone: false, openWx: false, openZfb: false, openCa: false, openFace: false, openRecovery: false }
  expect(await offered()).toMatchObject({ ...none, openPassword: true, openPasskey: true })
  await set({ 'sms.gateway': 'http', 'wx.appId': 'wx1', 'wx.secret': 'x' })
  expect(await offered()).toMatchObject({ ...none, openPhone: true, openRecovery: true, openWx: true })
  await set({ 'sms.gateway': '', 'wx.appId': '', 'wx.secret': '', openWx: 'false', openZfb: 'false', openCa: 'false', openFace: 'false' })
  await plain.close()
})

test('N-06 a captured ciphertext of an initial password signs nobody in', async () => {
  const password = await sealed(server, 'Initial#2026')
  const draft = { userName: `init${server.given.next()}`, realName: '新人', jobs: [{ orgId: '1', jobType: 1 }], passwordType: 3, password }
  expect((await server.admin.send(user.save, { body: draft })).envelope.code).toBe('success')
  expect((await login(draft.userName, password)).code).toBe('4')
  expect((await attempt(server, draft.userName, 'Initial#2026')).envelope.code).toBe('0')
})
