import { config, health } from '@hufu/contract/config'
import { initialPasswordFault } from '@hufu/contract/password'
import { writeConfig } from '../../kernel/config.ts'
import { configCatalog, configValue, isConfigKey } from '../../kernel/config-catalog.ts'
import { refuse } from '../../kernel/refuse.ts'
import { feature, type Turn } from '../../kernel/turn.ts'
import { version } from '../../kernel/version.ts'
import { findConfig, listApplications, listGroups, pageConfig, updateConfigItem } from './config.sql.ts'
import { globalConfig, publicConfig } from './config.ts'

const TEN_A_MINUTE = 10
const MINUTE = 60_000

/** Passwords arrive as login-key ciphertext and stay as config-key ciphertext (D-57). */
function storedSecret({ kernel }: Pick<Turn, 'kernel'>, sent: string, present: string): string {
  if (sent === present) return present
  const plain = kernel.keys.decrypt('login', sent)?.trim() ?? refuse('passwordUnreadable')
  if (plain === '') return ''
  const sentence = initialPasswordFault(plain)
  if (sentence !== undefined) refuse('initialPasswordFault', { sentence })
  return kernel.keys.encrypt('config', plain)
}

export const configFeature = feature('config', config, {
  page: ({ db, query }) => pageConfig(db, query),
  update: async turn => {
    const { db, body } = turn
    const item = await findConfig(db, body.id)
    const value = item.valueType === 'password' ? storedSecret(turn, body.configValue, item.configValue) : body.configValue
    if (configValue(item.valueType, value) === undefined || (isConfigKey(item.configKey) && !allowed(item.configKey, value))) refuse('parameterFault', { sentence: '配置值不正确' })
    turn.note(item.configKey)
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
    const { passwordStrength, openPasswordBlacklist, passwordBlacklist, updatePasswordMode, expireDays, passwordEncryptionRules, defaultPassword } = kernel.config.values
    return {
      passwordStrength, openPasswordBlacklist, passwordBlacklist, updatePasswordMode, expireDays, passwordEncryptionRules,
      defaultPassword: { set: defaultPassword !== '' },
    } // prettier-ignore
  },
  updatePasswordSetting: async turn => {
    const { db, body, kernel } = turn
    const { defaultPassword, ...rest } = body
    const present = kernel.config.values.defaultPassword
    await writeConfig(db, { ...rest, ...(defaultPassword !== undefined && { defaultPassword: storedSecret(turn, defaultPassword, present) }) })
    turn.afterCommit(async () => void (await kernel.config.refresh()))
  },
  decryptValue: ({ kernel, query, who }) => {
    kernel.limits.count('decrypt', who.userId, TEN_A_MINUTE, MINUTE)
    return kernel.keys.decrypt('config', query.rsaPwd) ?? refuse('decryptFailed')
  },
})

const choices: Partial<Record<keyof typeof configCatalog, readonly string[]>> = {
  passwordStrength: ['low', 'medium', 'strong'],
  updatePasswordMode: ['force', ''],
  passwordEncryptionRules: ['md5', 'sm3'],
  userNameRule: ['pinyin', 'phone', 'employeeNumber'],
}
const allowed = (key: keyof typeof configCatalog, value: string) => choices[key]?.includes(value) ?? true

export const healthFeature = feature('health', { health }, {
  health: async ({ db }) => {
    await db.selectFrom('watchedVersion').select('version').where('name', '=', 'config').executeTakeFirstOrThrow()
    return { status: 'UP' as const, version }
  },
})
