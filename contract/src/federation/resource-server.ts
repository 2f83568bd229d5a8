import { z } from 'zod'
import { URI_LENGTH_MAX, webUriProblem } from '../apps/app-uri.ts'
import { button, get, post } from '../call.ts'
import { done, id, optionalText, paged, paging, REMARK_MAX, search, text } from '../shapes.ts'
import { fields } from '../text.ts'
import { DetailType, DetailTypes } from './detail-type.ts'
import { oidcScopes } from './oidc-client.ts'

export const tokenFormats = ['opaque', 'jwt'] as const
export type TokenFormat = (typeof tokenFormats)[number]
/** RFC 6749, 3.3, without quotes and backslashes. */
const scopeForm = /^[!#-[\]-~]{1,100}$/
export const isScopeName = (name: string): boolean => scopeForm.test(name) && !(oidcScopes as readonly string[]).includes(name)
export const SCOPES_MAX = 100
const AGENTS_MAX = 100

const scopeName = z.string().refine(isScopeName, '权限范围的名称不正确，或与登录的范围同名')
export const ResourceScope = z.strictObject({ name: scopeName, label: text(fields.chineseName), explanation: optionalText(REMARK_MAX) })
export type ResourceScope = z.infer<typeof ResourceScope>

export const ResourceAgent = z.object({ agentId: z.string(), agentName: z.string(), scopes: z.array(z.string()) })
export type ResourceAgent = z.infer<typeof ResourceAgent>

export const ResourceServer = z.object({
  appId: z.string(),
  /** '' until it is set; until then no token is issued for it. */
  identifier: z.string(),
  tokenFormat: z.enum(tokenFormats),
  scopes: z.array(z.object({ name: z.string(), label: z.string(), explanation: z.string().nullish() })),
  /** The agents that may act for users there. */
  agents: z.array(ResourceAgent),
  /** The types of authorization details clients may request (RFC 9396). */
  detailTypes: z.array(DetailType),
  version: z.number(),
})
export type ResourceServer = z.infer<typeof ResourceServer>

export const ResourceServerDraft = z.strictObject({
  appId: id,
  identifier: z
    .string()
    .max(URI_LENGTH_MAX)
    .superRefine((value, { addIssue }) => {
      const message = webUriProblem(value)
      if (message) addIssue({ code: 'custom', message })
    }),
  tokenFormat: z.enum(tokenFormats),
  scopes: z
    .array(ResourceScope)
    .min(1, '请至少填写一个权限范围')
    .max(SCOPES_MAX, `权限范围不能超过${SCOPES_MAX}个`)
    .refine(list => new Set(list.map(({ name }) => name)).size === list.length, '权限范围重复'),
  agents: z
    .array(z.strictObject({ agentId: id, scopes: z.array(scopeName).min(1, '请选择代理可使用的权限范围').max(SCOPES_MAX) }))
    .max(AGENTS_MAX)
    .refine(list => new Set(list.map(({ agentId }) => agentId)).size === list.length, '代理重复'),
  /** Absent: unchanged. */
  detailTypes: DetailTypes.optional(),
  version: z.int(),
})
export type ResourceServerDraft = z.infer<typeof ResourceServerDraft>

/** Consents of users to clients. */
export const Consent = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  clientName: z.string(),
  clientHost: z.string(),
  /** '' if the consent covers only the sign-in. */
  resourceName: z.string(),
  scopes: z.array(z.string()),
  updateTime: z.string(),
})
export type Consent = z.infer<typeof Consent>
export const AccountConsent = Consent.omit({ userId: true, userName: true, realName: true })
export type AccountConsent = z.infer<typeof AccountConsent>

const edits = button(['/app/list'], 'edit-c')
const changes = button(['/app/list'], 'edit-app')

export const resourceServer = {
  get: get('/v3/resourceServer/get', { permit: edits, query: z.object({ appId: id }), reply: ResourceServer }),
  update: post('/v3/resourceServer/update', { permit: changes, stepUp: true, reads: 'get', body: ResourceServerDraft, reply: done }),
  /** Consents that involve the application as client or as resource server, newest first. */
  consents: get('/v3/resourceServer/consents', {
    permit: edits,
    query: paging.extend({ appId: id, searchKey: search }),
    reply: paged(Consent),
  }),
  withdraw: post('/v3/resourceServer/withdraw', { permit: changes, body: z.strictObject({ appId: id, id }), reply: done }),
}

/** The user's own consents. */
export const accountConsents = {
  list: get('/v3/consent/listMine', { permit: 'signedIn', reply: z.array(AccountConsent) }),
  withdraw: post('/v3/consent/withdrawMine', { permit: 'signedIn', body: z.strictObject({ id }), reply: done }),
}
