import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD_PROFILES, passwordProblem, type PasswordProfile } from '@hufu/contract/credentials/password'
import { config } from '@hufu/contract/operations/config'
import { security } from '@hufu/contract/operations/security'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { PASSWORD } from '../../../../../test/given.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../../test/harness.ts'
import { sealed } from '../../../../../test/secrets.ts'
import { writeConfig } from '../../../../platform/config/config.ts'
import { commonPasswords } from './common-passwords.ts'

let server: TestServer
let zhang: Subject
beforeAll(async () => {
  server = await startTestServer()
  const org = await server.given.org({ name: '财务处' })
  zhang = await server.as(await server.given.user({ org, userName: 'zhangwei', realName: '张伟', phone: '13800001234' }))
})
afterAll(() => server.close())

const policy = {
  passwordStrength: 'strong',
  openPasswordBlacklist: true,
  passwordBlacklist: ['Hufu@2026Tiger'],
  openCommonPasswords: false,
} as const
const set = async (more: Record<string, unknown>) => {
  await writeConfig(server.kernel.db, {
    ...policy,
    passwordProfile: 'specification',
    passwordHistory: 0,
    expireDays: 90,
    maxSessions: 0,
    captchaMode: 0,
    sessionHours: 24,
    ...more,
  })
  await server.kernel.config.refresh()
  server.kernel.sessions.forget()
}
beforeEach(() => set({}))

/** The sentences of each profile, by short names. */
const sentences = {
  ok: undefined,
  none: '请输入密码',
  '<8': '至少8个字符长度',
  '<15': '至少15个字符长度',
  '>20': '密码不能超过20个字符',
  '>128': '密码不能超过128个字符',
  listed: '密码已在密码黑名单中，请设置新密码',
  common: '密码过于常见，请设置新密码',
  three: '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)',
  finer: '必须包含大写字母、小写字母、数字和特殊字符(!@#$%^&*_=(),.<>)中的三种',
  names: '密码与用户名、姓名、手机号或机构名称过于相似，请设置新密码',
} as const
type Said = keyof typeof sentences

const chinese =
  '我们每天早上七点半从家里出发先送孩子上学然后坐地铁去单位中午在食堂吃饭下午开会晚上回家做饭洗碗陪孩子写作业周末去爬山看海钓鱼听音'
const varied = (length: number) => Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * 37) % 90))).join('')

