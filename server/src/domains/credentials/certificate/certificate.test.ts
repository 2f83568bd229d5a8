import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '@hufu/contract/credentials/certificate'
import { config } from '@hufu/contract/operations/config'
import { loginLog } from '@hufu/contract/audit/login-log'
import { refusals } from '@hufu/contract/refusals'
import { scan } from '@hufu/contract/credentials/scan'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { peekOneTime } from '../../../platform/secrets/one-time.ts'
import {
  derOf,
  USER_EXTENSIONS,
  openRegistry,
  scalarsOf,
  type CertificateAuthority,
  type CertificateHolder,
  type KeyKind,
} from '../../../../test/certificates.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'

const kinds: readonly KeyKind[] = ['rsa', 'ec', 'sm2']
let server: TestServer
let registry: Awaited<ReturnType<typeof openRegistry>>
let lines: string[]
const roots = {} as Record<KeyKind, CertificateAuthority>
beforeAll(async () => {
  lines = []
  server = await startTestServer({ log: line => lines.push(line) })
  registry = await openRegistry()
  for (const kind of kinds) roots[kind] = await registry.authority(`根${kind}`, { kind })
  await set({ openCa: 'true', captchaMode: '0', 'ca.trustCerts': kinds.map(kind => roots[kind].pem).join('\n') })
})
afterAll(async () => {
  await registry.close()
  await server.close()
})

async function set(values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
}
const nonce = async () => (await server.nobody.call(certificate.nonce)).nonce
/** The signature a certificate agent makes over a nonce. */
async function proofOf(holder: CertificateHolder, nonceGiven?: string) {
  const challenge = nonceGiven ?? (await nonce())
  return { nonce: challenge, cert: holder.cert, sign: await holder.sign(challenge) }
}
const login = async (holder: CertificateHolder) => server.nobody.send(certificate.login, { body: await proofOf(holder) })
/** A user with a bound certificate. */
async function someone(kind: KeyKind = 'ec') {
  const id = await server.given.user()
  const me = await server.as(id)
  const holder = await roots[kind].issue(`人${id}`)
  await me.call(certificate.bind, { body: await proofOf(holder) })
  return { id, me, holder }
}
const lastLog = async () => (await server.admin.call(loginLog.page, { query: { loginType: 'ca', size: 1 } })).records[0]!

test.each(kinds)("LOGIN-05, ENT-37, AUTH-19, AUTH-22 %s: a bound certificate signs its user in, answer '0' with LoginData", async kind => {
  const id = await server.given.user()
  const me = await server.as(id)
  const holder = await roots[kind].issue('张三')
  expect(await me.call(certificate.isBound, { body: { userId: id } })).toBe(false)
  expect(await me.call(certificate.bind, { body: await proofOf(holder) })).toBe(true)
  expect(await me.call(certificate.isBound, { body: { userId: id } })).toBe(true)
  const { envelope } = await login(holder)
  expect(envelope).toMatchObject({ code: '0', message: '登录成功', data: { userId: id, id, token: expect.stringMatching(/^[\w-]{43}$/) } })
  expect(await server.withToken((envelope.data as { token: string }).token).call(self.isAdmin)).toBe(false)
  expect(await lastLog()).toMatchObject({ userId: id, loginType: 'ca', result: 1, message: '登录成功' })
})

test('X-LOGINX-03 each nonce is new and valid for 120 seconds', async () => {
  const [first, second] = [await server.nobody.call(certificate.nonce), await server.nobody.call(certificate.nonce)]
  expect(first).toEqual({ nonce: expect.stringMatching(/^[\w-]{43}$/), expire: 120 })
  expect(second.nonce).not.toBe(first.nonce)
})

test('T10 a nonce that is used, expired, invented or of another purpose signs nobody in', async () => {
  const { holder } = await someone()
  const body = await proofOf(holder)
  expect((await server.nobody.send(certificate.login, { body })).envelope.code).toBe('0')
  await server.nobody.refused('certificateWrong', certificate.login, { body })
  expect((await lastLog()).message).toBe('证书验证失败（随机数已使用、已过期或不是本系统签发）')

  const late = await proofOf(holder)
  await server.kernel.db
    .updateTable('oneTime')
    .set({ expiresAt: '2026-01-01 00:00:00' })
    .where('purpose', '=', 'certificateNonce')
    .execute()
  await server.nobody.refused('certificateWrong', certificate.login, { body: late })
  await server.nobody.refused('certificateWrong', certificate.login, { body: await proofOf(holder, 'A'.repeat(43)) })
  await server.nobody.refused('certificateWrong', certificate.login, { body: await proofOf(holder, '') })

  const unbound = await login(await roots.ec.issue('无主'))
  const { bindKey } = unbound.envelope.data as { bindKey: string }
  await server.nobody.refused('certificateWrong', certificate.login, { body: await proofOf(holder, bindKey) })
})

