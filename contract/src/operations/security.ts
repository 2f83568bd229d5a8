import { z } from 'zod'
import { secret } from '../secret.ts'
import { button, get, menu, post } from '../call.ts'
import { userNames } from './config.ts'
import { done, id, maybe, optionalText, paged, paging, REMARK_MAX, search, text as line } from '../shapes.ts'
import { DAYS_MAX, ENCRYPT_METHODS, HISTORY_MAX, PASSWORD_PROFILES, PASSWORD_STRENGTHS } from '../credentials/password-terms.ts'

/** Least and greatest values of the numbers; others could lock everybody out. */
export const securityBounds = {
  requestTimeout: [1000, 600_000],
  expireDays: [0, DAYS_MAX],
  expireWarnDays: [0, 90],
  passwordHistory: [0, HISTORY_MAX],
  failCount: [1, 100],
  accountFailCount: [1, 1000],
  loginFailuresPerAddress: [5, 100_000],
  challengesPerAddress: [10, 100_000],
  faceChecksPerAddress: [1, 1000],
  smsPerAddress: [1, 100_000],
  smsPerPhone: [1, 1000],
  smsInterval: [10, 3600],
  knownAddressFactor: [1, 1000],
  lockMinutes: [1, 1440],
  sessionMinutes: [5, 1440],
  sessionHours: [1, 24],
  maxSessions: [0, 100],
} as const
const whole = (key: keyof typeof securityBounds) => z.int().min(securityBounds[key][0]).max(securityBounds[key][1])

export const BLACKLIST_MAX = 100_000
export const BLACKLISTED_MAX = 64
export const IP_RULES_MAX = 1000
export const IP_RULE_MAX = 100
/** HH:mm */
export const hourForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const webAddressForm = /^(?:https?:\/\/[^\s\\]{1,500})?$/
/** Scheme, host and port only; paths are added by the program. */
export const originForm = /^(?:https?:\/\/[A-Za-z0-9.\-[\]:]{1,255})?$/
export const countryLogins = ['0', '1', '2'] as const

/** The reason, for the audit. */
const reason = optionalText(REMARK_MAX)

const PasswordSetting = z.object({
  passwordProfile: z.enum(PASSWORD_PROFILES),
  passwordStrength: z.enum(PASSWORD_STRENGTHS),
  openPasswordBlacklist: z.boolean(),
  passwordBlacklist: secret(z.array(z.string().min(1).max(BLACKLISTED_MAX)).max(BLACKLIST_MAX)),
  openCommonPasswords: z.boolean(),
  updatePasswordMode: z.enum(['force', '']),
  passwordHistory: whole('passwordHistory'),
  expireDays: whole('expireDays'),
  expireWarnDays: whole('expireWarnDays'),
  passwordEncryptionRules: z.enum(ENCRYPT_METHODS),
})
export type PasswordSetting = z.infer<typeof PasswordSetting>
/** Fields the specification does not have, which may be absent from a change. */
const ADDED_FIELDS = { passwordProfile: true, openCommonPasswords: true, passwordHistory: true, expireWarnDays: true } as const

const ipRules = z.array(z.string().max(IP_RULE_MAX)).max(IP_RULES_MAX)
const IpConfig = z.object({ openIpLimit: z.boolean(), ipWhitelist: ipRules, ipBlacklist: ipRules })
export type IpConfig = z.infer<typeof IpConfig>

const hour = z.string().regex(hourForm)
const LoginWindow = z.object({
  openPassword: z.boolean(),
  openPhone: z.boolean(),
  openWx: z.boolean(),
  openZfb: z.boolean(),
  openCa: z.boolean(),
  openFace: z.boolean(),
  openPasskey: z.boolean(),
  captchaMode: z.int().min(0).max(2),
  failCount: whole('failCount'),
  accountFailCount: whole('accountFailCount'),
  lockMinutes: whole('lockMinutes'),
  sessionMinutes: whole('sessionMinutes'),
  sessionHours: whole('sessionHours'),
  maxSessions: whole('maxSessions'),
  needPhoneVerify: z.boolean(),
  openTimeLimit: z.boolean(),
  beginTime: hour,
  endTime: hour,
  openRecovery: z.boolean(),
  loginFailuresPerAddress: whole('loginFailuresPerAddress'),
  challengesPerAddress: whole('challengesPerAddress'),
  faceChecksPerAddress: whole('faceChecksPerAddress'),
  smsPerAddress: whole('smsPerAddress'),
  smsPerPhone: whole('smsPerPhone'),
  smsInterval: whole('smsInterval'),
  knownAddressFactor: whole('knownAddressFactor'),
})
export type LoginWindow = z.infer<typeof LoginWindow>

const countryLogin = z.union([z.enum([...countryLogins, 'true', 'false', '']), z.boolean(), z.literal([0, 1, 2])])
const fileId = z.union([z.literal(''), id])
const BaseSetting = z.object({
  systemName: z.string(),
  systemLogo: z.string(),
  openGradeAdmin: z.boolean(),
  openWatermark: z.boolean(),
  countryLogin: z.string(),
  countryLoginUrl: z.string(),
  requestTimeout: z.number(),
  requestTimeoutMessage: z.string(),
  siteAddress: z.string(),
  caDriverFileId: z.string(),
  faceDriverFileId: z.string(),
})
export type BaseSetting = z.infer<typeof BaseSetting>

/**
 * How many seconds a rule that would lock out its author holds; it stays only if confirmed from an address and at a time it allows.
 */