/** For somebody called zhangwei, 张伟, 13800001234, of 财务处: the specification (strong), 等保三级, NIST. */
const table: readonly [password: string, specification: Said, dengbao3: Said, nist: Said][] = [
  ['', 'none', 'none', 'none'],
  ['Ab1!xyz', '<8', '<8', '<15'],
  ['abcdefg', '<8', '<8', '<15'],
  ['𠮷'.repeat(4), '<8', '<8', '<15'],
  ['abcdefgh', 'three', 'common', '<15'],
  ['password', 'three', 'common', '<15'],
  ['Password1', 'three', 'common', '<15'],
  ['Password1!', 'ok', 'common', '<15'],
  ['P@ssw0rd', 'ok', 'common', '<15'],
  ['abcdefg1', 'three', 'common', '<15'],
  ['Abcdefg1', 'three', 'common', '<15'],
  ['12345678', 'three', 'common', '<15'],
  ['87654321', 'three', 'common', '<15'],
  ['98765432109', 'three', 'common', '<15'],
  ['qwertyuiop', 'three', 'common', '<15'],
  ['QWERTYUIOP!', 'three', 'common', '<15'],
  ['iloveyou', 'three', 'common', '<15'],
  ['!!iloveyou!!', 'three', 'common', '<15'],
  ['aaaaaaaa', 'three', 'common', '<15'],
  ['密码密码密码密码', 'three', 'common', '<15'],
  ['ＡｂｃＤ１２３４', 'three', 'common', '<15'],
  ['Ａbcdefg1!', 'ok', 'common', '<15'],
  ['abcdefg!', 'three', 'finer', '<15'],
  ['1234567!', 'three', 'finer', '<15'],
  ['abc def 123', 'three', 'finer', '<15'],
  ['Ａdmin#２０２６', 'three', 'finer', '<15'],
  ['zhangwei2026', 'three', 'finer', '<15'],
  ['两只黄鹂鸣翠柳一行白鹭上青天', 'three', 'finer', '<15'],
  ['Admin#2026', 'ok', 'ok', '<15'],
  ['Tr0ub4dor&3', 'ok', 'ok', '<15'],
  ['ZhangWei2026!', 'ok', 'ok', '<15'],
  ['13800001234Ab!', 'ok', 'ok', '<15'],
  ['Hufu@2026Tiger', 'listed', 'listed', '<15'],
  ['hUFU@2026tIGER', 'listed', 'listed', '<15'],
  ['hufu@2026tiger', 'listed', 'listed', '<15'],
  ['Hufu@2026Tiger!', 'ok', 'ok', 'ok'],
  ['N0rthern*Lights', 'ok', 'ok', 'ok'],
  ['Ab1!Cd2@Ef3#Gh4$Ij5%', 'ok', 'ok', 'ok'],
  ['A\u030angstro\u0308m-Zug 17', 'three', 'ok', 'ok'],
  ['correcthorsebattery', 'three', 'finer', 'ok'],
  ['我叫张伟今天天气很好我们去公园', 'three', 'finer', 'ok'],
  ['两只黄鹂鸣翠柳，一行白鹭上青天。', 'three', 'finer', 'ok'],
  ['Ab1!'.repeat(5), 'ok', 'common', 'common'],
  ['aaaaaaaaaaaaaaaaaaaa', 'three', 'common', 'common'],
  ['abcabcabcabcabc', 'three', 'common', 'common'],
  ['123456789012345', 'three', 'common', 'common'],
  ['abcdefghijklmnop', 'three', 'common', 'common'],
  ['qwertyqwertyqwerty', 'three', 'common', 'common'],
  ['𠮷'.repeat(20), 'three', 'common', 'common'],
  ['zhangweizhangwei', 'three', 'common', 'common'],
  ['zhangwei1234567', 'three', 'finer', 'names'],
  ['ZhangWei@1234567', 'ok', 'ok', 'names'],
  ['ZHANG.WEI.2026.1', 'ok', 'ok', 'names'],
  ['zhangwei13800001234', 'three', 'finer', 'names'],
  ['13800001234138!', 'three', 'finer', 'names'],
  ['财务处财务处张伟二〇二六年一月', 'three', 'finer', 'names'],
  ['CaiWuChu-ZhangWei-1', 'three', 'ok', 'names'],
  ['统一身份认证与访问管理平台2026', 'three', 'finer', 'names'],
  ['Ab1!Cd2@Ef3#Gh4$Ij5%x', '>20', '>20', 'ok'],
  ['correct horse battery staple', '>20', '>20', 'ok'],
  ['caiwuchu and many other words', '>20', '>20', 'ok'],
  ['Zhang Wei walks to work', '>20', '>20', 'ok'],
  [chinese, '>20', '>20', 'ok'],
  [varied(128), '>20', '>20', 'ok'],
  [varied(129), '>20', '>20', '>128'],
]

test('PWD-10 to PWD-16 sixty passwords under three profiles each get the expected message', async () => {
  expect(table.length).toBeGreaterThanOrEqual(60)
  for (const [password, ...wanted] of table) {
    const found = await zhang.call(self.judgePassword, { body: { password: await sealed(server, password) } })
    const messages = PASSWORD_PROFILES.map(passwordProfile =>
      passwordProblem(password, { ...policy, passwordBlacklist: [...policy.passwordBlacklist], passwordProfile }, found),
    )
    expect(messages, password).toEqual(wanted.map(name => sentences[name]))
  }
})

const changing = async (subject: Subject, id: string, old: string, fresh: string) =>
  (
    await subject.send(self.changePassword, {
      body: { userId: id, oldPassword: await sealed(server, old), password: await sealed(server, fresh) },
    })
  ).envelope
const newcomer = async () => {
  const id = await server.given.user()
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, userName }
}
const login = async (loginName: string, password: string) =>
  (await server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(server, password) } })).envelope