test('T10 a wrong signature uses up the nonce, too, and of fifty concurrent uses one signs in', async () => {
  const { holder } = await someone()
  const challenge = await nonce()
  const other = await roots.ec.issue('别人')
  const wrong = { nonce: challenge, cert: holder.cert, sign: await other.sign(challenge) }
  await server.nobody.refused('certificateWrong', certificate.login, { body: wrong })
  await server.nobody.refused('certificateWrong', certificate.login, { body: await proofOf(holder, challenge) })
  const body = await proofOf(holder)
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.nobody.send(certificate.login, { body })))
  expect(answers.map(({ envelope }) => envelope.code).sort()).toEqual(['0', ...Array<string>(49).fill('10002')])
})

test.each(kinds)('AUTH-19, T10 %s: a signature over another nonce, by another key, or altered is refused', async kind => {
  const { id, holder } = await someone(kind)
  const mine = await proofOf(holder)
  const theirs = await proofOf(await roots[kind].issue('别人'))
  const bodies = [
    { ...mine, nonce: theirs.nonce },
    { ...theirs, cert: mine.cert, nonce: await nonce() },
    { ...(await proofOf(holder)), sign: theirs.sign },
    { ...(await proofOf(holder)), sign: '' },
    { ...(await proofOf(holder)), sign: 'not base64!' },
  ]
  for (const body of bodies) {
    await server.nobody.refused('certificateWrong', certificate.login, { body })
    expect(await lastLog()).toMatchObject({ userId: id, result: 0, message: expect.stringMatching(/^证书验证失败（/) })
  }
})

test('T10 malleated SM2 signatures are refused: (r, n + s), (n + r, s), r or s of zero', async () => {
  const order = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
  const { holder } = await someone('sm2')
  const malleated: ((r: bigint, s: bigint) => bigint[])[] = [
    (r, s) => [r, s + order],
    (r, s) => [r + order, s],
    (_r, s) => [0n, s],
    r => [r, 0n],
    () => [0n, 0n],
  ]
  for (const change of malleated) {
    const body = await proofOf(holder)
    const [r, s] = scalarsOf(Buffer.from(body.sign, 'base64'))
    expect(derOf(r, s).toString('base64')).toBe(body.sign)
    await server.nobody.refused('certificateWrong', certificate.login, {
      body: { ...body, sign: derOf(...change(r, s)).toString('base64') },
    })
    expect((await lastLog()).message).toBe('证书验证失败（签名不正确）')
  }
})

test('T10 expired, not yet valid, revoked, unknown, self-signed, incomplete or wrong-usage certificates get one message', async () => {
  const { sm2 } = roots
  const stranger = await registry.authority('根sm2', { kind: 'sm2' })
  const middle = await sm2.below('中')
  const clerk = await sm2.below('职员', { extensions: USER_EXTENSIONS })
  const revoked = await sm2.issue('吊销')
  await sm2.revoke(revoked)
  await set({ 'ca.revocationLists': await sm2.list(), 'ca.trustCerts': sm2.pem + clerk.pem })
  const refused: [string, CertificateHolder][] = [
    ['（证书已过期）', await sm2.issue('旧', { end: '20200601000000Z' })],
    ['（证书尚未生效）', await sm2.issue('新', { start: '20980101000000Z' })],
    ['（证书已被吊销）', revoked],
    ['（证书不是由受信任的CA签发）', await stranger.issue('外')],
    ['（证书不是由受信任的CA签发）', await middle.issue('缺')],
    ['（证书不是由受信任的CA签发）', await registry.authority('自', { kind: 'sm2', extensions: USER_EXTENSIONS })],
    ['（CA证书不能用于登录）', middle],
    ['（签发者不具备CA资格）', await clerk.issue('假')],
    ['（证书用途不允许身份认证）', await sm2.issue('途', { extensions: ['keyUsage=critical,keyEncipherment'] })],
  ]
  const me = await server.as(await server.given.user())
  for (const [remark, holder] of refused) {
    const { envelope } = await login(holder)
    expect(envelope, remark).toEqual({ code: '10002', message: '证书验证失败', data: null })
    expect((await lastLog()).message).toBe(`证书验证失败${remark}`)
    await me.refused('certificateWrong', certificate.bind, { body: await proofOf(holder) })
  }
  expect(lines.some(line => line.includes('certificate refused') && line.includes('"reason":"revoked"'))).toBe(true)
  await set({ 'ca.revocationLists': '', 'ca.trustCerts': kinds.map(kind => roots[kind].pem).join('\n') })
})

