import { afterAll, beforeAll, expect, test } from 'vitest'
import { factor } from '@hufu/contract/credentials/factor'
import { loginLog } from '@hufu/contract/audit/login-log'
import { passkey } from '@hufu/contract/credentials/passkey'
import { phone } from '@hufu/contract/credentials/phone'
import { role } from '@hufu/contract/permission/role'
import type { SmsType } from '@hufu/contract/messages/sms'
import { sealed } from '../../../../test/secrets.ts'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { totp } from '@hufu/contract/credentials/totp'
import { user } from '@hufu/contract/directory/user'
import { authenticator } from '../../../../test/authenticator.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { lastRecord } from '../../../../test/records.ts'
import { CAPTCHA } from '../../../../test/settings.ts'
import { factorsAsked } from '../../sign-in/sign-in/second-step.ts'

const CODE = '246810'
let server: TestServer
let given: ReturnType<typeof factorsIn>
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
  given = factorsIn(server)
  await given.set({ captchaMode: '0', openPhone: 'true' })
})
afterAll(() => server.close())

let pictures = 0
async function codeTo(telephone: string, type?: SmsType) {
  const id = `factor-${process.pid}-${pictures++}`
  await server.nobody.send(phone.image, { query: { id } })
  await server.nobody.call(phone.sendCode, { query: { telephone, nonce: id, captcha: CAPTCHA, ...(type && { type }) } })
}
const newPhone = () => phoneOf(server.given.next() + 6_000_000)
type StepDemand = { pending: string; factors: string[]; telephone: string | null }
const askedOf = (envelope: { data: unknown }) => envelope.data as StepDemand
const tokenOf = (envelope: { data: unknown }) => (envelope.data as { token: string }).token
const secondByPasskey = async (pending: string, device: Awaited<ReturnType<typeof given.bindPasskey>>) =>
  given.second(pending, { kind: 'passkey', assertion: device.use(await server.nobody.call(passkey.signInOptions, { query: { pending } })) })

/** Demanded strength, factors bound (p phone, t TOTP, k passkey), sign-in method, factors offered. */
const matrix: ['' | 'any' | 'crypto', string, 'password' | 'phone' | 'wx' | 'face' | 'ticket' | 'passkey' | 'ca', string][] = [
  ['', '', 'password', ''],
  ['', 'p', 'password', ''],
  ['', 'k', 'password', ''],
  ['', 't', 'password', 'totp recoveryCode'],
  ['', 'ptk', 'password', 'phone totp passkey recoveryCode'],
  ['any', '', 'password', ''],
  ['any', 'p', 'password', 'phone'],
  ['any', 'p', 'phone', ''],
  ['any', 'pt', 'phone', 'totp recoveryCode'],
  ['any', 'pk', 'phone', 'passkey'],
  ['any', 'pk', 'wx', 'phone passkey'],
  ['any', 'p', 'face', 'phone'],
  ['any', 't', 'ticket', 'totp recoveryCode'],
  ['any', 'ptk', 'passkey', ''],
  ['any', 'ptk', 'ca', ''],
  ['crypto', '', 'password', ''],
  ['crypto', 'k', 'password', 'passkey'],
  ['crypto', 'ptk', 'password', 'passkey'],
  ['crypto', 'ptk', 'phone', 'passkey'],
  ['crypto', 'pt', 'password', 'totp recoveryCode'],
  ['crypto', 'p', 'password', ''],
  ['crypto', 'ptk', 'passkey', ''],
  ['crypto', 'k', 'ca', ''],
]
test.each(matrix)('decision 0021 required “%s”, bound “%s”, signed in by %s: offered “%s”', (demand, has, loginType, offered) => {
  const factors = {
    demand,
    phone: has.includes('p'),
    totp: has.includes('t'),
    passkeys: has.includes('k') ? 1 : 0,
    recoveryCodes: has.includes('t') ? 10 : 0,
    certificates: 0,
  }
  const shown = loginType === 'passkey' || loginType === 'ca' ? 'crypto' : ''
  expect(factorsAsked(factors, true, loginType, shown).join(' ')).toBe(offered)
  expect(factorsAsked(factors, false, loginType, shown)).not.toContain('phone')
})

