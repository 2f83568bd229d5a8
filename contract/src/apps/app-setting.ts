import { z } from 'zod'
import { secret } from '../secret.ts'
import { Protocol } from './app.ts'
import { URI_LENGTH_MAX } from './app-uri.ts'
import { button, get, menu, post } from '../call.ts'
import { done, flag, id } from '../shapes.ts'

export const tokenSecondsRange = { min: 60, max: 86_400, shipped: 3600 } as const
/** SM2 is offered where the crypto profile is `sm`. */
export const tokenAlgs = ['RS256', 'ES256', 'SM2'] as const
export type TokenAlg = (typeof tokenAlgs)[number]
export const pushObjects = ['org', 'user', 'all'] as const
/** Printable, so that it can be typed at the receiver; long enough not to be guessed. */
export const pushSecretForm = /^[!-~]{16,128}$/
const IP_RULES_MAX = 200
const IP_RULE_MAX = 100

export const AppSetting = z.object({
  appId: z.string(),
  protocol: Protocol,
  /** Lifetime of OAuth tokens, in seconds; other protocols have none. */
  tokenSeconds: z.number(),
  /** The signing algorithm of ID tokens, and the algorithms to choose from. */
  tokenAlg: z.enum(tokenAlgs),
  tokenAlgs: z.array(z.enum(tokenAlgs)),
  ipWhitelist: z.array(z.string()),
  openPush: z.number(),
  pushUrl: z.string().nullable(),
  pushObject: z.enum(pushObjects).nullable(),
  /** Whether there is a secret; it is never returned. */
  pushSecretSet: z.boolean(),
  singleLogout: z.number(),
  /** Whether users with several jobs are asked which one they act in. */
  asksJob: z.number(),
})
export type AppSetting = z.infer<typeof AppSetting>

const OUT_OF_RANGE = '令牌有效期应为60至86400秒'
export const AppSettingDraft = z.strictObject({
  appId: id,
  tokenSeconds: z.int(OUT_OF_RANGE).min(tokenSecondsRange.min, OUT_OF_RANGE).max(tokenSecondsRange.max, OUT_OF_RANGE),
  tokenAlg: z.enum(tokenAlgs, { error: '签名算法不正确' }).optional(),
  ipWhitelist: z.array(z.string().max(IP_RULE_MAX, 'IP规则过长')).max(IP_RULES_MAX, `IP规则不能超过${IP_RULES_MAX}条`).optional(),
  openPush: flag,
  /** '' and null clear the address; an absent field leaves it unchanged. */
  pushUrl: z.string().max(URI_LENGTH_MAX, `推送地址不能超过${URI_LENGTH_MAX}个字符`).nullish(),
  pushObject: z.union([z.enum(pushObjects), z.literal('')], { error: '推送对象不正确' }).nullish(),
  /** null removes the secret; '' and an absent field keep it, because clients never see the secret. */
  pushSecret: secret(z.union([z.literal(''), z.string().regex(pushSecretForm, '推送密钥应为16至128个字母、数字或符号')])).nullish(),
  singleLogout: flag,
  asksJob: flag.optional(),
})
export type AppSettingDraft = z.infer<typeof AppSettingDraft>

export const PushTried = z.object({ ok: z.boolean(), httpStatus: z.number().nullable(), message: z.string() })
export type PushTried = z.infer<typeof PushTried>

const permit = menu('/app/appSetting')
export const appSetting = {
  get: get('/v3/appSetting/get', { permit, query: z.object({ appId: id }), reply: AppSetting }),
  update: post('/v3/appSetting/update', {
    permit: button(['/app/appSetting'], 'edit-app-setting'),
    stepUp: true,
    reads: 'get',
    body: AppSettingDraft,
    reply: done,
  }),
  /** Sends with the stored settings, not those being typed. */
  testPush: post('/v3/appSetting/testPush', {
    permit: button(['/app/appSetting'], 'test-push'),
    body: z.strictObject({ appId: id }),
    reply: PushTried,
  }),
}
