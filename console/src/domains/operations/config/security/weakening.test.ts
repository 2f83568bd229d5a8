import { expect, test } from 'vitest'
import type { IpConfig, LoginWindow, PasswordSetting } from '@hufu/contract/operations/security'
import { weakerIp, weakerLogin, weakerPassword } from './weakening.ts'

const policy: PasswordSetting = {
  passwordProfile: 'dengbao3', passwordStrength: 'strong', openPasswordBlacklist: true, passwordBlacklist: ['a', 'b'],
  openCommonPasswords: true, updatePasswordMode: 'force', passwordHistory: 5, expireDays: 60, expireWarnDays: 7, passwordEncryptionRules: 'sm3',
} // prettier-ignore
const login: LoginWindow = {
  openPassword: true, openPhone: false, openWx: false, openZfb: false, openCa: false, openFace: false, openPasskey: true, captchaMode: 1, failCount: 5,
  lockMinutes: 30, sessionMinutes: 30, sessionHours: 12, maxSessions: 2, needPhoneVerify: true, openTimeLimit: true,
  beginTime: '22:00', endTime: '06:00', openRecovery: true, accountFailCount: 20, loginFailuresPerAddress: 30, challengesPerAddress: 60,
  faceChecksPerAddress: 5, smsPerAddress: 20, smsPerPhone: 10, smsInterval: 60, knownAddressFactor: 10,
} // prettier-ignore
const rules: IpConfig = { openIpLimit: true, ipWhitelist: ['10.0.0.0/8'], ipBlacklist: ['10.0.0.9'] }

test.for<[Partial<PasswordSetting>, string]>([
  [{ passwordProfile: 'specification' }, '策略由“等保三级”改为“规格默认”'],
  [{ passwordStrength: 'medium' }, '密码强度由“强”改为“中”'],
  [{ openPasswordBlacklist: false }, '关闭密码黑名单'],
  [{ openCommonPasswords: false }, '关闭禁用常见密码'],
  [{ passwordBlacklist: ['b'] }, '从密码黑名单移除 1 条'],
  [{ updatePasswordMode: '' }, '关闭强制修改'],
  [{ expireDays: 0 }, '密码有效期由“60 天”改为“永不过期”'],
  [{ expireDays: 61 }, '密码有效期由“60 天”改为“61 天”'],
  [{ passwordHistory: 0 }, '不可重复由“5”改为“0”'],
])('C3 a policy of passwords that gets weaker is told: %j', ([change, sentence]) => {
  expect(weakerPassword(policy, { ...policy, ...change })).toEqual([sentence])
})

test.for<Partial<PasswordSetting>>([
  {},
  { passwordProfile: 'nist' },
  { passwordBlacklist: ['a', 'b', 'c'] },
  { expireDays: 30 },
  { passwordHistory: 6 },
  { expireWarnDays: 0 },
])('C3 what makes a policy no weaker is not asked about: %j', change => {
  expect(weakerPassword(policy, { ...policy, ...change })).toEqual([])
})

test.for<[Partial<IpConfig>, string[]]>([
  [{}, []],
  [{ openIpLimit: false }, ['关闭限制登录 IP']],
  [{ ipWhitelist: [] }, ['清空白名单，任何地址都可登录']],
  [{ ipWhitelist: ['10.0.0.0/8', '11.0.0.1'] }, ['白名单新增 1 条']],
  [{ ipBlacklist: [] }, ['从黑名单移除 1 条']],
  [{ ipBlacklist: ['10.0.0.9', '10.0.0.8'] }, []],
])('C3 addresses: %j', ([change, sentences]) => {
  expect(weakerIp(rules, { ...rules, ...change })).toEqual(sentences)
})

test('C3 while the IP limit is off, changes of its lists weaken nothing', () => {
  expect(weakerIp({ ...rules, openIpLimit: false }, { ...rules, ipWhitelist: [], ipBlacklist: [] })).toEqual([])
})

test.for<[Partial<LoginWindow>, string[]]>([
  [{}, []],
  [{ captchaMode: 2 }, ['图形验证码由“始终使用”改为“登录失败后使用”']],
  [{ captchaMode: 0 }, ['图形验证码由“始终使用”改为“不使用”']],
  [{ failCount: 6 }, ['允许失败次数由“5”改为“6”']],
  [{ failCount: 4, lockMinutes: 60 }, []],
  [{ accountFailCount: 21, loginFailuresPerAddress: 31 }, ['所有地址合计由“20”改为“21”', '登录失败由“30”改为“31”']],
  [{ smsInterval: 30 }, ['短信间隔由“60”改为“30”']],
  [{ smsInterval: 90, smsPerPhone: 5 }, []],
  [{ lockMinutes: 10 }, ['锁定时长由“30”改为“10”']],
  [{ sessionMinutes: 31 }, ['空闲时长由“30”改为“31”']],
  [{ sessionHours: 24 }, ['最长时长由“12”改为“24”']],
  [{ maxSessions: 0 }, ['每个账号的会话数由“2”改为“不限制”']],
  [{ maxSessions: 1 }, []],
  [{ needPhoneVerify: false }, ['关闭登录后验证手机']],
  [{ openTimeLimit: false }, ['关闭限制登录时间']],
  [{ endTime: '07:00' }, ['允许登录的时间段变长']],
  [{ beginTime: '23:00' }, []],
  [{ beginTime: '08:00', endTime: '18:00' }, ['允许登录的时间段变长']],
  [{ openPhone: true }, []],
])('C3 signing in: %j', ([change, sentences]) => {
  expect(weakerLogin(login, { ...login, ...change })).toEqual(sentences)
})
