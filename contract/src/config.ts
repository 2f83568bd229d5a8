import { z } from 'zod'
import { get, menu, post } from './call.ts'
import { byId, count, done, id, optionalText, paged, paging, REMARK_MAX, search, version } from './shapes.ts'
import { ENCRYPT_METHODS } from './password.ts'

export const ConfigItem = z.object({
  id: z.string(),
  groupName: z.string(),
  application: z.string(),
  configKey: z.string(),
  configName: z.string(),
  configValue: z.string(),
  valueType: z.enum(['text', 'number', 'boolean', 'list', 'password']),
  remark: z.string().nullable(),
  builtIn: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type ConfigItem = z.infer<typeof ConfigItem>

const strength = z.enum(['low', 'medium', 'strong'])
const countryLogin = z.union([z.number(), z.boolean(), z.string()])

const shared = {
  systemName: z.string(),
  systemLogo: z.string(),
  passwordEncryptionRules: z.enum(ENCRYPT_METHODS),
  updatePasswordMode: z.enum(['force', '']),
  countryLogin,
  countryLoginUrl: z.string(),
  passwordStrength: strength,
  openPasswordBlacklist: z.boolean(),
  requestTimeout: z.number(),
  requestTimeoutMessage: z.string(),
}
/** D-35, for the signed-in. */
export const GlobalConfig = z.object({
  ...shared,
  openGradeAdmin: z.boolean(),
  passwordBlacklist: z.array(z.string()),
  expireDays: z.number(),
})
export type GlobalConfig = z.infer<typeof GlobalConfig>
/** D-35, for anybody: no blacklist, nothing about administrators. */
export const PublicConfig = z.object({
  ...shared,
  openPassword: z.boolean(),
  openPhone: z.boolean(),
  openWx: z.boolean(),
  openZfb: z.boolean(),
  openCa: z.boolean(),
  openFace: z.boolean(),
  openPasskey: z.boolean(),
  captchaMode: z.number(),
  caDownload: z.boolean(),
  faceDownload: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

const blacklistBytes = 5 * 1024 * 1024
export const PasswordSetting = z.strictObject({
  passwordStrength: strength,
  openPasswordBlacklist: z.boolean(),
  passwordBlacklist: z.array(z.string().min(1).max(64)).max(100_000),
  updatePasswordMode: z.enum(['force', '']),
  expireDays: z.int().min(0).max(3650),
  /** RSA ciphertext; absent: the one there stays. */
  defaultPassword: z.string().max(1024).optional(),
  passwordEncryptionRules: z.enum(ENCRYPT_METHODS),
})

const securityPage = menu('/system/securityConfig')
export const config = {
  page: get('/v3/config/page', {
    permit: 'superAdmin',
    query: paging.extend({ groupName: search, application: search, configKey: search, configName: search }),
    reply: paged(ConfigItem),
  }),
  update: post('/v3/config/update', {
    permit: 'superAdmin',
    body: z.strictObject({
      id,
      configValue: z.string().max(20_000),
      configName: optionalText(),
      remark: optionalText(REMARK_MAX),
      version,
    }),
    reply: ConfigItem,
  }),
  refresh: post('/v3/config/refresh', { permit: 'superAdmin', reply: count }),
  refreshById: post('/v3/config/refreshById', { permit: 'superAdmin', query: byId, reply: done }),
  groupNames: get('/v3/config/getGroupName', { permit: 'superAdmin', reply: z.array(z.string()) }),
  applications: get('/v3/config/getApplication', { permit: 'superAdmin', reply: z.array(z.string()) }),
  global: get('/v3/config/getGlobalConfig', { permit: 'signedIn', whileForced: true, reply: GlobalConfig }),
  public: get('/publicApi/config/getConfig', { permit: 'anyone', reply: PublicConfig }),
  passwordSetting: get('/v3/config/getPasswordSetting', {
    permit: securityPage,
    reply: PasswordSetting.omit({ defaultPassword: true }).extend({ defaultPassword: z.object({ set: z.boolean() }) }),
  }),
  updatePasswordSetting: post('/v3/config/updatePasswordSetting', {
    permit: securityPage,
    body: PasswordSetting,
    reply: done,
    maxBytes: blacklistBytes,
  }),
  decryptValue: get('/v3/config/getDecryptRsaPwd', {
    permit: 'superAdmin',
    query: z.object({ rsaPwd: z.string().max(1024) }),
    // Reading a secret is an act that is logged (D-58).
    changes: true,
    reply: z.string(),
  }),
}

export const health = get('/publicApi/health', {
  permit: 'anyone',
  reply: z.object({ status: z.enum(['UP', 'DOWN']), version: z.string() }),
})
