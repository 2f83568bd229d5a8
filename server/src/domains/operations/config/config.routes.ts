import { config, health } from '@hufu/contract/operations/config'
import { configValue, isConfigKey } from '../../../platform/config/config-catalog.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { version } from '../../../platform/version.ts'
import { findConfig, listApplications, listGroups, pageConfig, updateConfigItem } from './config.sql.ts'
import { countDecryption, tokenOf } from '../../../platform/secrets/decryption.ts'
import { keyOfValue, pageDecryptions } from './decryption.sql.ts'
import { globalConfig, publicConfig } from './config.ts'
import { guardChange } from './guard.ts'
import { keepFiles } from './setting-files.ts'
import { isAllowed } from './rules.ts'
import { refuseWrongValue } from './custom-setting.ts'
import { storedSecret } from './stored-secret.ts'

export const configFeature = feature('config', config, {
  page: ({ db, scope, query }) => pageConfig(db, scope, query),
  update: async ctx => {
    const { db, body } = ctx
    const item = await findConfig(db, body.id)
    const value =
      item.valueType === 'password' ? await storedSecret(ctx, item.configKey, body.configValue, item.configValue) : body.configValue
    if (item.builtIn === 0) refuseWrongValue(item.valueType, value)
    const read = item.builtIn === 0 ? value : configValue(item.valueType, value)
    if (read === undefined || (isConfigKey(item.configKey) && !isAllowed(item.configKey, value))) refuse('configValueProblem')
    await guardChange(ctx, { [item.configKey]: read })
    await keepFiles(ctx, { [item.configKey]: read })
    ctx.auditTarget(item.configKey)
    ctx.afterCommit(async () => {
      await ctx.kernel.config.refresh()
    })
    return updateConfigItem(db, { ...body, configValue: value })
  },
  refresh: ({ kernel }) => kernel.config.refresh(),
  refreshById: async ({ db, query, kernel }) => {
    await findConfig(db, query.id)
    await kernel.config.refresh()
  },
  groupNames: ({ db }) => listGroups(db),
  applications: ({ db }) => listApplications(db),
  global: ({ kernel, who }) => globalConfig(kernel, who),
  public: ({ kernel }) => publicConfig(kernel),
  decryptValue: prepare(async ctx => {
    const { kernel, query } = ctx
    await countDecryption(ctx)
    return async ({ db, auditTarget }) => {
      auditTarget((await keyOfValue(db, query.rsaPwd)) ?? tokenOf(ctx, query.rsaPwd))
      return kernel.keys.decrypt('config', query.rsaPwd) ?? refuse('decryptFailed')
    }
  }),
  pageDecryption: ({ db, query }) => pageDecryptions(db, query),
})

export const healthFeature = feature(
  'health',
  { health },
  {
    health: async ({ kernel }) => {
      // A stopping node reports this while it still answers requests, so that load balancers stop using it.
      if (kernel.isStopping) refuse('stopping')
      await kernel.pulse.check()
      const storage = await kernel.storage.state()
      return { status: storage === 'full' ? ('FULL' as const) : ('UP' as const), version, storage }
    },
  },
)