test('T10 where revocation lists are required nobody gets in without a valid one', async () => {
  const { holder } = await someone('rsa')
  await set({ 'ca.needRevocationList': 'true' })
  await server.nobody.refused('certificateWrong', certificate.login, { body: await proofOf(holder) })
  expect((await lastLog()).message).toBe('证书验证失败（没有有效的证书吊销列表）')
  await set({ 'ca.revocationLists': await roots.rsa.list() })
  expect((await login(holder)).envelope.code).toBe('0')
  await roots.rsa.revoke(holder)
  await set({ 'ca.revocationLists': await roots.rsa.list(), 'ca.needRevocationList': 'false' })
  await server.nobody.refused('certificateWrong', certificate.login, { body: await proofOf(holder) })
  await set({ 'ca.revocationLists': '' })
})

test("AUTH-19 an unbound certificate with a valid signature answers '10' with a bindKey, one with an invalid signature does not", async () => {
  const holder = await roots.ec.issue('王五')
  const { envelope } = await login(holder)
  expect(envelope).toMatchObject({ code: '10', message: '该证书未绑定账号', data: { bindKey: expect.stringMatching(/^[\w-]{43}$/) } })
  const { bindKey } = envelope.data as { bindKey: string }
  expect(await peekOneTime(server.kernel.db, 'bindKey', bindKey)).toEqual({
    userId: null,
    detail: { kind: 'ca', subjectHash: expect.stringMatching(/^[0-9a-f]{64}$/), name: '王五' },
  })
  const body = { ...(await proofOf(holder)), sign: await holder.sign('something else') }
  expect((await server.nobody.refused('certificateWrong', certificate.login, { body })).data).toBeNull()
})

test('AUTH-19, X-LOGINX-04 the bindKey and a password bind the certificate, once, and sign in', async () => {
  const id = await server.given.user()
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  const holder = await roots.sm2.issue('赵六')
  const { bindKey } = (await login(holder)).envelope.data as { bindKey: string }
  const body = { bindKey, userName, pwd: await sealed(server, PASSWORD) }
  expect((await server.nobody.send(scan.bindAccount, { body })).envelope).toMatchObject({ code: '0', data: { id } })
  await server.nobody.refused('bindKeyInvalid', scan.bindAccount, { body })
  expect((await login(holder)).envelope).toMatchObject({ code: '0', data: { id } })
})

test('AUTH-22 a certificate has one user; it may be bound again by the same one, and a renewed one replaces it', async () => {
  const { id, me, holder } = await someone()
  const other = await server.as(await server.given.user())
  expect(await other.refused('bindingTaken', certificate.bind, { body: await proofOf(holder) })).toMatchObject({ code: 'global_prompt' })
  expect(await me.call(certificate.bind, { body: await proofOf(holder) })).toBe(true)
  const renewed = await roots.ec.issue('新证')
  await me.call(certificate.bind, { body: await proofOf(renewed) })
  expect((await login(renewed)).envelope).toMatchObject({ code: '0', data: { id } })
  expect((await login(holder)).envelope.code).toBe('10')
  expect(await other.call(certificate.bind, { body: await proofOf(holder) })).toBe(true)
})

test('AUTH-22, AUTH-23, AUTH-24 only signed-in users bind or unbind a certificate, or check for one', async () => {
  await server.nobody.refused('signInAgain', certificate.bind, { body: await proofOf(await roots.ec.issue('张三')) })
  await server.nobody.refused('signInAgain', certificate.unbind)
  await server.nobody.refused('signInAgain', certificate.isBound, { body: { userId: '1' } })
})