test('PWD-06 the server applies the configured profile, whatever the console has shown', async () => {
  const tried: readonly [PasswordProfile, string, Said][] = [
    ['specification', 'abcdefg1', 'three'],
    ['dengbao3', 'Password1!', 'common'],
    ['dengbao3', 'abcdefg!', 'finer'],
    ['nist', 'Tr0ub4dor&3', '<15'],
    ['nist', '123456789012345', 'common'],
  ]
  const { id } = await newcomer()
  for (const [passwordProfile, password, name] of tried) {
    await set({ passwordProfile })
    expect(await changing(await server.as(id), id, PASSWORD, password)).toMatchObject({ code: 'password_error', message: sentences[name] })
  }
  await set({ passwordProfile: 'specification', openCommonPasswords: true })
  expect(await changing(await server.as(id), id, PASSWORD, 'Password1!')).toMatchObject({ message: sentences.common })
  await set({ passwordProfile: 'nist' })
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  expect(await changing(await server.as(id), id, PASSWORD, `${userName}-1-${userName}`)).toMatchObject({ message: sentences.names })
})

test('the NIST profile accepts a passphrase of 64 Chinese characters, which signs in', async () => {
  await set({ passwordProfile: 'nist' })
  expect([...chinese]).toHaveLength(64)
  const { id, userName } = await newcomer()
  expect(await changing(await server.as(id), id, PASSWORD, chinese)).toMatchObject({ code: 'success' })
  expect(await login(userName, chinese)).toMatchObject({ code: '0' })
  expect(await login(userName, chinese.slice(0, 63))).toMatchObject({ code: '4' })
  // Existing passwords stay valid when the profile changes.
  await set({})
  expect(await login(userName, chinese)).toMatchObject({ code: '0' })
})

test('a password is the same in every Unicode composition, and differs without the accent', async () => {
  const { id, userName } = await newcomer()
  expect(await changing(await server.as(id), id, PASSWORD, 'Ｃafe\u0301#2026x')).toMatchObject({ code: 'success' })
  for (const written of ['Ｃafe\u0301#2026x', 'Cafe\u0301#2026x', 'Caf\u00e9#2026x'])
    expect(await login(userName, written)).toMatchObject({ code: '0' })
  expect(await login(userName, 'Cafe#2026x')).toMatchObject({ code: '4' })
})

test('the list of common passwords has at least ten thousand entries, all long enough to matter', async () => {
  const list = await commonPasswords()
  expect(list.size).toBeGreaterThanOrEqual(10_000)
  expect([...list].filter(word => [...word].length < 8 || word !== word.toLowerCase())).toEqual([])
})

test('PWD-09 as many of the last passwords as the settings say cannot be reused; older ones can', async () => {
  await set({ passwordHistory: 3 })
  const { id } = await newcomer()
  const words = ['First#2026', 'Second#2026', 'Third#2026', 'Fourth#2026']
  let present = PASSWORD
  for (const word of words) {
    expect(await changing(await server.as(id), id, present, word)).toMatchObject({ code: 'success' })
    present = word
  }
  const again = async (word: string) => changing(await server.as(id), id, present, word)
  expect(await again('Fourth#2026')).toMatchObject({ message: '设置的新密码与旧密码一样' })
  for (const word of ['Third#2026', 'Second#2026'])
    expect(await again(word)).toMatchObject({ code: 'password_error', message: '不能使用最近3次用过的密码' })
  expect(await again('First#2026')).toMatchObject({ code: 'success' })
  // 等保三级 demands five whatever is set.
  await set({ passwordProfile: 'dengbao3' })
  present = 'First#2026'
  expect(await again('Third#2026')).toMatchObject({ message: '不能使用最近5次用过的密码' })
})

test('PWD-09 passwords set by an administrator are remembered too; former hashes appear in no history and no reply', async () => {
  await set({ passwordHistory: 2 })
  const { id } = await newcomer()
  await changing(await server.as(id), id, PASSWORD, 'Owner#2026a')
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'reset' }).where('id', '=', id).execute()
  server.kernel.sessions.forget()
  const forced = async (word: string) =>
    (await (await server.as(id)).send(self.setForcedPassword, { body: { password: await sealed(server, word) } })).envelope
  expect(await forced(PASSWORD)).toMatchObject({ message: '不能使用最近2次用过的密码' })
  const hashes = await server.kernel.db.selectFrom('passwordHistory').select('passwordHash').where('userId', '=', id).execute()
  expect(hashes).toHaveLength(1)
  const history = await server.kernel.db.selectFrom('dataHistory').selectAll().where('recordId', '=', id).execute()
  expect(JSON.stringify(history)).not.toContain(hashes[0]!.passwordHash)
})

