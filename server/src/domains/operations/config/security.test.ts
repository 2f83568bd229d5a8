import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { file } from '@hufu/contract/operations/file'
import { phone } from '@hufu/contract/credentials/phone'
import { security } from '@hufu/contract/operations/security'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { PASSWORD, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { configCatalog, configText } from '../../../platform/config/config-catalog.ts'
import { writeConfig } from '../../../platform/config/config.ts'
import { isAllowed } from './rules.ts'
import { rollBackOverdue } from './pending-confirmation.ts'

const settings = { HUFU_TRUST_PROXY: 'loopback' }
let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings })
  other = await startTestServer({ settings, beside: server })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
/** Resets all settings to those after installation. */
beforeEach(async () => {
  await server.kernel.db.deleteFrom('configTrial').execute()
  const shipped = Object.fromEntries(Object.entries(configCatalog).map(([key, item]) => [key, item.value]))
  await writeConfig(server.kernel.db, shipped)
  for (const node of [server, other]) await node.kernel.config.refresh()
})

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const HERE = '10.0.0.7'
const open = { openIpLimit: true, ipWhitelist: [] as string[], ipBlacklist: [] as string[] }
const item = async (configKey: string) =>
  (await server.admin.call(config.page, { query: { configKey, size: 50 } })).records.find(record => record.configKey === configKey)!
const values = async () => {
  await server.kernel.config.refresh()
  return server.kernel.config.values
}
const lastAudit = async (operateType: string) =>
  server.kernel.db
    .selectFrom('operLog')
    .select(['module', 'userId', 'params', 'code'])
    .where('operateType', '=', operateType)
    .orderBy('createTime', 'desc')
    .executeTakeFirst()
const makeOverdue = () => server.kernel.db.updateTable('configTrial').set({ expiresAt: '2020-01-01' }).execute()

test('CONF-10, X-SECURITY-02 address rules are stored, shown, and applied on another node within a second', async () => {
  const rules = { openIpLimit: true, ipWhitelist: ['10.0.0.0/24', ' 2001:db8::/32 ', ''], ipBlacklist: ['10.0.0.9', '10.0.0.20-10.0.0.30'] }
  await server.admin.call(security.updateIp, { body: { ...rules, reason: '只允许内网' }, ...from(HERE) })
  const stored = { ...rules, ipWhitelist: ['10.0.0.0/24', '2001:db8::/32'] }
  expect(await server.admin.call(security.ip)).toEqual(stored)
  await expect.poll(() => other.withToken(server.admin.token!).call(security.ip)).toEqual(stored)
  expect(await lastAudit('updateIp')).toMatchObject({ module: 'security', code: 'success', params: expect.stringContaining('只允许内网') })
  // The reply may be sent back unchanged.
  await server.admin.call(security.updateIp, { body: stored, ...from(HERE) })
})

test.for([
  [{ ipWhitelist: ['10.0.0.1', '10.0.0.300'] }, 'IP白名单第2行格式不正确：10.0.0.300'],
  [{ ipBlacklist: ['10.0.0.9-10.0.0.1'] }, 'IP黑名单第1行格式不正确：10.0.0.9-10.0.0.1'],
] as const)('CONF-10 an invalid line of the address rules is named: %o', async ([body, message]) => {
  expect((await server.admin.send(security.updateIp, { body: { ...body } })).envelope).toMatchObject({ code: 'global_prompt', message })
  expect(await server.admin.call(security.ip)).toEqual({ openIpLimit: false, ipWhitelist: [], ipBlacklist: [] })
})

