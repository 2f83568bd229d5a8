import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '@hufu/contract/credentials/certificate'
import { factor } from '@hufu/contract/credentials/factor'
import { accountPhone } from '@hufu/contract/credentials/account-phone'
import { passkey } from '@hufu/contract/credentials/passkey'
import { phone } from '@hufu/contract/credentials/phone'
import { scan } from '@hufu/contract/credentials/scan'
import { newId } from '../../../platform/database/ids.ts'
import { USER_EXTENSIONS, openRegistry, type CertificateAuthority } from '../../../../test/certificates.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { PASSWORD, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

const CODE = '246802'
let server: TestServer
let given: ReturnType<typeof factorsIn>
let registry: Awaited<ReturnType<typeof openRegistry>>
let root: CertificateAuthority
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
  given = factorsIn(server)
  registry = await openRegistry()
  root = await registry.authority('根', { kind: 'ec' })
  await given.set({ captchaMode: '0', openWx: 'true', openZfb: 'true', openCa: 'true', 'ca.trustCerts': root.pem })
})
afterAll(async () => {
  await registry.close()
  await server.close()
})

const db = () => server.kernel.db
const stale = (userId: string) =>
  db().updateTable('session').set({ provenAt: '2026-01-01 00:00:00' }).where('userId', '=', userId).execute()
const bound = (userId: string, kind: 'wx' | 'zfb' | 'ca') =>
  db().insertInto('loginBinding').values({ id: newId(), userId, kind, subjectHash: newId(), name: '名' }).execute()
/** A user without a password, with bindings of these kinds. */
async function bare(...kinds: ('wx' | 'zfb' | 'ca')[]) {
  const { id } = await given.someone()
  const me = await server.as(id)
  await db().updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
  for (const kind of kinds) await bound(id, kind)
  return { id, me }
}
const unbinding = { wx: scan.unbindWx, zfb: scan.unbindZfb, ca: certificate.unbind } as const

test('T12, AUTH-16, AUTH-17, AUTH-22, AUTH-23, AUTH-26, AUTH-29 a user must prove their identity again before binding or unbinding anything in an old session', async () => {
  const telephone = phoneOf(server.given.next() + 5_000_000)
  const { id } = await given.someone({ phone: telephone })
  const me = await server.as(id)
  for (const kind of ['wx', 'zfb', 'ca'] as const) await bound(id, kind)
  await stale(id)
  const { nonce } = await me.call(certificate.nonce)
  const holder = await root.issue('张三', { extensions: USER_EXTENSIONS })
  const proof = { nonce, cert: holder.cert, sign: await holder.sign(nonce) }
  const code = await codeTo(telephone)
  const loginId = randomUUID()
  await me.refused('stepUpNeeded', scan.bind, { body: { loginId, type: 'wx' } })
  await me.refused('stepUpNeeded', scan.bind, { body: { bindKey: 'x' } })
  await me.refused('stepUpNeeded', certificate.bind, { body: proof })
  for (const call of [...Object.values(unbinding), accountPhone.unbind]) await me.refused('stepUpNeeded', call)
  await me.refused('stepUpNeeded', accountPhone.prove, { body: { telephone, code } })
  expect(await me.call(scan.bindings)).toMatchObject({
    wx: { bound: true },
    zfb: { bound: true },
    ca: { bound: true },
    phone: { bound: true },
  })
  await me.call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })
  // Neither the nonce nor the code was used up by the refusal.
  await me.call(certificate.bind, { body: proof })
  await me.call(accountPhone.prove, { body: { telephone, code } })
  expect((await me.send(scan.bind, { body: { loginId, type: 'wx' } })).envelope.code).toBe('10004')
  for (const call of [...Object.values(unbinding), accountPhone.unbind]) await me.call(call)
  expect(await me.call(scan.bindings)).toMatchObject({
    wx: { bound: false },
    zfb: { bound: false },
    ca: { bound: false },
    phone: { bound: false },
  })
})

async function codeTo(telephone: string) {
  const nonce = `take-away-${server.given.next()}`
  await server.nobody.send(phone.image, { query: { id: nonce } })
  await server.nobody.call(phone.sendCode, { query: { telephone, nonce, captcha: CAPTCHA, type: 'bind' } })
  return CODE
}

test('AUTH-15 a bound certificate shows its holder and since when it is bound', async () => {
  const me = await server.as((await given.someone()).id)
  const { nonce } = await me.call(certificate.nonce)
  const holder = await root.issue('李四', { extensions: USER_EXTENSIONS })
  await me.call(certificate.bind, { body: { nonce, cert: holder.cert, sign: await holder.sign(nonce) } })
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect((await me.call(scan.bindings)).ca).toEqual({ bound: true, nickName: expect.stringContaining('李四'), bindTime: since })
})

test('AUTH-16 a passkey counts as sign-in method where passkeys are enabled, and the last method cannot be removed', async () => {
  const { me } = await bare('wx')
  const device = await given.bindPasskey(me)
  await given.set({ openPasskey: 'false' })
  await me.refused('lastWayIn', scan.unbindWx)
  await given.set({ openPasskey: 'true' })
  // Two removals at the same time: one is refused.
  const answers = await Promise.all([me.send(scan.unbindWx), me.send(passkey.remove, { query: { id: device.recordId } })])
  expect(answers.map(({ envelope }) => envelope.code).toSorted()).toEqual(['global_prompt', 'success'])
  expect(answers.map(({ envelope }) => envelope.message)).toContain('这是您唯一的登录方式，请先设置密码或绑定其他方式')
  const left = [(await me.call(scan.bindings)).wx.bound, (await me.call(passkey.list)).length > 0]
  expect(left.filter(Boolean)).toHaveLength(1)
})

test('AUTH-29 a telephone cannot be unbound if it is the last sign-in method, or the last second factor a role demands', async () => {
  const { id, me } = await bare()
  await db()
    .updateTable('users')
    .set({ phoneHash: `h${id}`.slice(0, 40), phoneMask: '139****0000' })
    .where('id', '=', id)
    .execute()
  await given.set({ openPhone: 'true' })
  await me.refused('lastWayIn', accountPhone.unbind)
  await bound(id, 'wx')
  await me.call(accountPhone.unbind)
  const withPhone = await given.someone({ phone: phoneOf(server.given.next() + 5_000_000) })
  await given.demand(withPhone.id, 'any')
  const they = await server.as(withPhone.id)
  await db().updateTable('session').set({ factor: 'any' }).where('userId', '=', withPhone.id).execute()
  await they.refused('lastFactor', accountPhone.unbind)
  await given.set({ openPhone: 'false' })
})

test('AUTH-16, AUTH-17, AUTH-23 a binding of a disabled sign-in method can be removed, as it signs nobody in', async () => {
  const { me } = await bare('wx', 'zfb', 'ca')
  await given.set({ openWx: 'false', openCa: 'false' })
  await me.call(scan.unbindWx)
  await me.call(certificate.unbind)
  await me.refused('lastWayIn', scan.unbindZfb)
  await given.set({ openZfb: 'false' })
  await me.call(scan.unbindZfb)
  await given.set({ openWx: 'true', openZfb: 'true', openCa: 'true' })
})

test('decision 0021 a certificate that is the only cryptographic factor a role demands cannot be unbound', async () => {
  const { id } = await given.someone()
  await given.demand(id, 'crypto')
  const me = await server.as(id)
  await db().updateTable('session').set({ factor: 'crypto' }).where('userId', '=', id).execute()
  await bound(id, 'ca')
  await me.refused('lastFactor', certificate.unbind)
  await given.bindPasskey(me)
  await me.call(certificate.unbind)
})
