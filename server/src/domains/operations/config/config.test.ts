import { afterAll, beforeAll, expect, test } from 'vitest'
import { config, health } from '@hufu/contract/operations/config'
import { security } from '@hufu/contract/operations/security'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const item = async (configKey: string) => {
  const { records } = await server.admin.call(config.page, { query: { configKey, size: 50 } })
  return records.find(record => record.configKey === configKey)!
}
const set = async (configKey: string, configValue: string) =>
  server.admin.send(config.update, { body: { id: (await item(configKey)).id, configValue } })
const policy = {
  passwordStrength: 'medium' as const,
  openPasswordBlacklist: false,
  passwordBlacklist: [] as string[],
  updatePasswordMode: 'force' as const,
  expireDays: 90,
  passwordEncryptionRules: 'sm3' as const,
}
const setPolicy = (more: Record<string, unknown>) => server.admin.send(security.updatePassword, { body: { ...policy, ...more } })
/** The problem reported for this new password. */
async function verdictOn(password: string): Promise<string> {
  const id = await server.given.user()
  const me = await server.as(id)
  const body = { userId: id, oldPassword: await sealed(server, PASSWORD), password: await sealed(server, password) }
  return (await me.send(self.changePassword, { body })).envelope.message
}

test('CONF-01 a page of one group contains that group only', async () => {
  const page = await server.admin.call(config.page, { query: { groupName: '登录设置' } })
  expect(page).toMatchObject({ current: 1, size: 10, records: expect.any(Array) })
  expect(page.total).toBeGreaterThan(5)
  expect(new Set(page.records.map(record => record.groupName))).toEqual(new Set(['登录设置']))
})

test('CONF-02, CONF-03, CONF-04, D-76 a changed value takes effect, refresh reloads all of them; a stale edit is refused', async () => {
  const { id, version } = await item('systemName')
  const saved = await server.admin.call(config.update, { body: { id, configValue: '虎符一号', remark: '试', version } })
  expect(saved).toMatchObject({ id, configValue: '虎符一号', remark: '试', version: version + 1 })
  expect(await server.admin.call(config.refresh)).toBeGreaterThan(0)
  expect((await server.admin.call(config.global)).systemName).toBe('虎符一号')
  await server.admin.refused('stale', config.update, { body: { id, configValue: '虎符二号', version } })
  await server.admin.call(config.update, { body: { id, configValue: '虎符三号' } })
  await server.admin.call(config.refreshById, { query: { id } })
  expect((await server.nobody.call(config.public)).systemName).toBe('虎符三号')
  await server.admin.refused('configMissing', config.refreshById, { query: { id: 'nothere' } })
  await server.admin.refused('configMissing', config.update, { body: { id: 'nothere', configValue: 'x' } })
})

test('CONF-02 values of the wrong type, and values that would lock everybody out, are refused', async () => {
  const wrong = [
    ['expireDays', 'many'],
    ['openPhone', 'yes'],
    ['passwordBlacklist', '{"a":1}'],
    ['passwordStrength', 'none'],
    ['passwordEncryptionRules', 'sha1'],
    ['updatePasswordMode', 'later'],
    ['failCount', '0'],
    ['sessionMinutes', '0'],
    ['lockMinutes', '-5'],
    ['captchaMode', '7'],
    ['requestTimeout', '1'],
    ['countryLoginUrl', 'javascript:alert(1)'],
    ['systemLogo', 'https://evil.org/x.png'],
  ] as const
  const before = await item('openPassword')
  await server.admin.refused('noWayIn', config.update, { body: { id: before.id, configValue: 'false' } })
  for (const [key, value] of wrong) {
    const before = await item(key)
    expect((await set(key, value)).envelope, key).toMatchObject({ code: 'global_prompt', message: '配置值不正确' })
    expect(await item(key)).toEqual(before)
  }
})

test('CONF-05, CONF-06 groups and modules are listed once each', async () => {
  const groups = await server.admin.call(config.groupNames)
  expect(groups).toEqual([...new Set(groups)])
  expect(groups).toEqual(expect.arrayContaining(['系统设置', '密码设置', '登录设置']))
  expect(await server.admin.call(config.applications)).toContain('iam')
})