test('CONF-10, T27 address rules that would lock out their author are refused, by this call and by the list of settings', async () => {
  for (const rules of [
    { ...open, ipWhitelist: ['10.9.0.0/16'] },
    { ...open, ipBlacklist: ['10.0.0.0/8'] },
    { ...open, ipBlacklist: ['::ffff:10.0.0.7'] },
  ]) {
    const { message } = await server.admin.refused('addressExcluded', security.updateIp, { body: rules, ...from(HERE) })
    expect(message).toContain(HERE)
  }
  // Also in two steps: the list alone limits nothing, but switching the limit on would lock its author out.
  await server.admin.call(security.updateIp, { body: { ipWhitelist: ['10.9.0.0/16'] }, ...from(HERE) })
  const { id } = await item('openIpLimit')
  await server.admin.refused('addressExcluded', config.update, { body: { id, configValue: 'true' }, ...from(HERE) })
  await server.admin.refused('addressExcluded', security.updateIp, { body: { openIpLimit: true }, ...from(HERE) })
  await server.admin.call(config.update, { body: { id, configValue: 'true' }, ...from('10.9.1.1') })
  // The same check applies to changes of an active whitelist.
  await server.admin.refused('addressExcluded', security.updateIp, { body: { ipWhitelist: ['10.8.0.0/16'] }, ...from('10.9.1.1') })
  const list = await item('ipWhitelist')
  await server.admin.refused('addressExcluded', config.update, {
    body: { id: list.id, configValue: '["10.8.0.0/16"]' },
    ...from('10.9.1.1'),
  })
  expect(await server.admin.call(security.ip)).toEqual({ openIpLimit: true, ipWhitelist: ['10.9.0.0/16'], ipBlacklist: [] })
})

test('T27 of two concurrent changes that only together lock everybody out, the second is refused', async () => {
  const phone = { openPhone: true, 'sms.gateway': 'http' }
  const id = await server.given.user({ phone: phoneOf(8101) })
  await server.kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  for (let round = 0; round < 5; round++) {
    await writeConfig(server.kernel.db, { ...phone, openPassword: true })
    for (const node of [server, other]) await node.kernel.config.refresh()
    const answers = await Promise.all([
      server.admin.send(security.updateLoginWindow, { body: { openPassword: false } }),
      other.withToken(server.admin.token!).send(security.updateLoginWindow, { body: { openPhone: false } }),
    ])
    expect(answers.map(({ envelope }) => envelope.code).sort()).toEqual(['global_prompt', 'success'])
  }
  await server.kernel.db.deleteFrom('userRole').where('userId', '=', id).execute()
})

const shutting = { ...open, ipWhitelist: ['10.9.0.0/16'], trial: true }

test('CONF-10, T27 a pending rule holds on every node for a minute; nothing else is changed meanwhile', async () => {
  await server.admin.call(security.updateIp, { body: shutting, ...from(HERE) })
  const { ip, trial: pendingConfirmation } = await server.admin.call(security.access, from(HERE))
  expect(ip).toBe(HERE)
  expect(pendingConfirmation).toMatchObject({ userName: 'admin', canConfirm: false })
  expect(pendingConfirmation!.secondsLeft).toBeGreaterThan(50)
  expect(pendingConfirmation!.secondsLeft).toBeLessThanOrEqual(60)
  await expect.poll(async () => (await other.withToken(server.admin.token!).call(security.ip)).openIpLimit).toBe(true)
  await server.admin.refused('trialRunning', security.updateIp, { body: { openIpLimit: false }, ...from(HERE) })
  await server.admin.refused('trialRunning', security.updateLoginWindow, { body: { openTimeLimit: false }, ...from('10.9.0.1') })
  const { id } = await item('openIpLimit')
  await server.admin.refused('trialRunning', config.update, { body: { id, configValue: 'false' }, ...from('10.9.0.1') })
  // Settings that do not decide who may sign in can be changed meanwhile.
  await server.admin.call(security.updateLoginWindow, { body: { failCount: 6 } })
})

test('T27 a pending change is confirmed once, in time, from an address the new rule allows; then it stays', async () => {
  await server.admin.call(security.updateIp, { body: shutting, ...from(HERE) })
  await server.admin.refused('confirmationElsewhere', security.confirmTrial, from(HERE))
  expect((await server.admin.call(security.access, from('10.9.3.4'))).trial).toMatchObject({ canConfirm: true })
  await server.admin.call(security.confirmTrial, from('10.9.3.4'))
  await server.admin.refused('confirmationOver', security.confirmTrial, from('10.9.3.4'))
  await makeOverdue()
  await rollBackOverdue(server.kernel)
  expect(await values()).toMatchObject({ openIpLimit: true, ipWhitelist: ['10.9.0.0/16'] })
  const records = await server.kernel.db
    .selectFrom('operLog')
    .select(['userId', 'code'])
    .where('operateType', '=', 'confirmTrial')
    .orderBy('createTime')
    .execute()
  expect(records).toEqual(['global_prompt', 'success', 'global_prompt'].map(code => ({ userId: '1', code })))
})

