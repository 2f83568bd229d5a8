import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { sms } from '@hufu/contract/messages/sms'
import { user } from '@hufu/contract/directory/user'
import type { FakeSms } from '../../../../../test/fakes/sms-fake.ts'
import { openHttpFake } from '../../../../../test/fakes/sms-http.ts'
import { PASSWORD, phoneOf } from '../../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { sealed } from '../../../../../test/secrets.ts'

let server: TestServer
let gateway: FakeSms
beforeAll(async () => {
  gateway = await openHttpFake()
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  const { keys } = server.kernel
  const secret = keys.encrypt('config', gateway.account.secret)
  await set({ captchaMode: '0', 'sms.gateway': 'http', 'sms.address': gateway.address, 'sms.accessKeySecret': secret })
  await set({ defaultPassword: keys.encrypt('config', 'Initial#2026') })
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})
beforeEach(() => gateway.forget())

async function set(values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
}
const someNumber = () => phoneOf(server.given.next() + 8_000_000)
async function someone(telephone: string | undefined = someNumber()) {
  const id = await server.given.user(telephone ? { phone: telephone } : {})
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { id, telephone, userName }
}
const reset = (ids: string[], passwordType: 1 | 2 = 2) =>
  server.admin.call(user.resetPassword, { body: { ids, passwordType, hasSendSms: true } })
const login = async (loginName: string, password: string) =>
  (await server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(server, password) } })).envelope.code
const arrived = async (count: number) => {
  await expect.poll(() => gateway.sent.length).toBe(count)
  return new Map(gateway.sent.map(({ telephone, values: [userName, password] }) => [telephone, { userName, password }]))
}

test('USER-39, ENT-25, D-47 a reset with SMS sends each user their own password; those without telephone are returned in the list', async () => {
  const [ann, ben, mute] = [await someone(), await someone(), await someone('')]
  const annSession = await server.as(ann.id)
  const answer = await reset([ann.id, ben.id, mute.id])
  expect(answer).toEqual({ count: 3, sent: 2, list: [{ userName: mute.userName, password: expect.stringMatching(/^.{12}$/) }] })
  await annSession.refused('forcedOut', self.isAdmin)
  const passwords = await arrived(2)
  for (const { telephone, userName } of [ann, ben]) {
    expect(passwords.get(telephone)).toMatchObject({ userName })
    expect(await login(userName, passwords.get(telephone)!.password!)).toBe('0')
    expect(await login(userName, PASSWORD)).toBe('4')
  }
  expect(new Set([...passwords.values()].map(({ password }) => password)).size).toBe(2)
  const { records } = await server.admin.call(sms.page, { query: { userId: ann.id } })
  expect(records).toMatchObject([{ type: 'password', result: 1, content: `您的账号${ann.userName}的新密码为******，请登录后及时修改。` }])
  const { db } = server.kernel
  const stored = JSON.stringify([await db.selectFrom('operLog').selectAll().execute(), await db.selectFrom('dataHistory').selectAll().execute()]) // prettier-ignore
  expect(stored).toContain('restPassword')
  expect([...passwords.values()].filter(({ password }) => stored.includes(password!))).toEqual([])
})

test('USER-39, D-47 the configured password is sent too, and never shown', async () => {
  const [ann, mute] = [await someone(), await someone('')]
  expect(await reset([ann.id, mute.id], 1)).toEqual({ count: 2, sent: 1 })
  expect((await arrived(1)).get(ann.telephone)).toEqual({ userName: ann.userName, password: 'Initial#2026' })
  expect(await login(mute.userName, 'Initial#2026')).toBe('0')
})

test('USER-39, ERR-21, D-66 without a gateway or its template nothing is reset; the form says so beforehand', async () => {
  const ann = await someone()
  const refused = async (values: Record<string, string>, data: string) => {
    await set(values)
    const { envelope } = await server.admin.send(user.resetPassword, { body: { ids: [ann.id], passwordType: 2, hasSendSms: true } })
    expect(envelope).toEqual({ code: '600', message: data, data })
    expect(await server.admin.call(sms.canSendPassword)).toMatchObject({ canSend: false })
  }
  expect(await server.admin.call(sms.canSendPassword)).toMatchObject({ canSend: true })
  await refused({ 'sms.address': '' }, '请先配置短信网关')
  await refused(
    { 'sms.gateway': 'aliyun', 'sms.accessKeyId': 'x', 'sms.signName': 'x', 'sms.codeTemplate': 'SMS_1' },
    '请先配置短信模板编号',
  )
  await set({ 'sms.gateway': 'http', 'sms.address': gateway.address })
  expect(await login(ann.userName, PASSWORD)).toBe('0')
  const officer = await server.given.user()
  await server.given.role(officer, '/organiz/index#reset-password')
  expect(await (await server.as(officer)).call(sms.canSendPassword)).toMatchObject({ canSend: true })
  await (await server.as(ann.id)).refused('forbidden', sms.canSendPassword)
})

test('T7, T12 beyond the limit of the day nothing is reset or sent, also by two concurrent resets; the refusal says how many are left', async () => {
  const people = [await someone(), await someone(), await someone()]
  const { count } = await server.kernel.db.selectFrom('sms').select(({ fn }) => fn.countAll<number>().as('count')).where('type', '=', 'password').executeTakeFirstOrThrow() // prettier-ignore
  await set({ 'sms.passwordsADay': String(count + 2) })
  const { envelope } = await server.admin.send(user.resetPassword, {
    body: { ids: people.map(({ id }) => id), passwordType: 2, hasSendSms: true },
  })
  const message = `今日密码短信已达上限（${count + 2}条），还可发送2条，请减少人数、改日再发或不使用短信通知`
  expect(envelope).toMatchObject({ code: 'global_prompt', message })
  for (const { userName } of people) expect(await login(userName, PASSWORD)).toBe('0')
  const ask = ({ id }: { id: string }) => server.admin.send(user.resetPassword, { body: { ids: [id], passwordType: 2, hasSendSms: true } })
  const answers = await Promise.all(people.map(ask))
  expect(answers.map(answer => answer.envelope.code).sort()).toEqual(['global_prompt', 'success', 'success'])
  await arrived(2)
  await set({ 'sms.passwordsADay': '0' })
  expect(await reset(people.map(({ id }) => id))).toMatchObject({ sent: 3 })
  await arrived(5)
})

test('T7 one telephone gets five passwords a day; the administrator sees the sixth instead', async () => {
  const ann = await someone()
  for (let n = 0; n < 5; n++) expect(await reset([ann.id])).toEqual({ count: 1, sent: 1, list: [] })
  await arrived(5)
  expect(await reset([ann.id])).toMatchObject({ count: 1, sent: 0, list: [{ userName: ann.userName }] })
})