test('CONF-07, ENT-19, PWD-01 signed-in users read the global configuration, others must sign in first', async () => {
  const keys = ['systemName', 'systemLogo', 'passwordEncryptionRules', 'updatePasswordMode', 'openGradeAdmin', 'countryLogin']
  const policyKeys = ['passwordStrength', 'openPasswordBlacklist', 'passwordBlacklist']
  const me = await server.as(await server.given.user())
  expect(Object.keys(await me.call(config.global))).toEqual(expect.arrayContaining([...keys, ...policyKeys]))
  await server.nobody.refused('signInAgain', config.global)
})

test('CONF-08, X-LOGINX-08 anybody reads the public configuration, which has no blacklist and nothing about administrators', async () => {
  const seen = await server.nobody.call(config.public)
  expect(seen).toMatchObject({ systemName: expect.any(String), openPassword: true, captchaMode: 2 })
  for (const key of ['passwordBlacklist', 'openGradeAdmin', 'expireDays', 'defaultPassword', 'failCount'])
    expect(seen).not.toHaveProperty(key)
  expect(await server.nobody.call(health)).toEqual({ status: 'UP', version: expect.stringMatching(/^\d+\.\d+\.\d+/), storage: 'ok' })
})

test('CONF-09, X-SECURITY-01, PWD-13 to PWD-16 a changed policy is shown and applied at once', async () => {
  await setPolicy({ passwordStrength: 'strong' })
  expect((await server.admin.call(config.global)).passwordStrength).toBe('strong')
  expect(await server.admin.call(security.password)).toMatchObject({ passwordStrength: 'strong', defaultPassword: { set: false } })
  const strong = '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)'
  expect(await verdictOn('abcdefg1')).toBe(strong)
  expect(await verdictOn('abcdef1~')).toBe(strong)
  expect(await verdictOn('abcdef1!')).toBe('操作成功')
  await setPolicy({})
  expect(await verdictOn('abcdefgh')).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合')
  for (const password of ['abcdefg1', 'abcdefg!', '1234567!']) expect(await verdictOn(password)).toBe('操作成功')
  await setPolicy({ passwordStrength: 'low' })
  expect(await verdictOn('abcdefgh')).toBe('操作成功')
})

test('PWD-10 to PWD-12, bad input 32 missing, short, too long and listed passwords each have their own message, checked in this order', async () => {
  const listed = { openPasswordBlacklist: true, passwordBlacklist: ['Password1!', 'short'] }
  await setPolicy({ ...listed, passwordStrength: 'strong' })
  expect(await verdictOn('')).toBe('请输入密码')
  expect(await verdictOn('short')).toBe('至少8个字符长度')
  expect(await verdictOn('Ab1!'.repeat(5) + 'x')).toBe('密码不能超过20个字符')
  expect(await verdictOn('pASSWORD1!')).toBe('密码已在密码黑名单中，请设置新密码')
  await setPolicy({ ...listed, openPasswordBlacklist: false })
  expect(await verdictOn('Password1!')).toBe('操作成功')
})

test("CONST-09, CONST-10, CONST-11 md5 and sm3 are accepted, others not; the mode is 'force' or ''", async () => {
  for (const passwordEncryptionRules of ['md5', 'sm3']) {
    expect((await setPolicy({ passwordEncryptionRules })).envelope.code).toBe('success')
    expect((await server.admin.call(config.global)).passwordEncryptionRules).toBe(passwordEncryptionRules)
  }
  expect((await setPolicy({ passwordEncryptionRules: 'sha1' })).envelope).toMatchObject({ code: 'global_prompt' })
  for (const updatePasswordMode of ['', 'force']) {
    await setPolicy({ updatePasswordMode })
    expect((await server.admin.call(config.global)).updatePasswordMode).toBe(updatePasswordMode)
  }
  expect((await setPolicy({ updatePasswordMode: 'maybe' })).envelope).toMatchObject({ code: 'global_prompt' })
})

test('D-46 where the mode is not force, the first sign-in may continue with the initial password', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/wel/index')
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', id).execute()
  await setPolicy({ updatePasswordMode: '' })
  const me = await server.as(id)
  expect(await me.call(self.forcedChange)).toEqual({ hasForceChangePwd: true, forceChangePwdType: 'first' })
  await me.call(user.pick)
  await setPolicy({})
  await me.refused('changePasswordFirst', user.pick)
})