test('AUTH-23 after unbinding, isBinCa is false and others can bind the certificate', async () => {
  const { id, me, holder } = await someone()
  expect(await me.call(certificate.unbind)).toBe(true)
  expect(await me.call(certificate.isBound, { body: { userId: id } })).toBe(false)
  expect((await login(holder)).envelope.code).toBe('10')
  expect(await me.call(certificate.unbind)).toBe(true)
})

test('AUTH-23 a user without a password cannot unbind their last sign-in method', async () => {
  const { id, me } = await someone()
  const { db } = server.kernel
  await db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
  await me.refused('lastWayIn', certificate.unbind)
  expect(await me.call(certificate.isBound, { body: { userId: id } })).toBe(true)
  await db
    .insertInto('loginBinding')
    .values({ id: `wx${id}`.slice(0, 32), userId: id, kind: 'wx', subjectHash: id, name: '微' })
    .execute()
  await me.refused('lastWayIn', certificate.unbind)
  await set({ openWx: 'true' })
  expect(await me.call(certificate.unbind)).toBe(true)
  await set({ openWx: 'false' })
})

test('AUTH-24 the bindings of another user are shown to super administrators only', async () => {
  const { id } = await someone()
  const other = await server.as(await server.given.user())
  await other.refused('forbidden', certificate.isBound, { body: { userId: id } })
  expect(await server.admin.call(certificate.isBound, { body: { userId: id } })).toBe(true)
  await server.admin.refused('userMissing', certificate.isBound, { body: { userId: 'nobody' } })
})

test('AUTH-19 without certificate authorities the answer is 600, for a disabled method its message; both leave the nonce valid', async () => {
  const { holder } = await someone()
  const body = await proofOf(holder)
  const trustCerts = server.kernel.config.values['ca.trustCerts']
  await set({ 'ca.trustCerts': '' })
  const sentence = '请联系管理员配置数字证书服务'
  expect((await server.nobody.send(certificate.login, { body })).envelope).toEqual({ code: '600', message: sentence, data: sentence })
  await server.admin.refused('caMissing', certificate.bind, { body })
  await set({ 'ca.trustCerts': trustCerts, openCa: 'false' })
  await server.nobody.refused('methodOff', certificate.login, { body })
  await set({ openCa: 'true' })
  expect((await server.nobody.send(certificate.login, { body })).envelope.code).toBe('0')
})

test('D-24, N-06 disabled, expired and deleted users do not get in by certificate; wrong passwords do not lock it', async () => {
  const { id, holder } = await someone()
  const { db } = server.kernel
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await server.nobody.refused('accountDisabled', certificate.login, { body: await proofOf(holder) })
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [id] } })
  await db.updateTable('users').set({ validEndTime: '2026-01-01 00:00:00' }).where('id', '=', id).execute()
  await server.nobody.refused('accountExpired', certificate.login, { body: await proofOf(holder) })
  await db.updateTable('users').set({ validEndTime: null }).where('id', '=', id).execute()
  const { userName } = (await db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  const pwd = await sealed(server, 'Wrong#2026')
  for (let n = 0; n < 5; n++) await server.nobody.send(signIn.login, { body: { loginName: userName, pwd } })
  expect((await login(holder)).envelope.code).toBe('0')
  await server.admin.call(user.remove, { body: { ids: [id] } })
  expect((await login(holder)).envelope.code).toBe('10')
})

const escaped = (holder: CertificateHolder) => encodeURIComponent(holder.pem)
const throughProxy = (value: string, headers: Record<string, string> = {}, at = server) =>
  at.nobody.send(certificate.loginByProxy, { headers: { 'x-client-cert': value, ...headers } })

