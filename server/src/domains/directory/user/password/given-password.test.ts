import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { security } from '@hufu/contract/operations/security'
import { welcome } from '@hufu/contract/operations/welcome'
import { user } from '@hufu/contract/directory/user'
import { sms } from '@hufu/contract/messages/sms'
import { client } from '../../../../../test/api-clients.ts'
import { finished, startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { scimClient, scimUser, type ScimSubject } from '../../../../../test/scim.ts'
import { sealed } from '../../../../../test/secrets.ts'
import { downloaded, sheet } from '../../../../../test/sheets.ts'
import { writeConfig } from '../../../../platform/config/config.ts'

/** The password policy covers every password, whoever sets it (docs/decisions/sign-in.md, 0115). */
let server: TestServer
let directory: ScimSubject
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  directory = await scimClient(server)
})
afterAll(() => server.close())

const strong = { passwordProfile: 'specification', passwordStrength: 'strong', openPasswordBlacklist: true, passwordBlacklist: ['Password1!'], openCommonPasswords: false, defaultPassword: '' } // prettier-ignore
const set = async (more: Record<string, unknown> = {}) => {
  await writeConfig(server.kernel.db, { ...strong, ...more })
  await server.kernel.config.refresh()
}
beforeEach(() => set())

const LISTED = '密码已在密码黑名单中，请设置新密码'
const KINDS = '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)'
const SHORT = '至少15个字符长度'
const NAMES = '密码与用户名、姓名、手机号或机构名称过于相似，请设置新密码'
const draft = async (password: string) => ({
  userName: `gp${server.given.next()}`,
  realName: '张伟',
  jobs: [{ orgId: '1', jobType: 1 }],
  passwordType: 3,
  password: await sealed(server, password),
})

interface Way {
  name: string
  /** Sets this password by the way; returns the sentence of the refusal, '' if it is accepted. */
  set: (password: string) => Promise<string>
}
const said = ({ code, message }: { code: string; message: string }) => (code === 'success' ? '' : message)
const scimSaid = ({ status, body }: { status: number; body: { detail: string } }) => (status < 300 ? '' : body.detail)
const ways: Way[] = [
  {
    name: 'the form of a new user',
    set: async password => said((await server.admin.send(user.save, { body: await draft(password) })).envelope),
  },
  {
    name: 'an API client',
    set: async password => {
      const { headers } = await client(server, [user.save])
      return said((await server.nobody.send(user.save, { body: await draft(password), headers })).envelope)
    },
  },
  {
    name: 'a new SCIM user',
    set: async password =>
      scimSaid(await directory.ask('POST', '/Users', scimUser({ password, name: { familyName: '张', givenName: '伟' } }))),
  },
  {
    name: 'a change of a SCIM user',
    set: async password => {
      const { body } = await directory.ask('POST', '/Users', scimUser({ name: { familyName: '张', givenName: '伟' } }))
      return scimSaid(await directory.patch(`/Users/${body.id}`, { op: 'replace', path: 'password', value: password }))
    },
  },
  {
    name: 'the system-wide initial password',
    set: async password => {
      const { defaultPassword: _, ...present } = await server.admin.call(security.password)
      const body = { ...present, defaultPassword: await sealed(server, password) }
      return said((await server.admin.send(security.updatePassword, { body })).envelope)
    },
  },
  {
    name: 'the configuration item of the initial password',
    set: async password => {
      const { records } = await server.admin.call(config.page, { query: { configKey: 'defaultPassword' } })
      const body = { id: records[0]!.id, configValue: await sealed(server, password) }
      return said((await server.admin.send(config.update, { body })).envelope)
    },
  },
]

test.each(ways)('D-47 the policy in force covers a password set by $name', async way => {
  expect(await way.set('aaaaaaaa')).toBe(KINDS)
  expect(await way.set('Password1!')).toBe(LISTED)
  expect(await way.set('Tiger#2026')).toBe('')
  await set({ passwordProfile: 'nist' })
  expect(await way.set('Tiger#2026')).toBe(SHORT)
  expect(await way.set('tiger tally halves met')).toBe('')
})

test('D-47 under NIST a given password does not resemble the names of its user', async () => {
  await set({ passwordProfile: 'nist' })
  for (const way of ways.slice(0, 4)) expect(await way.set('zhang.wei.2026.张伟'), way.name).toBe(NAMES)
})

test('D-47 a new policy and a new initial password are checked together', async () => {
  await set({ passwordStrength: 'low' })
  const { defaultPassword: _, ...present } = await server.admin.call(security.password)
  const body = { ...present, passwordStrength: 'strong' as const, defaultPassword: await sealed(server, 'aaaaaaaa') }
  await server.admin.refused('initialPasswordProblem', security.updatePassword, { body })
})

test('D-47 a random password is as long as the policy requires', async () => {
  await set({ passwordProfile: 'nist' })
  const made = await server.admin.call(user.save, { body: { ...(await draft('')), passwordType: 2, password: undefined } })
  expect(made.password!.length).toBe(15)
})

test('D-47 an initial password that the policy in force does not allow is given to nobody, and is a to-do', async () => {
  await set({ defaultPassword: server.kernel.keys.encrypt('config', 'aaaaaaaa') })
  await server.admin.refused('initialPasswordWeak', user.save, { body: { ...(await draft('')), passwordType: 1, password: undefined } })
  const id = await server.given.user()
  await server.admin.refused('initialPasswordWeak', user.resetPassword, { body: { ids: [id], passwordType: 1, hasSendSms: false } })
  const userName = `gp${server.given.next()}`
  await server.admin.call(user.saveMany, { body: { orgId: '1', list: [{ userName, realName: '批量' }] } })
  const { passwordHash } = await server.kernel.db
    .selectFrom('users')
    .select('passwordHash')
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow()
  expect(passwordHash).toBeNull()
  expect((await server.admin.call(user.requiredFields)).hasInitialPassword).toBe(false)
  expect((await server.admin.call(sms.canSendPassword)).hasInitialPassword).toBe(false)
  const todos = async () => (await server.admin.call(welcome.today)).duties.filter(({ kind }) => kind === 'initialPasswordWeak')
  expect(await todos()).toMatchObject([{ count: 1, facts: { why: KINDS } }])
  await set({ defaultPassword: server.kernel.keys.encrypt('config', 'Tiger#2026') })
  expect((await server.admin.call(sms.canSendPassword)).hasInitialPassword).toBe(true)
  expect(await todos()).toEqual([])
})

test('D-48 a row of a sheet with the digest of a listed or common password is refused', async () => {
  await set({ openCommonPasswords: true })
  const { code } = await server.kernel.db.selectFrom('org').select('code').where('id', '=', '1').executeTakeFirstOrThrow()
  const digest = (password: string) => createHash('sm3').update(password).digest('hex')
  const rows = ['Password1!', 'iloveyou', 'Tiger#2026'].map(password => [`gp${server.given.next()}`, '表格', code, digest(password)])
  const task = await server.admin.call(user.importInsert, { file: await sheet(['用户名', '姓名', '机构编码', '密码摘要'], rows) })
  const end = await finished(server.admin, task as string)
  expect(end.message).toBe('成功1条，失败2条')
  expect(JSON.stringify((await downloaded(server.admin, end.fileId!)).rows)).toContain('该密码过于常见或在密码黑名单中')
})
