import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginLog } from '@hufu/contract/audit/login-log'
import { stats } from '@hufu/contract/audit/stats'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { ticket } from '@hufu/contract/sign-in/ticket'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { reasonInChinese } from '../../federation/index.ts'
import { explanationIn, reasonIn } from './explanation.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.kernel.db.updateTable('config').set({ configValue: '0' }).where('configKey', '=', 'captchaMode').execute()
  await server.kernel.config.refresh()
})
afterAll(() => server.close())

test('X-AUDIT the explanations of the sign-in log are in English for a reader who asks for it, and stay Chinese in the record', async () => {
  const ip = '203.0.113.9'
  const headers = { 'x-forwarded-for': ip }
  await server.nobody.send(ticket.loginByCode, { query: { code: 'x'.repeat(43) }, headers })
  const wrong = { loginName: 'nobody-here', pwd: await sealed(server, 'Wrong#2027') }
  await server.nobody.send(signIn.login, { body: wrong, headers })
  const messages = async (language: string) => {
    const { records } = await server.admin.call(loginLog.page, { query: { result: 0 }, headers: { 'accept-language': language } })
    return records.map(({ message }) => message).toReversed()
  }
  expect(await messages('zh-CN')).toEqual(['登录凭证无效或已过期', '用户名或密码错误，还可尝试4次'])
  expect(await messages('en-GB,en;q=0.9')).toEqual([
    'The sign-in ticket is not valid or has expired',
    'Wrong user name or password, 4 tries left',
  ])
  const reasons = async (language: string) => {
    const range = { beginTime: days[0]!, endTime: days[1]! }
    return (await server.admin.call(stats.failReason, { query: range, headers: { 'accept-language': language } })).map(
      ({ reason }) => reason,
    )
  }
  const days = [-16, 8].map(hours => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10))
  expect((await reasons('zh-CN')).toSorted()).toEqual(['用户名或密码错误', '登录凭证无效或已过期'].toSorted())
  expect((await reasons('en')).toSorted()).toEqual(['The sign-in ticket is not valid or has expired', 'Wrong user name or password'])
})

test('a reason that a visitor was given in English is stored in Chinese', () => {
  expect(reasonInChinese('No organisation is set for new accounts, or it no longer exists')).toBe(
    '管理员未设置新账号所在的机构，或该机构已不存在',
  )
  expect(reasonInChinese('The identity provider did not send the attribute “mail”')).toBe('身份提供方没有给出属性“mail”')
  expect(reasonInChinese('管理员说明')).toBe('管理员说明')
})

test.each([
  ['登录成功', 'Signed in'],
  ['登录成功 · 集团目录', 'Signed in · 集团目录'],
  ['登录成功（人脸核验编号：f17）', 'Signed in (face verification number: f17)'],
  [
    '账号已锁定，请1分钟后重试或联系管理员解锁',
    'The account is locked. Please try again in 1 minute or ask your administrator to unlock it',
  ],
  ['证书验证失败（证书已过期）', 'The certificate could not be verified (the certificate has expired)'],
  ['该身份没有对应的账号 · 集团目录', 'No account belongs to this identity · 集团目录'],
  ['身份提供方没有给出属性“mail” · 甲', 'The identity provider did not send the attribute “mail” · 甲'],
  ['操作过于频繁，请稍后再试（约2分钟）', 'Too many attempts, please try again later'],
  ['旧版本的说明', '旧版本的说明'],
])('the explanation %s is %s in English', (chinese, english) => {
  expect(explanationIn('en', chinese)).toBe(english)
  expect(explanationIn('zh', chinese)).toBe(chinese)
})

test.each([
  ['账号已锁定', 'The account is locked'],
  ['登录凭证无效或已过期', 'The sign-in ticket is not valid or has expired'],
  ['该身份没有对应的账号 · 集团目录', 'No account belongs to this identity · 集团目录'],
  ['旧版本的说明', '旧版本的说明'],
])('the reason %s of the statistics is %s in English', (chinese, english) => {
  expect(reasonIn('en', chinese)).toBe(english)
  expect(reasonIn('zh', chinese)).toBe(chinese)
})