test('T27 without confirmation the settings revert by themselves, the audit records it, and a late confirmation is refused', async () => {
  await server.admin.call(security.updateIp, { body: { ...open, ipWhitelist: ['10.0.0.0/8'] }, ...from(HERE) })
  await server.admin.call(security.updateIp, { body: shutting, ...from(HERE) })
  await makeOverdue()
  await server.admin.refused('confirmationOver', security.confirmTrial, from('10.9.3.4'))
  // Both nodes try at the same time; only one reverts the change.
  await Promise.all([rollBackOverdue(server.kernel), rollBackOverdue(other.kernel)])
  expect(await values()).toMatchObject({ openIpLimit: true, ipWhitelist: ['10.0.0.0/8'] })
  await expect.poll(async () => (await other.withToken(server.admin.token!).call(security.ip)).ipWhitelist).toEqual(['10.0.0.0/8'])
  expect((await server.admin.call(security.access)).trial).toBeNull()
  const records = await server.kernel.db
    .selectFrom('operLog')
    .select('params')
    .where('operateType', '=', 'rollBackTrial')
    .where('userId', 'is', null)
    .execute()
  expect(records).toHaveLength(1)
  expect(records[0]!.params).toContain('admin')
})

test('T27 a pending change outlives its node: a node started later reverts it', async () => {
  const node = await startTestServer({ settings, beside: server })
  await node.withToken(server.admin.token!).call(security.updateIp, { body: shutting, ...from(HERE) })
  await node.close()
  await makeOverdue()
  const later = await startTestServer({ settings, beside: server, jobs: true })
  await expect.poll(async () => (await values()).openIpLimit).toBe(false)
  await later.close()
})

test('T27 the author of a pending change may revert it at once', async () => {
  await server.admin.call(security.updateIp, { body: shutting, ...from(HERE) })
  await server.admin.call(security.endTrial, from(HERE))
  expect(await server.admin.call(security.ip)).toEqual({ openIpLimit: false, ipWhitelist: [], ipBlacklist: [] })
  await server.admin.refused('confirmationOver', security.endTrial)
})

const hour = (by: number) => new Date(Date.now() + (8 + by) * 3_600_000).toISOString().slice(11, 16)

test('CONF-11, T27 a time window without the present hour is refused, or accepted as pending; an empty one is refused', async () => {
  const never = { openTimeLimit: true, beginTime: hour(2), endTime: hour(3) }
  await server.admin.refused('hourExcluded', security.updateLoginWindow, { body: never })
  await server.admin.refused('hoursEmpty', security.updateLoginWindow, { body: { ...never, endTime: hour(2) } })
  await server.admin.call(security.updateLoginWindow, { body: { ...never, failCount: 7, trial: true } })
  await server.admin.refused('confirmationElsewhere', security.confirmTrial)
  await makeOverdue()
  await rollBackOverdue(server.kernel)
  // Everything of the same change reverts together.
  expect(await values()).toMatchObject({ openTimeLimit: false, failCount: 5, beginTime: '00:00', endTime: '23:59' })
  await server.admin.call(security.updateLoginWindow, { body: { openTimeLimit: true, beginTime: hour(-1), endTime: hour(1) } })
  expect(await values()).toMatchObject({ openTimeLimit: true })
})

test('CONF-11, X-SECURITY-03 sign-in methods and limits are stored, shown to anybody where public, and have bounds', async () => {
  await server.admin.call(security.updateLoginWindow, { body: { openWx: true, failCount: 3, sessionHours: 8, maxSessions: 2 } })
  const seen = await server.admin.call(security.loginWindow)
  expect(seen).toMatchObject({ openWx: true, openPassword: true, failCount: 3, sessionHours: 8, maxSessions: 2 })
  // Not offered before it is configured.
  expect(await server.nobody.call(config.public)).toMatchObject({ openWx: false })
  await writeConfig(server.kernel.db, { 'wx.appId': 'a', 'wx.secret': 'b' })
  await server.kernel.config.refresh()
  expect(await server.nobody.call(config.public)).toMatchObject({ openWx: true })
  await writeConfig(server.kernel.db, { 'wx.appId': '', 'wx.secret': '' })
  await server.admin.call(security.updateLoginWindow, { body: seen })
  for (const wrong of [
    { failCount: 0 },
    { sessionHours: 25 },
    { sessionMinutes: 4 },
    { captchaMode: 3 },
    { beginTime: '24:00' },
    { openPhone: 'yes' },
    { isAdmin: true },
  ])
    expect((await server.admin.send(security.updateLoginWindow, { body: wrong })).envelope, JSON.stringify(wrong)).toMatchObject({
      code: 'global_prompt',
    })
  expect(await server.admin.call(security.loginWindow)).toEqual(seen)
})

