import { z } from 'zod'
import { AppSecret } from '../apps/app.ts'
import { button, get, menu, post } from '../call.ts'
import {
  byId, count, done, flag, id, ids, optionalText, optionalEndTime, paged, paging, queryFlag, queryId, REMARK_MAX, search, text, version,
} from '../shapes.ts' // prettier-ignore

export const LIMIT_MAX = 100_000
const LIMIT_PROBLEM = `每分钟次数应为1至${LIMIT_MAX}的整数`
const PERCENT_PROBLEM = '比例应为1至100的整数'
const IP_RULE_MAX = 100
const IP_RULES_MAX = 200

/** An API client: a system that calls the server on its own behalf. */
export const ApiClient = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  /** Six asterisks, never the secret. */
  clientSecret: z.string(),
  /** Addresses or networks; empty: from anywhere. */
  ipWhitelist: z.array(z.string()),
  endTime: z.string().nullable(),
  /** Whether its end time has passed. */
  isOver: z.boolean(),
  /** The most calls a minute; null: no limit. */
  limitPerMinute: z.number().nullable(),
  status: z.number(),
  remark: z.string().nullable(),
  callCount: z.number(),
  /** When its secret was last renewed. */
  secretTime: z.string().nullable(),
  /** When it last called, to the minute, and from which address. */
  lastTime: z.string().nullable(),
  lastIp: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type ApiClient = z.infer<typeof ApiClient>
export const ApiClientDetail = ApiClient.extend({ secrets: z.array(AppSecret) })
export type ApiClientDetail = z.infer<typeof ApiClientDetail>

/** A call that can be granted to a client. */
export const OpenApiItem = z.object({
  id: z.string(),
  groupName: z.string(),
  method: z.string(),
  path: z.string(),
  name: z.string(),
  /** The caller may not make this call themselves, so they cannot grant it. */
  isBeyond: z.boolean(),
})
export type OpenApiItem = z.infer<typeof OpenApiItem>
export const ApiUse = z.object({ apiId: z.string(), lastTime: z.string(), lastIp: z.string() })
export type ApiUse = z.infer<typeof ApiUse>

const details = {
  name: text('客户端名称'),
  ipWhitelist: z.array(z.string().max(IP_RULE_MAX, 'IP规则过长')).max(IP_RULES_MAX, `IP规则不能超过${IP_RULES_MAX}条`).optional(),
  endTime: optionalEndTime,
  /** null removes the limit; an absent field leaves it unchanged. */
  limitPerMinute: z.int(LIMIT_PROBLEM).min(1, LIMIT_PROBLEM).max(LIMIT_MAX, LIMIT_PROBLEM).nullish(),
  remark: optionalText(REMARK_MAX),
}
export const ApiClientDraft = z.strictObject({ ...details, status: flag.optional() })
export type ApiClientDraft = z.infer<typeof ApiClientDraft>
export const ApiClientEdit = z.strictObject({ id, ...details, version })
export type ApiClientEdit = z.infer<typeof ApiClientEdit>

/** What the groups of a SCIM client become in Hufu. */
const scimGroups = z.enum(['workGroup', 'label', 'org'])
export type ScimGroups = z.infer<typeof scimGroups>
/** Settings of a SCIM client: its scope, the organisation of new users, what deletion means, and when it is stopped. */
const scimChoice = {
  rootOrgId: id,
  defaultOrgId: id,
  unknownOrg: z.enum(['default', 'refuse']),
  groupsAre: scimGroups,
  onDelete: z.enum(['delete', 'disable']),
  adopts: z.boolean(),
  brakePercent: z.int(PERCENT_PROBLEM).min(1, PERCENT_PROBLEM).max(100, PERCENT_PROBLEM),
  brakeLeast: z.int(LIMIT_PROBLEM).min(1, LIMIT_PROBLEM).max(LIMIT_MAX, LIMIT_PROBLEM),
}
export const ScimSettings = z.object({
  ...scimChoice,
  /** '' if the organisation is outside the caller's scope. */
  rootOrgId: z.string(),
  defaultOrgId: z.string(),
  rootOrgName: z.string(),
  defaultOrgName: z.string(),
  state: z.enum(['open', 'blocked']),
  blockedWhy: z.string().nullable(),
  blockedTime: z.string().nullable(),
  /** How many users it has written. */
  userCount: z.number(),
  version: z.number(),
})
export type ScimSettings = z.infer<typeof ScimSettings>
export const ScimEdit = z.strictObject({ id, ...scimChoice, version })
export type ScimEdit = z.infer<typeof ScimEdit>
/** A removal by the SCIM client within the last hour. */
export const ScimRemoval = z.object({
  kind: z.enum(['delete', 'disable', 'members', 'org']),
  recordId: z.string(),
  name: z.string(),
  createTime: z.string(),
})
export type ScimRemoval = z.infer<typeof ScimRemoval>