test('D-32 where a role requires any second factor, the telephone completes it, and the message names it', async () => {
  const telephone = newPhone()
  const { id, userName } = await given.someone({ phone: telephone })
  await given.demand(id, 'any')
  const login = await given.login(userName)
  const masked = `${telephone.slice(0, 3)}****${telephone.slice(-4)}`
  expect(login).toMatchObject({ code: '3010', message: '请完成手机验证', data: { userId: id, telephone: masked, factors: ['phone'] } })
  await codeTo(telephone)
  const { envelope } = await server.nobody.send(phone.check, { body: { telephone, code: CODE } })
  expect(envelope).toMatchObject({ code: '0', data: { userId: id } })
  await server.withToken(tokenOf(envelope)).call(self.current)
  expect((await given.second(askedOf(login).pending, { kind: 'totp', code: '000000' })).message).toBe('验证已超时，请重新登录')
})

test('a second step completed by one factor cannot be completed again by the telephone', async () => {
  const telephone = newPhone()
  const { id, userName } = await given.someone({ phone: telephone })
  const bound = await given.bindTotp(await server.as(id))
  const { pending, factors } = askedOf(await given.login(userName))
  expect(factors).toEqual(['phone', 'totp', 'recoveryCode'])
  expect((await given.second(pending, { kind: 'totp', code: bound.code() })).code).toBe('0')
  await codeTo(telephone, 'verify')
  const { envelope } = await server.nobody.send(phone.check, { body: { telephone, code: CODE } })
  expect([envelope.code, envelope.data]).toEqual(['10002', null])
})

test('a telephone used for sign-in does not count as second factor', async () => {
  const telephone = newPhone()
  const { id } = await given.someone({ phone: telephone })
  const bound = await given.bindTotp(await server.as(id))
  await given.demand(id, 'any')
  await codeTo(telephone)
  const { envelope } = await server.nobody.send(phone.login, { body: { telephone, code: CODE } })
  expect(envelope).toMatchObject({ code: '3010', message: '请完成二次验证', data: { telephone: null, factors: ['totp', 'recoveryCode'] } })
  const done = await given.second(askedOf(envelope).pending, { kind: 'totp', code: bound.code() })
  expect(done).toMatchObject({ code: '0', data: { id } })
  const { records } = await server.admin.call(loginLog.page, { query: {} })
  expect(records[0]).toMatchObject({ userId: id, loginType: 'phone', result: 1 })
})