const closed = { openPassword: false, openPhone: false, openWx: false, openZfb: false, openCa: false, openFace: false, openPasskey: false }

test('CONF-11, T27 no change leaves the super administrators without a sign-in method', async () => {
  const close = (body: object) => ({ body: { ...closed, ...body } })
  await server.admin.refused('noWayIn', security.updateLoginWindow, close({}))
  await server.admin.refused('faceAlone', security.updateLoginWindow, close({ openFace: true }))
  // These methods are enabled, but not configured, or no super administrator could use them.
  for (const only of [{ openPhone: true }, { openCa: true }, { openWx: true }, { openZfb: true }])
    await server.admin.refused('noWayIn', security.updateLoginWindow, close(only))
  await writeConfig(server.kernel.db, { 'sms.gateway': 'http', 'ca.trustCerts': 'set', 'wx.appId': 'a', 'wx.secret': 'b' })
  for (const only of [{ openPhone: true }, { openCa: true }, { openWx: true }])
    await server.admin.refused('noWayIn', security.updateLoginWindow, close(only))
  const bind = (kind: 'ca' | 'wx') =>
    server.kernel.db.insertInto('loginBinding').values({ id: kind, userId: '1', kind, subjectHash: kind, name: kind }).execute()
  for (const [kind, only] of [
    ['ca', { openCa: true }],
    ['wx', { openWx: true }],
  ] as const) {
    await bind(kind)
    await server.admin.call(security.updateLoginWindow, close(only))
    await server.admin.call(security.updateLoginWindow, { body: { openPassword: true } })
  }
  await server.admin.call(security.updateLoginWindow, close({ openCa: true, openFace: true }))
  // Without an SMS gateway, requiring a telephone code would stop everybody who has a telephone.
  await server.admin.call(security.updateLoginWindow, { body: { ...closed, openPassword: true, needPhoneVerify: true } })
  const telephone = (phoneHash: string | null) => server.kernel.db.updateTable('users').set({ phoneHash }).where('id', '=', '1').execute()
  await telephone('somebody')
  const gateway = await item('sms.gateway')
  await server.admin.refused('noWayIn', config.update, { body: { id: gateway.id, configValue: '' } })
  await telephone(null)
  await server.admin.call(security.updateLoginWindow, { body: { ...closed, openCa: true, openFace: true } })
  // The configuration of the only remaining method is protected in the list of settings, too.
  const { id } = await item('ca.trustCerts')
  await server.admin.refused('noWayIn', config.update, { body: { id, configValue: '' } })
  await server.kernel.db.deleteFrom('loginBinding').execute()
})

test('CONF-11, T27 a super administrator’s passkey counts as sign-in method where passkeys are enabled, at the host name it was made for', async () => {
  const only = { body: { ...closed, openPasskey: true } }
  await server.admin.refused('noWayIn', security.updateLoginWindow, only)
  const passkey = { userId: '1', credentialId: 'c', publicKey: 'k', counter: 0, transports: [], deviceType: 'singleDevice' as const, backedUp: false, name: '钥' } // prettier-ignore
  await server.kernel.db
    .insertInto('passkey')
    .values({ id: 'pk', ...passkey })
    .execute()
  await server.admin.call(security.updateLoginWindow, only)
  await server.admin.refused('noWayIn', security.updateLoginWindow, { body: { openPasskey: false } })
  await server.admin.refused('faceAlone', security.updateLoginWindow, { body: { ...closed, openFace: true } })
  // Browsers use a passkey for one host name only.
  const base = { systemName: '虎符', openGradeAdmin: true, requestTimeoutMessage: '请稍候' }
  await server.admin.refused('noWayIn', security.updateBase, { body: { ...base, siteAddress: 'https://other.example' } })
  await server.admin.call(security.updateBase, { body: base })
  await server.admin.call(security.updateLoginWindow, { body: { openPassword: true } })
  await server.admin.call(security.updateBase, { body: { ...base, siteAddress: 'https://other.example' } })
  await server.admin.call(security.updateBase, { body: { ...base, siteAddress: '' } })
  await server.kernel.db.deleteFrom('passkey').execute()
})

