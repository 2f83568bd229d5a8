import type { EncryptMethod } from '@hufu/contract/credentials/password-terms'
import { REQUEST_TIMEOUT } from '@hufu/contract/timeouts'

/** All configuration items: key, group, name, type, value after installation. */
export type ConfigType = 'text' | 'number' | 'boolean' | 'list' | 'json' | 'password'
interface Item<T> {
  group: '系统设置' | '密码设置' | '登录设置' | 'IP设置' | '短信设置' | '邮件设置' | '第三方登录' | '组织设置'
  name: string
  type: ConfigType
  value: T
}
const item = <T>(group: Item<T>['group'], name: string, type: ConfigType, value: T): Item<T> => ({ group, name, type, value })

export const configCatalog = {
  systemName: item('系统设置', '系统名称', 'text', '统一身份认证与访问管理平台' as string),
  systemLogo: item('系统设置', '系统图标', 'text', '' as string),
  openGradeAdmin: item('系统设置', '开启分级管理员', 'boolean', true as boolean),
  openWatermark: item('系统设置', '页面水印', 'boolean', false as boolean),
  revealsAnHour: item('系统设置', '每人每小时查看敏感信息次数', 'number', 60 as number),
  requestTimeout: item('系统设置', '请求超时（毫秒）', 'number', REQUEST_TIMEOUT as number),
  requestTimeoutMessage: item('系统设置', '请求超时提示', 'text', '请求超时，请稍后重试' as string),
  countryLogin: item('系统设置', '国家平台登录方式', 'text', '0' as string),
  countryLoginUrl: item('系统设置', '国家平台登录地址', 'text', '' as string),
  siteAddress: item('系统设置', '平台访问地址', 'text', '' as string),
  caDriverFileId: item('系统设置', '数字证书驱动文件', 'text', '' as string),
  faceDriverFileId: item('系统设置', '人脸识别驱动文件', 'text', '' as string),
  fileUserMegabytes: item('系统设置', '每个用户的文件空间（MB）', 'number', 500 as number),
  fileTotalMegabytes: item('系统设置', '全部文件空间（MB）', 'number', 20_480 as number),
  openOrgExamine: item('系统设置', '机构变更审核', 'boolean', false as boolean),
  openUserExamine: item('系统设置', '用户变更审核', 'boolean', false as boolean),
  openDisableExamine: item('系统设置', '停用用户审核', 'boolean', true as boolean),
  openMoveExamine: item('系统设置', '调整主职审核', 'boolean', true as boolean),
  openResetExamine: item('系统设置', '重置密码审核', 'boolean', false as boolean),
  orgExaminerIds: item('系统设置', '机构审核人', 'list', [] as string[]),
  userExaminerIds: item('系统设置', '用户审核人', 'list', [] as string[]),
  passwordProfile: item('密码设置', '密码策略', 'text', 'specification' as 'specification' | 'dengbao3' | 'nist'),
  passwordStrength: item('密码设置', '密码强度', 'text', 'medium' as 'low' | 'medium' | 'strong'),
  openPasswordBlacklist: item('密码设置', '开启密码黑名单', 'boolean', false as boolean),
  passwordBlacklist: item('密码设置', '密码黑名单', 'list', [] as string[]),
  openCommonPasswords: item('密码设置', '禁用常见密码', 'boolean', false as boolean),
  updatePasswordMode: item('密码设置', '修改密码方式', 'text', 'force' as 'force' | ''),
  expireDays: item('密码设置', '密码有效天数', 'number', 90 as number),
  expireWarnDays: item('密码设置', '到期前提醒天数', 'number', 7 as number),
  passwordHistory: item('密码设置', '不可重复的最近密码数', 'number', 0 as number),
  defaultPassword: item('密码设置', '初始密码', 'password', '' as string),
  passwordEncryptionRules: item('密码设置', '密码加密方式', 'text', 'sm3' as EncryptMethod),
  openPassword: item('登录设置', '密码登录', 'boolean', true as boolean),
  openPhone: item('登录设置', '手机验证码登录', 'boolean', false as boolean),
  openWx: item('登录设置', '微信扫码登录', 'boolean', false as boolean),
  openZfb: item('登录设置', '支付宝扫码登录', 'boolean', false as boolean),
  openCa: item('登录设置', '数字证书登录', 'boolean', false as boolean),
  openFace: item('登录设置', '人脸登录', 'boolean', false as boolean),
  openPasskey: item('登录设置', '通行密钥登录', 'boolean', true as boolean),
  captchaMode: item('登录设置', '验证码方式', 'number', 2 as number),
  failCount: item('登录设置', '允许失败次数', 'number', 5 as number),
  accountFailCount: item('登录设置', '所有地址合计允许失败次数', 'number', 20 as number),
  lockMinutes: item('登录设置', '锁定时长（分钟）', 'number', 30 as number),
  sessionMinutes: item('登录设置', '会话时长（分钟）', 'number', 120 as number),
  sessionHours: item('登录设置', '会话最长时长（小时）', 'number', 24 as number),
  maxSessions: item('登录设置', '每个账号的会话数', 'number', 0 as number),
  needPhoneVerify: item('登录设置', '密码登录后验证手机', 'boolean', false as boolean),
  openTimeLimit: item('登录设置', '限制登录时间', 'boolean', false as boolean),
  beginTime: item('登录设置', '允许登录开始时间', 'text', '00:00' as string),
  endTime: item('登录设置', '允许登录结束时间', 'text', '23:59' as string),
  openRecovery: item('登录设置', '短信找回密码', 'boolean', true as boolean),
  loginFailuresPerAddress: item('登录设置', '每个地址每分钟登录失败上限', 'number', 30 as number),
  challengesPerAddress: item('登录设置', '每个地址每分钟获取验证码等上限', 'number', 60 as number),
  faceChecksPerAddress: item('登录设置', '每个地址半小时身份核验不符上限', 'number', 5 as number),
  smsPerAddress: item('登录设置', '每个地址每小时短信上限', 'number', 20 as number),
  smsPerPhone: item('登录设置', '每个手机号每天短信上限', 'number', 10 as number),
  smsInterval: item('登录设置', '同一手机号短信间隔（秒）', 'number', 60 as number),
  knownAddressFactor: item('登录设置', '有人成功登录的地址放宽倍数', 'number', 10 as number),
  openIpLimit: item('IP设置', '限制登录IP', 'boolean', false as boolean),
  ipWhitelist: item('IP设置', 'IP白名单', 'list', [] as string[]),
  ipBlacklist: item('IP设置', 'IP黑名单', 'list', [] as string[]),
  'sms.gateway': item('短信设置', '短信网关', 'text', '' as '' | 'aliyun' | 'tencent' | 'http'),
  'sms.address': item('短信设置', '网关地址', 'text', '' as string),
  'sms.accessKeyId': item('短信设置', '访问密钥ID', 'text', '' as string),
  'sms.accessKeySecret': item('短信设置', '访问密钥', 'password', '' as string),
  'sms.appId': item('短信设置', '短信应用ID', 'text', '' as string),
  'sms.region': item('短信设置', '地域', 'text', '' as string),
  'sms.signName': item('短信设置', '短信签名', 'text', '' as string),
  'sms.codeTemplate': item('短信设置', '验证码模板编号', 'text', '' as string),
  'sms.passwordTemplate': item('短信设置', '密码通知模板编号', 'text', '' as string),
  'sms.passwordsADay': item('短信设置', '每日密码短信上限', 'number', 1000 as number),
  'mail.host': item('邮件设置', '邮件服务器', 'text', '' as string),
  'mail.port': item('邮件设置', '端口', 'number', 587 as number),
  'mail.security': item('邮件设置', '加密方式', 'text', 'starttls' as 'starttls' | 'tls' | 'none'),
  'mail.user': item('邮件设置', '登录用户', 'text', '' as string),
  'mail.password': item('邮件设置', '登录密码', 'password', '' as string),
  'mail.from': item('邮件设置', '发件地址', 'text', '' as string),
  'wx.appId': item('第三方登录', '微信应用ID', 'text', '' as string),
  'wx.secret': item('第三方登录', '微信应用密钥', 'password', '' as string),
  'wx.address': item('第三方登录', '微信接口地址', 'text', '' as string),
  'zfb.appId': item('第三方登录', '支付宝应用ID', 'text', '' as string),
  'zfb.privateKey': item('第三方登录', '支付宝应用私钥', 'password', '' as string),
  'zfb.publicKey': item('第三方登录', '支付宝公钥', 'text', '' as string),
  'zfb.address': item('第三方登录', '支付宝接口地址', 'text', '' as string),
  'ca.trustCerts': item('第三方登录', '受信任的CA证书', 'text', '' as string),
  'ca.revocationLists': item('第三方登录', '证书吊销列表', 'text', '' as string),
  'ca.needRevocationList': item('第三方登录', '必须核对吊销列表', 'boolean', false as boolean),
  'ca.onToken': item('第三方登录', '证书私钥只存放在智能卡或 UKey 中', 'boolean', false as boolean),
  'ca.proxyAddresses': item('第三方登录', '可转交客户端证书的代理地址', 'list', [] as string[]),
  'ca.proxyHeader': item('第三方登录', '客户端证书请求头', 'text', '' as string),
  'face.address': item('第三方登录', '人脸识别服务地址', 'text', '' as string),
  'face.appId': item('第三方登录', '人脸识别应用ID', 'text', '' as string),
  'face.secret': item('第三方登录', '人脸识别密钥', 'password', '' as string),
  clientDocumentHosts: item('第三方登录', '可读取客户端元数据文档的主机', 'list', [] as string[]),
  openRegistration: item('第三方登录', '允许应用动态注册', 'boolean', false as boolean),
  requiredPhone: item('组织设置', '手机号必填', 'boolean', false as boolean),
  requiredIdCard: item('组织设置', '身份证号必填', 'boolean', false as boolean),
  requiredOriginUserId: item('组织设置', '原系统用户ID必填', 'boolean', false as boolean),
  requiredEmployeeNumber: item('组织设置', '工号必填', 'boolean', false as boolean),
  openOtherJob: item('组织设置', '允许兼职', 'boolean', true as boolean),
  userNameRule: item('组织设置', '用户名生成规则', 'text', 'pinyin' as 'pinyin' | 'phone' | 'employeeNumber'),
}

export const configGroups = [...new Set(Object.values(configCatalog).map(({ group }) => group))]
/**
 * The groups with a tab of their own. The others, most of them with keys of external systems, are for super administrators only.
 */
export const securityGroups = ['系统设置', '密码设置', '登录设置', 'IP设置'] as const

export type ConfigValues = { readonly [K in keyof typeof configCatalog]: (typeof configCatalog)[K]['value'] }
export type ConfigKey = keyof typeof configCatalog

export const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(configCatalog, key)

/** The value as the text that is stored. */
export const configText = (value: unknown): string => (Array.isArray(value) ? JSON.stringify(value) : String(value))

/** Undefined where the text is no value of that type. */
export function configValue(type: ConfigType, text: string): unknown {
  if (type === 'number') return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type === 'list') return readList(text)
  return text
}

function readList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(entry => typeof entry === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