test('only a passkey of the user, challenged for this step, completes a second step', async () => {
  const { id, userName } = await given.someone()
  await given.demand(id, 'crypto')
  const device = await given.bindPasskey(await server.as(id))
  const stranger = await given.bindPasskey(await server.as((await given.someone()).id))
  const login = await given.login(userName)
  expect(login).toMatchObject({ code: '3010', message: '请完成二次验证', data: { factors: ['passkey'] } })
  const { pending } = askedOf(login)
  const options = await server.nobody.call(passkey.signInOptions, { query: { pending } })
  expect(options.allowCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal'] }])
  expect((await given.second(pending, { kind: 'passkey', assertion: stranger.use(options) })).code).toBe('10002')
  const offered = device.use(await server.nobody.call(passkey.signInOptions))
  expect((await given.second(pending, { kind: 'passkey', assertion: offered })).code).toBe('10002')
  expect((await given.second(pending, { kind: 'passkey' })).code).toBe('10002')
  const entered = await secondByPasskey(pending, device)
  expect(entered).toMatchObject({ code: '0', data: { id } })
  expect(await server.withToken(tokenOf(entered)).call(factor.mine)).toMatchObject({ demand: 'crypto', shown: 'crypto', passkeys: 1 })
})

test('N-13 while a second factor is due, the first change of the password ends the session, too', async () => {
  const { id } = await given.someone()
  await given.demand(id, 'any')
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', id).execute()
  const me = await server.as(id)
  await me.call(self.setForcedPassword, { body: { password: await sealed(server, 'Fresh#2026') } })
  await me.refused('forcedOut', self.isAdmin)
})

test('a required factor locks nobody out: without one, a user gets a session that can bind one and do little else', async () => {
  const { id, userName } = await given.someone()
  await server.given.role(id, '/organiz/index#*')
  await given.demand(id, 'any')
  const me = server.withToken(tokenOf(await given.login(userName)))
  expect(await me.refused('bindFactorFirst', user.page)).toMatchObject({ code: '4403', message: '请先绑定二次验证方式', status: false })
  expect(await me.call(self.current)).toMatchObject({ secondFactorDue: 'any' })
  await given.bindTotp(me)
  expect(await me.call(self.current)).toMatchObject({ secondFactorDue: '' })
  await me.call(user.page)
})

test('a required factor applies to open sessions at once; TOTP is not enough where cryptography is required', async () => {
  const { id, userName } = await given.someone()
  await server.given.role(id, '/organiz/index#*')
  const me = await server.as(id)
  await me.call(user.page)
  const bound = await given.bindTotp(me)
  const roleId = await given.demand(id, 'any')
  const later = await server.as(id)
  await later.refused('bindFactorFirst', user.page)
  await later.refused('showFactorFirst', totp.begin)
  await later.refused('showFactorFirst', passkey.registerOptions)
  await later.call(factor.stepUp, { body: { kind: 'totp', secret: bound.code() } })
  await later.call(user.page)
  await server.admin.call(role.update, { body: { ...(await roleOf(roleId)), secondFactor: 'crypto' } })
  await later.refused('bindFactorFirst', user.page)
  const { pending, factors } = askedOf(await given.login(userName))
  expect(factors).toEqual(['totp', 'recoveryCode'])
  const restricted = server.withToken(tokenOf(await given.second(pending, { kind: 'recoveryCode', code: bound.codes[0] })))
  await restricted.refused('bindFactorFirst', user.page)
  await given.bindPasskey(restricted)
  await restricted.call(user.page)
})
const roleOf = async (id: string) => {
  const { name, code } = await server.admin.call(role.byId, { query: { id } })
  return { id, name, code }
}

test('the strictest role decides; disabled and suspended roles do not count', async () => {
  const { id, userName } = await given.someone()
  const any = await given.demand(id, 'any')
  const crypto = await given.demand(id, 'crypto')
  const isFactorDue = async () => (await server.withToken(tokenOf(await given.login(userName))).call(self.current)).secondFactorDue
  expect(await isFactorDue()).toBe('crypto')
  await server.admin.call(role.setStatus, { query: { status: 0 }, body: { ids: [crypto] } })
  expect(await isFactorDue()).toBe('any')
  await server.kernel.db.updateTable('userRole').set({ status: 0 }).where('roleId', '=', any).execute()
  expect(await isFactorDue()).toBe('')
})

test('the last factor a role requires cannot be removed, nor two at once; a surplus one can', async () => {
  const { id } = await given.someone()
  await given.demand(id, 'crypto')
  const me = await server.as(id)
  const [one, two] = [await given.bindPasskey(me), await given.bindPasskey(me)]
  const both = await Promise.all([one, two].map(({ recordId }) => me.send(passkey.remove, { query: { id: recordId } })))
  expect(both.map(({ envelope }) => envelope.message).sort()).toEqual(['您的角色要求二次验证，请先绑定其他验证方式', '操作成功'].sort())
  expect(await me.call(passkey.list)).toHaveLength(1)
  await given.bindTotp(me)
  await me.call(totp.remove)
  const other = await given.someone()
  await given.demand(other.id, 'any')
  const they = await server.as(other.id)
  await given.bindTotp(they)
  await they.refused('lastFactor', totp.remove)
  await given.bindPasskey(they)
  await they.call(totp.remove)
})

const deviceCookie = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find(cookie => cookie.startsWith('idaas-remember-pwd='))!.split(';')[0]! // prettier-ignore

test('D-68 a remembered device replaces the password and, if remembered after a second step, that step, but never a cryptographic factor', async () => {
  const { id, userName } = await given.someone()
  const roleId = await given.demand(id, 'any')
  const bound = await given.bindTotp(await server.as(id))
  const before = deviceCookie(await (await server.as(id)).send(signIn.rememberDevice))
  const come = (cookie: string) => server.nobody.send(signIn.loginRemembered, { headers: { cookie } })
  const login = await come(before)
  expect(login.envelope).toMatchObject({ code: '3010', data: { factors: ['totp', 'recoveryCode'] } })
  const renewed = await come(deviceCookie(login))
  expect(renewed.envelope.code).toBe('3010')
  const entered = await given.second(askedOf(renewed.envelope).pending, { kind: 'totp', code: bound.code() })
  const after = await come(deviceCookie(await server.withToken(tokenOf(entered)).send(signIn.rememberDevice)))
  expect(after.envelope.code).toBe('0')
  expect(await server.withToken(tokenOf(after.envelope)).call(self.current)).toMatchObject({ secondFactorDue: '' })
  await server.admin.call(role.update, { body: { ...(await roleOf(roleId)), secondFactor: 'crypto' } })
  await given.bindPasskey(server.withToken(tokenOf(await given.second(askedOf(await given.login(userName)).pending, { kind: 'totp', code: bound.code(1) })))) // prettier-ignore
  expect((await come(deviceCookie(after))).envelope).toMatchObject({ code: '3010', data: { factors: ['passkey'] } })
})

test('T12 an administrator resets lost factors: sessions end, the audit names the user; not their own, nor of users ranking above them', async () => {
  const { id, userName } = await given.someone()
  const me = await server.as(id)
  await given.bindTotp(me)
  const device = await given.bindPasskey(me)
  const cookie = deviceCookie(await me.send(signIn.rememberDevice))
  const clerk = await server.given.user()
  await server.given.role(clerk, '/organiz/index#reset-factor')
  const desk = await server.as(clerk)
  await desk.call(factor.reset, { body: { id } })
  expect(await lastRecord(server)).toMatchObject({ userId: clerk, module: 'factor', operateType: 'reset', target: id, code: 'success' })
  await me.refused('forcedOut', self.isAdmin)
  expect((await given.login(userName)).code).toBe('0')
  expect((await server.nobody.send(signIn.loginRemembered, { headers: { cookie } })).envelope.code).toBe('10002')
  const assertion = device.use(await server.nobody.call(passkey.signInOptions))
  expect((await server.nobody.send(passkey.signIn, { body: { assertion } })).envelope.code).toBe('10002')
  await desk.refused('ownFactors', factor.reset, { body: { id: clerk } })
  await desk.refused('higherUser', factor.reset, { body: { id: '1' } })
  await (await server.as(id)).refused('forbidden', factor.reset, { body: { id: clerk } })
  const mine = await server.given.org()
  const delegation = await server.given.user({ org: mine })
  await server.given.gradeAdmin(delegation, mine, 1, '/organiz/index')
  await (await server.as(delegation)).refused('userMissing', factor.reset, { body: { id } })
})

test('a super administrator may change the required factor of the all-rights role, and nothing else of it', async () => {
  const whole = await roleOf('super_admin')
  await server.admin.call(role.update, { body: { ...whole, secondFactor: 'crypto' } })
  expect(await server.admin.call(self.current)).toMatchObject({ secondFactorDue: 'crypto' })
  const device = authenticator(server.address)
  await server.admin.refused('bindFactorFirst', role.page)
  await server.admin.call(passkey.register, {
    body: { name: '安全密钥', attestation: device.create(await server.admin.call(passkey.registerOptions)) },
  })
  expect(await server.admin.call(role.byId, { query: { id: 'super_admin' } })).toMatchObject({ secondFactor: 'crypto' })
  await server.admin.refused('superRoleFixed', role.update, { body: { ...whole, name: '别', secondFactor: '' } })
  const clerk = await server.given.user()
  await server.given.role(clerk, '/system/systemRoleIndex#*')
  await (await server.as(clerk)).refused('superRoleFixed', role.update, { body: { ...whole, secondFactor: '' } })
  await server.admin.refused('parameterProblem', role.update, { body: { ...whole, secondFactor: 'sms' } })
  await server.admin.call(role.update, { body: { ...whole, secondFactor: '' } })
})

test('a factor is proven per session: impersonation requires no second factor of the impersonated user', async () => {
  const { id } = await given.someone()
  await given.demand(id, 'crypto')
  const { impersonation } = await import('@hufu/contract/permission/impersonation')
  await server.admin.call(impersonation.begin, { body: { userId: id } })
  expect(await server.admin.call(self.current, { headers: { 'view-as': id } })).toMatchObject({ id, secondFactorDue: '' })
  await server.admin.call(impersonation.end)
})