test('T10 a certificate in the header of a trusted proxy signs in; from elsewhere the header is ignored', async () => {
  const { id, holder } = await someone('sm2')
  const absent = { code: 'global_prompt', message: '未收到客户端证书，请确认证书已插入后重试', data: null }
  expect((await throughProxy(escaped(holder))).envelope).toEqual(absent)
  expect((await server.nobody.call(config.public)).caProxy).toBe(false)
  await set({ 'ca.proxyHeader': 'X-Client-Cert' })
  expect((await throughProxy(escaped(holder))).envelope).toEqual(absent)
  await set({ 'ca.proxyAddresses': '["10.0.0.0/8"]' })
  expect((await throughProxy(escaped(holder))).envelope).toEqual(absent)
  expect((await throughProxy(escaped(holder), { 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.1.2.3' })).envelope).toEqual(absent)
  expect((await server.nobody.call(config.public)).caProxy).toBe(true)
  await set({ 'ca.proxyAddresses': '["127.0.0.0/8"]' })
  expect((await throughProxy(escaped(holder))).envelope).toMatchObject({ code: '0', data: { id } })
  expect((await throughProxy(holder.cert)).envelope).toMatchObject({ code: '0', data: { id } })
  await server.nobody.refused('certificateAbsent', certificate.loginByProxy)
  expect((await throughProxy('')).envelope).toEqual(absent)
})

test('T10 X-Forwarded-For does not make a caller a trusted proxy, even where it is trusted for addresses', async () => {
  const { holder } = await someone()
  await set({ 'ca.proxyHeader': 'x-client-cert', 'ca.proxyAddresses': '["10.0.0.0/8"]' })
  const node = await startTestServer({ beside: server, settings: { HUFU_TRUST_PROXY: 'loopback' } })
  const { envelope } = await throughProxy(escaped(holder), { 'x-forwarded-for': '10.1.2.3' }, node)
  expect(envelope.message).toBe('未收到客户端证书，请确认证书已插入后重试')
  await node.close()
})

test('T10, N-08 stored proxy addresses that cover everybody make nobody a trusted proxy', async () => {
  const { holder } = await someone()
  for (const everybody of ['["0.0.0.0/0"]', '["::ffff:0:0/96"]', '["0.0.0.0-255.255.255.255"]']) {
    await set({ 'ca.proxyHeader': 'X-Client-Cert', 'ca.proxyAddresses': everybody })
    expect((await throughProxy(escaped(holder))).envelope.message).toBe('未收到客户端证书，请确认证书已插入后重试')
  }
})

test('T10 a certificate passed on by a trusted proxy is checked like any other: authority, time, usage, owner', async () => {
  await set({ 'ca.proxyHeader': 'X-Client-Cert', 'ca.proxyAddresses': '["127.0.0.1"]' })
  const wrong = { code: '10002', message: '证书验证失败', data: null }
  const stranger = await (await registry.authority('外', { kind: 'ec' })).issue('张三')
  expect((await throughProxy(escaped(stranger))).envelope).toEqual(wrong)
  expect((await throughProxy(escaped(await roots.ec.issue('旧', { end: '20200601000000Z' })))).envelope).toEqual(wrong)
  expect((await throughProxy('%zz')).envelope).toEqual(wrong)
  const { holder } = await someone()
  expect((await throughProxy(escaped(holder) + escaped(holder))).envelope).toEqual(wrong)
  expect((await throughProxy(escaped(await roots.ec.issue('无主')))).envelope).toMatchObject({
    code: '10',
    data: { bindKey: expect.anything() },
  })
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await throughProxy(escaped(holder), foreign)).envelope.message).toBe(refusals.foreignSite.message)
  await set({ openCa: 'false' })
  expect((await throughProxy(escaped(holder))).envelope.message).toBe('该登录方式未开启')
  await set({ openCa: 'true' })
})

test('CONF-02 only valid certificates and revocation lists can be pasted', async () => {
  const item = async (configKey: string) =>
    (await server.admin.call(config.page, { query: { configKey, size: 50 } })).records.find(record => record.configKey === configKey)!
  const send = async (key: string, configValue: string) =>
    (await server.admin.send(config.update, { body: { id: (await item(key)).id, configValue } })).envelope
  const { holder } = await someone()
  const list = await roots.ec.list()
  const refusal = { code: 'global_prompt', message: '配置值不正确' }
  for (const value of ['x', holder.pem, list, (await roots.ec.below('中')).pem, `${roots.ec.pem}-----BEGIN CERTIFICATE-----`])
    expect(await send('ca.trustCerts', value)).toMatchObject(refusal)
  for (const value of ['x', roots.ec.pem, list.slice(0, -80)]) expect(await send('ca.revocationLists', value)).toMatchObject(refusal)
  expect(await send('ca.proxyHeader', 'X Client\r\nCert')).toMatchObject(refusal)
  expect((await send('ca.trustCerts', roots.ec.pem)).code).toBe('success')
  expect((await send('ca.revocationLists', list)).code).toBe('success')
  expect((await login(holder)).envelope.code).toBe('0')
})