export const CONFIRMATION_SECONDS = 60
const pendingConfirmation = z.boolean().optional()
export const PendingConfirmation = z.object({ userName: z.string(), secondsLeft: z.number(), canConfirm: z.boolean() })
export type PendingConfirmation = z.infer<typeof PendingConfirmation>

/** How many users or sessions a change would affect. */
export const Impact = z.object({
  /** Users whose password would have expired. */
  expiring: z.number(),
  /** Users who would have to change a password given to them. */
  forced: z.number(),
  /** Sessions that would end for being idle too long. */
  idle: z.number(),
  /** Users with more sessions than allowed. */
  overLimit: z.number(),
  /** Users signed in by a method that would be disabled. */
  byMethod: z.number(),
  /** Users signed in from an address that would be refused. */
  byAddress: z.number(),
})
export type Impact = z.infer<typeof Impact>
/** The settings those numbers depend on. */
export const ImpactDraft = z.strictObject({
  ...PasswordSetting.pick({ passwordProfile: true, expireDays: true, updatePasswordMode: true }).partial().shape,
  ...LoginWindow.partial().shape,
  ...IpConfig.partial().shape,
})

export const ConfigChange = z.object({
  id: z.string(),
  configKey: z.string(),
  configName: z.string(),
  valueType: z.string(),
  /** null: a secret */
  before: maybe(z.string()),
  after: maybe(z.string()),
  userName: maybe(z.string()),
  realName: maybe(z.string()),
  createTime: z.string(),
})
export type ConfigChange = z.infer<typeof ConfigChange>

const securityPage = menu('/system/securityConfig')
const blacklistBytes = 8 * 1024 * 1024

/** The settings of /system/securityConfig. Changes take effect at once, on every node. */
export const security = {
  password: get('/v3/config/getPasswordSetting', {
    permit: securityPage,
    reply: PasswordSetting.extend({ defaultPassword: z.object({ set: z.boolean() }) }),
  }),
  updatePassword: post('/v3/config/updatePasswordSetting', {
    permit: button(['/system/securityConfig'], 'edit-security'),
    stepUp: true,
    body: z.strictObject({
      ...PasswordSetting.partial(ADDED_FIELDS).shape,
      /** RSA ciphertext; absent: unchanged. */
      defaultPassword: secret(z.string().max(1024)).optional(),
      reason,
    }),
    reply: done,
    maxBytes: blacklistBytes,
  }),
  ip: get('/v3/config/getIpConfig', { permit: securityPage, reply: IpConfig }),
  updateIp: post('/v3/config/updateIpConfig', {
    permit: button(['/system/securityConfig'], 'edit-security'),
    stepUp: true,
    body: z.strictObject({ ...IpConfig.partial().shape, trial: pendingConfirmation, reason }),
    reply: done,
  }),
  loginWindow: get('/v3/config/getLoginWindow', { permit: securityPage, reply: LoginWindow }),
  updateLoginWindow: post('/v3/config/updateLoginWindow', {
    permit: button(['/system/securityConfig'], 'edit-security'),
    stepUp: true,
    body: z.strictObject({ ...LoginWindow.partial().shape, trial: pendingConfirmation, reason }),
    reply: done,
  }),
  base: get('/v3/config/getBaseSetting', { permit: securityPage, reply: BaseSetting }),
  updateBase: post('/v3/config/updateBaseSetting', {
    permit: button(['/system/securityConfig'], 'edit-security'),
    stepUp: true,
    body: z.strictObject({
      systemName: line('系统名称'),
      systemLogo: fileId.optional(),
      openGradeAdmin: z.boolean(),
      openWatermark: z.boolean().optional(),
      countryLogin: countryLogin.optional(),
      countryLoginUrl: z.string().regex(webAddressForm).optional(),
      requestTimeout: whole('requestTimeout').optional(),
      requestTimeoutMessage: line('请求超时提示').optional(),
      siteAddress: z.string().regex(originForm).optional(),
      caDriverFileId: fileId.optional(),
      faceDriverFileId: fileId.optional(),
      reason,
    }),
    reply: done,
  }),
  /** The values after installation. */
  defaults: get('/v3/config/getSecurityDefault', {
    permit: securityPage,
    reply: z.object({ password: PasswordSetting, ip: IpConfig, loginWindow: LoginWindow, base: BaseSetting }),
  }),
  /** The caller's address, and the pending change, if any. */
  access: get('/v3/config/getAccess', { permit: securityPage, reply: z.object({ ip: z.string(), trial: maybe(PendingConfirmation) }) }),
  confirmTrial: post('/v3/config/confirmTrial', { permit: button(['/system/securityConfig'], 'edit-security'), reply: done }),
  endTrial: post('/v3/config/endTrial', { permit: button(['/system/securityConfig'], 'edit-security'), reply: done }),
  /** Whether rules, stored or not, would let an address in. */
  testIp: post('/v3/config/testIp', {
    permit: securityPage,
    changes: false,
    body: z.strictObject({ ...IpConfig.shape, ip: z.string().max(IP_RULE_MAX) }),
    reply: z.object({ allowed: z.boolean() }),
  }),
  impact: post('/v3/config/previewImpact', { permit: securityPage, changes: false, body: ImpactDraft, reply: Impact }),
  changes: get('/v3/config/pageChange', {
    permit: securityPage,
    query: paging.extend({ groupName: search, configKey: search }),
    reply: paged(ConfigChange).extend({ names: userNames }),
  }),
}