/** A clock hour in which the client wrote; its changes are undone as one operation (`dataHistory.restoreBulk`). */
export const ScimHour = z.object({ bulkId: z.string(), beginTime: z.string(), changed: z.number() })
export type ScimHour = z.infer<typeof ScimHour>

const permit = menu('/authorize/api-auth')
const several = z.strictObject({ ids })

export const apiClient = {
  page: get('/v3/apiAuth/page', {
    permit,
    query: paging.extend({ name: search, clientId: search, status: queryFlag }),
    reply: paged(ApiClient),
  }),
  byId: get('/v3/apiAuth/getById', { permit, query: byId, reply: ApiClientDetail }),
  save: post('/v3/apiAuth/save', {
    permit: button(['/authorize/api-auth'], 'add-client'),
    stepUp: true,
    body: ApiClientDraft,
    reply: z.object({ id: z.string(), clientId: z.string(), clientSecret: z.string() }),
  }),
  update: post('/v3/apiAuth/update', {
    permit: button(['/authorize/api-auth'], 'edit-client'),
    reads: 'byId',
    body: ApiClientEdit,
    reply: done,
  }),
  remove: post('/v3/apiAuth/delete', { permit: button(['/authorize/api-auth'], 'delete-client'), body: several, reply: count }),
  setStatus: post('/v3/apiAuth/updateStatus', {
    permit: button(['/authorize/api-auth'], 'client-status'),
    query: z.object({ status: queryFlag }),
    body: several,
    reply: count,
  }),
  nameTaken: get('/v3/apiAuth/existName', {
    permit,
    query: z.object({ name: z.string().max(64), id: queryId }),
    reply: z.boolean(),
  }),
  /** The former secret stays valid for a day; `endFormer` ends it and all its tokens at once. */
  resetSecret: post('/v3/apiAuth/resetSecret', {
    permit: button(['/authorize/api-auth'], 'client-secret'),
    stepUp: true,
    query: byId,
    body: z.strictObject({ endFormer: z.boolean().optional() }).nullish(),
    reply: z.object({ clientSecret: z.string() }),
  }),
  listApi: get('/v3/apiAuth/listApi', { permit, reply: z.array(OpenApiItem) }),
  api: get('/v3/apiAuth/getApi', { permit, query: byId, reply: z.array(z.string()) }),
  /** When this client last made each call, so that an administrator sees whether a call they revoke is in use. */
  listUse: get('/v3/apiAuth/listUse', { permit, query: byId, reply: z.array(ApiUse) }),
  /** Replaces all calls the client may make. */
  saveApi: post('/v3/apiAuth/saveApi', {
    permit: button(['/authorize/api-auth'], 'client-api'),
    stepUp: true,
    body: z.strictObject({ id, apiIds: ids, version }),
    reply: count,
  }),
  /** The base address of SCIM, and the client's settings: null until it is set up for SCIM. */
  scim: get('/v3/apiAuth/getScim', {
    permit,
    query: byId,
    reply: z.object({
      address: z.string(),
      settings: ScimSettings.nullable(),
      removals: z.array(ScimRemoval),
      /** The changes of the hour before the client was stopped, which may touch two clock hours; empty unless it is stopped. */
      hours: z.array(ScimHour),
    }),
  }),
  saveScim: post('/v3/apiAuth/saveScim', {
    permit: button(['/authorize/api-auth'], 'client-api'),
    stepUp: true,
    body: ScimEdit,
    reply: done,
  }),
  /** Resumes a client that was stopped because it removed too much. */
  openScim: post('/v3/apiAuth/openScim', {
    permit: button(['/authorize/api-auth'], 'client-api'),
    stepUp: true,
    body: z.strictObject({ id }),
    reply: done,
  }),
}