test('T27 disabled, expired and deleted super administrators do not count', async () => {
  const id = await server.given.user({ phone: phoneOf(8102) })
  await server.kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  await writeConfig(server.kernel.db, { 'sms.gateway': 'http' })
  const phoneOnly = { body: { ...closed, openPhone: true } }
  const state = (set: object) => server.kernel.db.updateTable('users').set(set).where('id', '=', id).execute()
  for (const [away, back] of [
    [{ status: 0 }, { status: 1 }],
    [{ validEndTime: '2020-01-01' }, { validEndTime: null }],
  ]) {
    await state(away!)
    await server.admin.refused('noWayIn', security.updateLoginWindow, phoneOnly)
    await state(back!)
  }
  await server.admin.call(security.updateLoginWindow, phoneOnly)
  await server.kernel.db.deleteFrom('userRole').where('userId', '=', id).execute()
})

test('X-SECURITY-04, X-SECURITY-05, AUTH-12, AUTH-13 base settings are stored; a driver file is public once set, and answers 404 before', async () => {
  for (const call of [signIn.downloadCa, signIn.downloadFace]) expect((await server.nobody.send(call)).status).toBe(404)
  expect(await server.nobody.call(config.public)).toMatchObject({ caDownload: false, faceDownload: false })
  const upload = (name: string) =>
    server.admin.call(file.upload, { query: { hasTemporary: true }, file: { name, bytes: Buffer.from(name) } })
  const [ca, face] = [await upload('ca-driver.zip'), await upload('face.zip')]
  const body = {
    systemName: '虎符',
    openGradeAdmin: true,
    countryLogin: 2,
    countryLoginUrl: 'https://sso.example.gov.cn/login',
    requestTimeout: 5000,
    siteAddress: 'https://iam.example.cn',
  }
  await server.admin.call(security.updateBase, { body: { ...body, caDriverFileId: ca.fileId, faceDriverFileId: face.fileId } })
  const seen = await server.admin.call(security.base)
  expect(seen).toEqual({
    ...body,
    countryLogin: '2',
    systemLogo: '',
    openWatermark: false,
    requestTimeoutMessage: '请求超时，请稍后重试',
    caDriverFileId: ca.fileId,
    faceDriverFileId: face.fileId,
  })
  await server.admin.call(security.updateBase, { body: seen })
  expect(await server.nobody.call(config.public)).toMatchObject({ systemName: '虎符', caDownload: true, faceDownload: true })
  const got = await server.nobody.send(signIn.downloadCa)
  expect(got.status).toBe(200)
  expect(got.bytes.toString()).toBe('ca-driver.zip')
  expect(got.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''ca-driver.zip")
  expect((await fetch(`${server.address}/api/downloadFace`)).status).toBe(200)
  expect(await server.kernel.db.selectFrom('file').select('temporary').where('id', 'in', [ca.fileId, face.fileId]).execute()).toEqual([
    { temporary: false },
    { temporary: false },
  ])
})

test('X-SECURITY-05 unknown files, task results, pictures that are not public and invalid addresses are refused', async () => {
  const base = { systemName: '虎符', openGradeAdmin: true }
  const { fileId } = await server.admin.call(file.upload, { file: { name: 'a.txt', bytes: Buffer.from('a') } })
  await server.kernel.db
    .insertInto('file')
    .values({ id: 'result', fileName: 'r', fileSize: 0, contentType: 'x', sha256: '', purpose: 'taskResult', ownerId: '1' })
    .execute()
  for (const more of [{ systemLogo: fileId }, { systemLogo: 'nothing' }, { caDriverFileId: 'nothing' }, { faceDriverFileId: 'result' }])
    await server.admin.refused('fileMissing', security.updateBase, { body: { ...base, ...more } })
  for (const more of [
    { siteAddress: 'javascript:alert(1)' },
    { siteAddress: 'https://a.cn/path' },
    { countryLoginUrl: 'ftp://a' },
    { requestTimeout: 10 },
    { countryLogin: 3 },
    { systemName: ' ' },
  ])
    expect((await server.admin.send(security.updateBase, { body: { ...base, ...more } })).envelope, JSON.stringify(more)).toMatchObject({
      code: 'global_prompt',
    })
  expect((await server.admin.call(security.base)).systemName).not.toBe('虎符')
})

test('X-SECURITY-01 to X-SECURITY-05 only users with the page read and change these settings, and see no others', async () => {
  const id = await server.given.user()
  const none = await server.as(id)
  const reading = [
    security.password,
    security.ip,
    security.loginWindow,
    security.base,
    security.defaults,
    security.access,
    security.changes,
  ] as const
  for (const call of reading) await none.refused('forbidden', call)
  await none.refused('forbidden', security.updateIp, { body: { openIpLimit: false } })
  await server.given.role(id, '/system/securityConfig#*')
  const them = await server.as(id)
  for (const call of reading) await them.call(call)
  await them.call(security.updateLoginWindow, { body: { failCount: 4, reason: '收紧' } })
  await writeConfig(server.kernel.db, { 'wx.appId': 'wx-of-others' })
  const about = async (subject: Subject) => JSON.stringify((await subject.call(security.changes, { query: { size: 200 } })).records)
  expect(await about(them)).not.toContain('wx-of-others')
  expect(await about(server.admin)).toContain('wx-of-others')
  const [last] = (await them.call(security.changes, { query: { configKey: 'failCount' } })).records
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  expect(last).toMatchObject({ configName: '允许失败次数', before: '5', after: '4', userName })
})

test('X-SECURITY-01 a changed secret setting is shown as changed, without its value', async () => {
  const secret = await item('wx.secret')
  await server.admin.call(config.update, { body: { id: secret.id, configValue: await sealed(server, 'wx-top-secret') } })
  const { records } = await server.admin.call(security.changes, { query: { configKey: 'wx.secret' } })
  expect(records[0]).toMatchObject({ before: null, after: null, userName: 'admin' })
})

test('CONF-10, CONF-11, LOGIN-02 settings apply to sign-ins on every node: address, hour, method', async () => {
  const id = await server.given.user({ phone: phoneOf(8103) })
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  await server.admin.call(security.updateLoginWindow, { body: { captchaMode: 0 } })
  const enter = async (node: TestServer, ip: string) =>
    (await node.nobody.send(signIn.login, { body: { loginName: userName, pwd: await sealed(node, PASSWORD) }, ...from(ip) })).envelope
  for (const node of [server, other]) await expect.poll(async () => (await enter(node, HERE)).code).toBe('0')
  await server.admin.call(security.updateIp, { body: { ...open, ipBlacklist: ['10.66.0.0/16'] }, ...from(HERE) })
  for (const node of [server, other]) {
    await expect.poll(() => enter(node, '10.66.1.1')).toMatchObject({ code: 'global_prompt', message: '当前IP不允许登录' })
    expect((await enter(node, HERE)).code).toBe('0')
  }
  await server.admin.call(security.updateLoginWindow, {
    body: { openTimeLimit: true, beginTime: hour(2), endTime: hour(3), trial: true },
    ...from(HERE),
  })
  for (const node of [server, other]) await expect.poll(async () => (await enter(node, HERE)).message).toBe('当前时间不允许登录')
  await server.admin.call(security.endTrial)
  await server.admin.call(security.updateLoginWindow, { body: { openPhone: false } })
  expect((await server.nobody.call(config.public)).openPhone).toBe(false)
  const byPhone = async () => {
    const { envelope } = await other.nobody.send(phone.login, { body: { telephone: phoneOf(8103), code: '123456' }, ...from(HERE) })
    return envelope.message
  }
  await expect.poll(byPhone).toBe('该登录方式未开启')
})

test('CONF-10 an address can be tested against unsaved rules', async () => {
  const rules = { openIpLimit: true, ipWhitelist: ['10.0.0.0/8'], ipBlacklist: ['10.0.0.9'] }
  const ask = (ip: string) => server.admin.call(security.testIp, { body: { ...rules, ip } })
  expect(await Promise.all(['10.1.1.1', '10.0.0.9', '11.0.0.1', 'rubbish'].map(ask))).toEqual(
    [true, false, false, false].map(allowed => ({ allowed })),
  )
  expect((await server.admin.call(security.ip)).openIpLimit).toBe(false)
})

test('C3, D-75 the impact of a change is counted before it is saved, for a delegated administrator only within their scope', async () => {
  const { db } = server.kernel
  const [old, fresh, first] = [await server.given.user(), await server.given.user(), await server.given.user()]
  const aged = (id: string, days: number) =>
    db
      .updateTable('users')
      .set({ passwordTime: new Date(Date.now() - days * 86_400_000).toISOString() })
      .where('id', '=', id)
      .execute()
  await aged(old, 60)
  await aged(fresh, 10)
  await db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', first).execute()
  await writeConfig(db, { updatePasswordMode: '' })
  await server.kernel.config.refresh()
  const ask = (body: object) => server.admin.call(security.impact, { body })
  expect(await ask({})).toEqual({ expiring: 0, forced: 0, idle: 0, overLimit: 0, byMethod: 0, byAddress: 0 })
  expect((await ask({ expireDays: 30 })).expiring).toBe(1)
  expect((await ask({ expireDays: 5 })).expiring).toBe(2)
  expect((await ask({ passwordProfile: 'nist' })).expiring).toBe(0)
  expect((await ask({ updatePasswordMode: 'force' })).forced).toBeGreaterThanOrEqual(1)
  await db.updateTable('session').set({ endedBy: 'logout' }).where('tokenHash', '!=', '').where('userId', '!=', '1').execute()
  for (const id of [old, old, fresh]) await server.as(id)
  await db
    .updateTable('session')
    .set({ ip: '10.20.0.1', loginType: 'phone' })
    .where('userId', '=', old)
    .where('endedBy', 'is', null)
    .execute()
  await db
    .updateTable('session')
    .set({ lastSeen: new Date(Date.now() - 30 * 60_000).toISOString() })
    .where('userId', '=', fresh)
    .execute()
  expect((await ask({ sessionMinutes: 20 })).idle).toBe(1)
  expect((await ask({ maxSessions: 1 })).overLimit).toBeGreaterThanOrEqual(1)
  await writeConfig(db, { openPhone: true })
  await server.kernel.config.refresh()
  expect((await ask({ openPhone: false })).byMethod).toBe(1)
  const shutsOut = { openIpLimit: true, ipBlacklist: ['10.20.0.0/16'] }
  expect((await ask(shutsOut)).byAddress).toBe(1)
  const branch = await server.given.org()
  const boss = await server.given.user({ org: branch })
  await server.given.forDelegations('/system/securityConfig')
  await server.given.gradeAdmin(boss, branch, 1, '/system/securityConfig')
  const body = { expireDays: 5, sessionMinutes: 20, maxSessions: 1, openPhone: false, ...shutsOut }
  const inBranch = await (await server.as(boss)).call(security.impact, { body })
  expect(inBranch).toEqual({ expiring: 0, forced: 0, idle: 0, overLimit: 0, byMethod: 0, byAddress: 0 })
})

test('CONF-02, T27 every setting is validated: no value of the wrong kind is stored', async () => {
  for (const [key, { value }] of Object.entries(configCatalog)) expect(isAllowed(key as never, configText(value)), key).toBe(true)
  const wrong: Record<string, readonly string[]> = {
    systemName: ['', ' ', 'x'.repeat(51), '<b>'], requestTimeoutMessage: [''], siteAddress: ['javascript:1', 'https://a.cn/x', 'a.cn'],
    caDriverFileId: ['../x'], passwordProfile: ['none'], passwordHistory: ['-1', '25'], expireWarnDays: ['91'], sessionHours: ['0', '25'],
    maxSessions: ['-1'], beginTime: ['24:00', '9:00', ''], endTime: ['12:60'], ipWhitelist: ['["10.0.0.300"]', '["x"]'], ipBlacklist: ['["1.2.3.4/33"]'],
    passwordBlacklist: ['[""]'], 'sms.gateway': ['carrier pigeon'], 'sms.address': ['ftp://x'], 'sms.accessKeyId': ['a b'], 'sms.signName': ['<x>'],
    'wx.address': ['wx.example'], 'wx.appId': ['中'], 'zfb.publicKey': ['rubbish', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    'ca.trustCerts': ['rubbish', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'], 
    'ca.proxyAddresses': ['["everywhere"]', '["0.0.0.0/0"]', '["::/0"]', '["::ffff:0:0/96"]', '["0.0.0.0-255.255.255.255"]', '["10.0.0.1", "1.0.0.0-8.255.255.255"]'],
    'ca.proxyHeader': ['X Client'], 'face.address': ['file:///etc/passwd'], userNameRule: ['random'],
  } // prettier-ignore
  for (const [key, list] of Object.entries(wrong)) {
    const { id } = await item(key)
    for (const configValue of list) await server.admin.refused('configValueProblem', config.update, { body: { id, configValue } })
  }
})