test('CONST-05 an initial password has 8 to 32 characters', async () => {
  const say = async (password: string) => (await setPolicy({ defaultPassword: await sealed(server, password) })).envelope
  expect(await say('x'.repeat(33))).toMatchObject({ code: 'global_prompt', message: '密码不能超过32个字符' })
  expect(await say('x'.repeat(7))).toMatchObject({ code: 'global_prompt', message: '至少8个字符长度' })
  expect(await say('x1'.repeat(16))).toMatchObject({ code: 'success' })
  expect((await server.admin.call(security.password)).defaultPassword).toEqual({ set: true })
  expect((await setPolicy({ defaultPassword: 'plain text' })).envelope).toMatchObject({
    code: 'password_error',
    message: '密码解密失败，请刷新页面重试',
  })
})

test('CONF-12, D-57, D-58 a password item is shown as ciphertext, revealed by one audited call, and unchanged when its ciphertext is sent back', async () => {
  await setPolicy({ defaultPassword: await sealed(server, 'Initial#2026') })
  const before = await item('defaultPassword')
  expect(before.valueType).toBe('password')
  expect(before.configValue).toMatch(/^[A-Za-z0-9+/]{342}==$/)
  expect(await server.admin.call(config.decryptValue, { query: { rsaPwd: before.configValue } })).toBe('Initial#2026')
  const updated = await server.admin.call(config.update, { body: { id: before.id, configValue: before.configValue, remark: '不变' } })
  expect(updated.configValue).toBe(before.configValue)
  const changed = await server.admin.call(config.update, { body: { id: before.id, configValue: await sealed(server, 'Second#2026') } })
  expect(await server.admin.call(config.decryptValue, { query: { rsaPwd: changed.configValue } })).toBe('Second#2026')
  expect((await set('defaultPassword', 'plain text')).envelope.code).toBe('password_error')
  const audit = await server.kernel.db.selectFrom('operLog').select(['params', 'code']).where('operateType', '=', 'decryptValue').execute()
  expect(audit).toEqual([1, 2].map(() => ({ params: '{"query":{"rsaPwd":"***"}}', code: 'success' })))
})

test('CONF-12, D-58 a captured login ciphertext is not decrypted; an ordinary user decrypts nothing', async () => {
  const rsaPwd = await sealed(server, PASSWORD)
  await server.admin.refused('decryptFailed', config.decryptValue, { query: { rsaPwd } })
  await server.admin.refused('decryptFailed', config.decryptValue, { query: { rsaPwd: 'rubbish' } })
  await (await server.as(await server.given.user())).refused('forbidden', config.decryptValue, { query: { rsaPwd } })
})

test('USER-39, D-47 users get the configured initial password and sign in with it', async () => {
  await setPolicy({ defaultPassword: await sealed(server, 'Initial#2026') })
  const n = server.given.next()
  const id = await server.given.user({ userName: `initial${n}` })
  expect(await server.admin.call(user.resetPassword, { body: { ids: [id], passwordType: 1, hasSendSms: false } })).toEqual({ count: 1 })
  const login = { loginName: `initial${n}`, pwd: await sealed(server, 'Initial#2026') }
  const me = server.withToken((await server.nobody.call(signIn.login, { body: login as never })).token)
  expect(await me.call(self.forcedChange)).toEqual({ hasForceChangePwd: true, forceChangePwdType: 'default' })
  const { envelope } = await me.send(self.setForcedPassword, { body: { password: await sealed(server, 'Initial#2026') } })
  expect(envelope).toMatchObject({ code: 'password_error', message: '设置的新密码与旧密码一样' })
})

test('settings that refer to users show their names, and so does their history', async () => {
  const [examiner, other] = [await server.given.user({ realName: '审核的人' }), await server.given.user({ realName: '旁人' })]
  for (const ids of [[examiner], [examiner, other]])
    expect((await set('userExaminerIds', JSON.stringify(ids))).envelope.code).toBe('success')
  const { records, names } = await server.admin.call(config.page, { query: { configKey: 'userExaminerIds' } })
  expect(JSON.parse(records[0]!.configValue)).toEqual([examiner, other])
  expect(names).toEqual({ [examiner]: '审核的人', [other]: '旁人' })
  expect((await server.admin.call(security.changes, { query: { configKey: 'userExaminerIds' } })).names).toEqual(names)
  expect((await server.admin.call(config.page, { query: { configKey: 'systemName' } })).names).toEqual({})
  const branch = await server.given.org()
  const boss = await server.given.user({ org: branch })
  await server.given.forDelegations('/system/securityConfig')
  await server.given.gradeAdmin(boss, branch, 1, '/system/securityConfig')
  const they = await server.as(boss)
  expect((await they.call(security.changes, { query: { configKey: 'userExaminerIds' } })).names).toEqual({})
})