test('T20 rehashing a password does not make it a former one', async () => {
  const { id, userName } = await newcomer()
  const { db } = server.kernel
  await db
    .updateTable('users')
    .set({ passwordHash: await oldHash() })
    .where('id', '=', id)
    .execute()
  expect(await login(userName, 'Older#2026')).toMatchObject({ code: '0' })
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.passwordHash).toMatch(/^none:\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await db.selectFrom('passwordHistory').select('id').where('userId', '=', id).execute()).toEqual([])
})
const oldHash = async () => {
  const { hash } = await import('@node-rs/argon2')
  return `none:${await hash('Older#2026', { memoryCost: 8192, timeCost: 1, parallelism: 1 })}`
}

test('FORCE-06, D-46 passwords expire by profile: never under NIST, after ninety days under 等保三级, with a notice in the days before', async () => {
  const { id } = await newcomer()
  const aged = async (days: number) => {
    const passwordTime = new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()
    await server.kernel.db.updateTable('users').set({ passwordTime }).where('id', '=', id).execute()
    server.kernel.sessions.forget()
  }
  const me = await server.as(id)
  const state = async () => [(await me.call(self.forcedChange)).forceChangePwdType, (await me.call(self.current)).passwordDaysLeft]
  await set({ expireDays: 90, expireWarnDays: 7 })
  for (const [days, ...wanted] of [
    [10, '', null],
    [82, '', null],
    [83, '', 7],
    [89.5, '', 1],
    [91, 'expired', null],
  ] as const) {
    await aged(days)
    expect(await state(), String(days)).toEqual(wanted)
  }
  await set({ expireDays: 0 })
  expect(await state()).toEqual(['', null])
  await set({ expireDays: 0, passwordProfile: 'dengbao3' })
  expect(await state()).toEqual(['expired', null])
  await set({ expireDays: 30, passwordProfile: 'nist' })
  expect(await state()).toEqual(['', null])
})

test('D-17 a session lasts as long as the settings say, whatever its use, and an account has at most the set number of sessions', async () => {
  await set({ sessionHours: 2 })
  const { id } = await newcomer()
  await server.as(id)
  const lives = async () => {
    const rows = await server.kernel.db
      .selectFrom('session')
      .select(['createTime', 'expiresAt', 'endedBy'])
      .where('userId', '=', id)
      .orderBy('createTime')
      .execute()
    return rows.map(row => ({ hours: (Date.parse(row.expiresAt) - Date.parse(row.createTime)) / 3_600_000, endedBy: row.endedBy }))
  }
  expect(await lives()).toEqual([{ hours: 2, endedBy: null }])
  await set({ sessionHours: 24, maxSessions: 2 })
  const [second, third] = [await server.as(id), await server.as(id)]
  expect((await lives()).map(({ endedBy }) => endedBy)).toEqual(['forced', null, null])
  await Promise.all([second.call(self.current), third.call(self.current)])
  const fourth = await server.as(id)
  server.kernel.sessions.forget()
  await second.refused('forcedOut', self.current)
  await fourth.call(self.current)
})

test('X-SECURITY-01, CONF-09 the new parts of the policy are stored with the old ones, and may be left out', async () => {
  const body = {
    passwordStrength: 'medium',
    openPasswordBlacklist: false,
    passwordBlacklist: [],
    updatePasswordMode: 'force',
    expireDays: 60,
    passwordEncryptionRules: 'sm3',
  }
  await server.admin.call(security.updatePassword, {
    body: { ...body, passwordProfile: 'dengbao3', passwordHistory: 6, expireWarnDays: 14, openCommonPasswords: true },
  })
  await server.admin.call(security.updatePassword, { body })
  expect(await server.admin.call(security.password)).toMatchObject({
    passwordProfile: 'dengbao3',
    passwordHistory: 6,
    expireWarnDays: 14,
    openCommonPasswords: true,
    expireDays: 60,
  })
  expect(await server.nobody.call(config.public)).toMatchObject({ passwordProfile: 'dengbao3' })
})
