import { customSetting } from '@hufu/contract/operations/custom-setting'
import { feature, refreshingConfig } from '../../../platform/http/context.ts'
import { findConfig } from './config.sql.ts'
import { refuseWrongValue } from './custom-setting.ts'
import { insertSetting, isKeyTaken, removeSettings } from './custom-setting.sql.ts'
import { storedSecret } from './stored-secret.ts'

export const customSettingFeature = feature('ownSetting', customSetting, {
  byId: ({ db, query }) => findConfig(db, query.id),
  keyTaken: ({ db, query }) => isKeyTaken(db, query),
  save: refreshingConfig(async ctx => {
    const { db, body, auditTarget } = ctx
    auditTarget(body.configKey)
    const valueType = body.valueType === 'string' ? 'text' : body.valueType
    refuseWrongValue(valueType, body.configValue)
    const isSecret = valueType === 'password' && body.configValue !== ''
    const configValue = isSecret ? await storedSecret(ctx, body.configKey, body.configValue, '') : body.configValue
    const id = await insertSetting(db, { ...body, valueType, configValue, remark: body.remark?.trim() || null })
    return { id }
  }),
  remove: refreshingConfig(({ db, body }) => removeSettings(db, body.ids)),
})
