import { fields, things } from '../text.ts'
import { z } from 'zod'
import { get, post } from '../call.ts'
import { byId, count, ids, optionalText, queryId, REMARK_MAX, saved, text } from '../shapes.ts'
import { ConfigItem } from './config.ts'

export const CUSTOM_TYPES = ['text', 'number', 'boolean', 'json', 'password'] as const
export const JSON_MAX = 8192
const TEXT_MAX = 12_000
export const customKeyForm = /^[a-zA-Z][\w.]{1,63}$/

/** Settings that an installation adds itself, in a file apart from the calls of all users, which the shell loads. */
export const customSetting = {
  byId: get('/v3/config/getById', { permit: 'superAdmin', query: byId, reply: ConfigItem }),
  keyTaken: get('/v3/config/existKey', {
    permit: 'superAdmin',
    query: z.object({ configKey: z.string().max(64), id: queryId }),
    reply: z.boolean(),
  }),
  save: post('/v3/config/save', {
    permit: 'superAdmin',
    stepUp: true,
    body: z.strictObject({
      groupName: text(fields.group),
      application: text(things.app),
      configKey: z.string({ error: '键不能为空' }).regex(customKeyForm, '键应以字母开头，由字母、数字、下划线和点组成，2至64个字符'),
      configName: text(fields.name),
      configValue: z.string().max(TEXT_MAX),
      /** `string` is an alias of `text`. */
      valueType: z.enum(['string', ...CUSTOM_TYPES], { error: '值类型不正确' }),
      remark: optionalText(REMARK_MAX),
    }),
    reply: saved,
  }),
  remove: post('/v3/config/delete', { permit: 'superAdmin', stepUp: true, body: z.strictObject({ ids }), reply: count }),
}
