import { config, health } from '@hufu/contract/config'
import { initialPasswordFault } from '@hufu/contract/password'
import { writeConfig } from '../../kernel/config.ts'
import { configCatalog, configValue, isConfigKey } from '../../kernel/config-catalog.ts'
import { refuse } from '../../kernel/refuse.ts'
import { before, feature, type Turn } from '../../kernel/turn.ts'
import { version } from '../../kernel/version.ts'
import { areAuthorities, areRevocationLists } from '../../outside/certificate/certificate.ts'
import { askDatabase, findConfig, listApplications, listGroups, pageConfig, updateConfigItem } from './config.sql.ts'
import { globalConfig, publicConfig } from './config.ts'

const TEN_A_MINUTE = 10
const MINUTE = 60_000

/** Passwords arrive as login-key ciphertext and stay as config-key ciphertext (D-57). */
function storedSecret({ kernel }: Pick<Turn, 'kernel'>, key: string, sent: string, present: string): string {
  if (sent === present) return present
  const plain = kernel.keys.decrypt('login', sent)?.trim() ?? refuse('passwordUnreadable')
  if (plain === '') return ''
  const sentence = key === 'defaultPassword' ? initialPasswordFault(plain) : undefined
  if (sentence !== undefined) refuse('initialPasswordFault', { sentence })
  return kernel.keys.encrypt('config', plain)
}

export const configFeature = feature('config', config, {
  page: ({ db, query }) => pageConfig(db, query),
  update: async turn => {
    const { db, body } = turn
    const item = await findConfig(db, body.id)
    const value = item.valueType === 'password' ? storedSecret(turn, item.configKey, body.configValue, item.configValue) : body.configValue
    if (configValue(item.valueType, value) === undefined || (isConfigKey(item.configKey) && !allowed(item.configKey, value)))
      refuse('configValueFault')
    turn.note(item.configKey)
    turn.afterCommit(async () => void (await turn.kernel.config.refresh()))
    return updateConfigItem(db, { ...body, configValue: value })
  },
  refresh: ({ kernel }) => kernel.config.refresh(),
  refreshById: async ({ db, query, kernel }) => {
    await findConfig(db, query.id)
    await kernel.config.refresh()
  },
  groupNames: ({ db }) => listGroups(db),
  applications: ({ db }) => listApplications(db),
  global: ({ kernel }) => globalConfig(kernel.config.values),
  public: ({ kernel }) => publicConfig(kernel.config.values),
  passwordSetting: ({ kernel }) => {
    const {
      passwordStrength,
      openPasswordBlacklist,
      passwordBlacklist,
      updatePasswordMode,
      expireDays,
      passwordEncryptionRules,
      defaultPassword,
    } = kernel.config.values
    return {
      passwordStrength, openPasswordBlacklist, passwordBlacklist, updatePasswordMode, expireDays, passwordEncryptionRules,
      defaultPassword: { set: defaultPassword !== '' },
    } // prettier-ignore
  },
  updatePasswordSetting: async turn => {
    const { db, body, kernel } = turn
    const { defaultPassword, ...rest } = body
    const present = kernel.config.values.defaultPassword
    await writeConfig(db, {
      ...rest,
      ...(defaultPassword !== undefined && { defaultPassword: storedSecret(turn, 'defaultPassword', defaultPassword, present) }),
    })
    turn.afterCommit(async () => void (await kernel.config.refresh()))
  },
  decryptValue: before(async ({ kernel, query, who }) => {
    await kernel.limits.count('decrypt', who.userId, TEN_A_MINUTE, MINUTE)
    return () => kernel.keys.decrypt('config', query.rsaPwd) ?? refuse('decryptFailed')
  }),
})

type Rule = (value: string) => boolean
const oneOf =
  (...values: string[]): Rule =>
  value =>
    values.includes(value)
const between =
  (least: number, most: number): Rule =>
  value =>
    Number(value) >= least && Number(value) <= most
const matching =
  (form: RegExp): Rule =>
  value =>
    form.test(value)

/** What more than its type a value must be; the bounds keep everybody from being locked out by one slip (T27). */
const rules: Partial<Record<keyof typeof configCatalog, Rule>> = {
  systemLogo: matching(/^[A-Za-z0-9_-]{0,32}$/),
  requestTimeout: between(1000, 600_000),
  countryLogin: oneOf('0', '1', '2', 'true', 'false'),
  countryLoginUrl: matching(/^(?:https?:\/\/[^\s\\]{1,500})?$/),
  passwordStrength: oneOf('low', 'medium', 'strong'),
  updatePasswordMode: oneOf('force', ''),
  expireDays: between(0, 3650),
  passwordEncryptionRules: oneOf('md5', 'sm3'),
  // As long as no other way in is built, closing this one would leave none.
  openPassword: oneOf('true'),
  captchaMode: oneOf('0', '1', '2'),
  failCount: between(1, 100),
  lockMinutes: between(1, 1440),
  sessionMinutes: between(5, 1440),
  'ca.trustCerts': areAuthorities,
  'ca.revocationLists': areRevocationLists,
  'ca.proxyHeader': matching(/^[A-Za-z0-9-]{0,100}$/),
  userNameRule: oneOf('pinyin', 'phone', 'employeeNumber'),
}
const allowed = (key: keyof typeof configCatalog, value: string) => rules[key]?.(value) ?? true

export const healthFeature = feature(
  'health',
  { health },
  {
    health: async ({ db }) => {
      await askDatabase(db)
      return { status: 'UP' as const, version }
    },
  },
)
