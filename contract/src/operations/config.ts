import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, post } from '../call.ts'
import { byId, count, done, id, optionalText, paged, paging, REMARK_MAX, search, version } from '../shapes.ts'
import { ENCRYPT_METHODS, PASSWORD_PROFILES, PASSWORD_STRENGTHS } from '../credentials/password-terms.ts'

export const ConfigItem = z.object({
  id: z.string(),
  groupName: z.string(),
  application: z.string(),
  configKey: z.string(),
  configName: z.string(),
  configValue: z.string(),
  valueType: z.enum(['text', 'number', 'boolean', 'list', 'json', 'password']),
  remark: z.string().nullable(),
  builtIn: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type ConfigItem = z.infer<typeof ConfigItem>

const countryLogin = z.union([z.number(), z.boolean(), z.string()])

/** The disk of the embedded database; `low` below 1 GB. */
export const STORAGE_STATES = ['ok', 'low', 'full'] as const

const shared = {
  /** Names of test switches that are on, which make the system unsafe. */
  testSwitches: z.array(z.string()),
  systemName: z.string(),
  systemLogo: z.string(),
  passwordEncryptionRules: z.enum(ENCRYPT_METHODS),
  updatePasswordMode: z.enum(['force', '']),
  countryLogin,
  countryLoginUrl: z.string(),
  passwordProfile: z.enum(PASSWORD_PROFILES),
  passwordStrength: z.enum(PASSWORD_STRENGTHS),
  openPasswordBlacklist: z.boolean(),
  openCommonPasswords: z.boolean(),
  requestTimeout: z.number(),
  requestTimeoutMessage: z.string(),
}
/** D-35, for signed-in users; passwordBlacklist is empty except for those who may set it. */
export const GlobalConfig = z.object({
  ...shared,
  openGradeAdmin: z.boolean(),
  /** Whether pages show a faint watermark of the user's name. */
  openWatermark: z.boolean(),
  passwordBlacklist: z.array(z.string()),
  expireDays: z.number(),
  /** Shown to super administrators; `ok` for everybody else. */
  storage: z.enum(STORAGE_STATES),
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
  /** Whether a forgotten password can be reset by a code sent to the telephone. */
  openRecovery: z.boolean(),
  captchaMode: z.number(),
  caDownload: z.boolean(),
  faceDownload: z.boolean(),
  /** Identity providers with a button on the sign-in page. */
  identityProviders: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Whether a proxy passes client certificates on. */
  caProxy: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const Decryption = z.object({
  id: z.string(),
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  kind: z.enum(['en', 'de', 'config']),
  reason: z.string().nullable(),
  /** Null if the setting has no name of its own. */
  configName: z.string().nullable(),
  result: z.number(),
  ip: z.string(),
  createTime: z.string(),
})
export type Decryption = z.infer<typeof Decryption>

/** The names of users in values, by id. */
export const userNames = z.record(z.string(), z.string())

/** Fits a list of a hundred thousand words, or certificates and revocation lists of several issuers. */
const VALUE_MAX = 2_000_000
/** Fits a private key of 4096 bits, eighteen blocks of RSA. */
const CIPHER_MAX = 12_000
export const config = {
  page: get('/v3/config/page', {
    permit: 'superAdmin',
    query: paging.extend({ groupName: search, application: search, configKey: search, configName: search }),
    reply: paged(ConfigItem).extend({ names: userNames }),
  }),
  update: post('/v3/config/update', {
    permit: 'superAdmin',
    stepUp: true,
    reads: 'nothing',
    body: z.strictObject({
      id,
      /** A secret in some items. */
      configValue: secret(z.string().max(VALUE_MAX)),
      configName: optionalText(),
      remark: optionalText(REMARK_MAX),
      version,
    }),
    reply: ConfigItem,
    maxBytes: VALUE_MAX * 4,
  }),
  refresh: post('/v3/config/refresh', { permit: 'superAdmin', reply: count }),
  refreshById: post('/v3/config/refreshById', { permit: 'superAdmin', query: byId, reply: done }),
  groupNames: get('/v3/config/getGroupName', { permit: 'superAdmin', reply: z.array(z.string()) }),
  applications: get('/v3/config/getApplication', { permit: 'superAdmin', reply: z.array(z.string()) }),
  global: get('/v3/config/getGlobalConfig', { permit: 'signedIn', whileForced: true, reply: GlobalConfig }),
  public: get('/publicApi/config/getConfig', { permit: 'anyone', reply: PublicConfig }),
  decryptValue: get('/v3/config/getDecryptRsaPwd', {
    permit: 'superAdmin',
    stepUp: true,
    query: z.object({ rsaPwd: secret(z.string().max(CIPHER_MAX)), reason: search }),
    // Reading a secret is audited.
    changes: true,
    reply: z.string(),
  }),
  /** Who has encrypted and decrypted and why, without the text. */
  pageDecryption: get('/v3/config/pageDecryption', { permit: 'superAdmin', query: paging, reply: paged(Decryption) }),
}

export const health = get('/publicApi/health', {
  permit: 'anyone',
  isProbe: true,
  /** FULL: it answers, but nothing can be saved. */
  reply: z.object({ status: z.enum(['UP', 'DOWN', 'FULL']), version: z.string(), storage: z.enum(STORAGE_STATES) }),
})
