import { z } from 'zod'
import { appText } from './app-text.ts'
import { redirectUriProblem, URIS_MAX, urisProblem, webUriProblem } from './app-uri.ts'
import { anyMenu, button, get, menu, post } from '../call.ts'
import { userFields } from '../fields/user-fields.ts'
import { keysWith } from '../fields/field.ts'
import { fields, named } from '../text.ts'
import {
  byId, count, done, flag, id, ids, optionalText, paged, paging, queryBoolean, queryFlag, queryId, querySortNum, REMARK_MAX, saved, search,
  sortNum, text, URI_MAX, version,
} from '../shapes.ts' // prettier-ignore

/** Letters, digits, _ . and -, as in codes of organisations. */
export const appCodeForm = /^[A-Za-z0-9_.-]{1,50}$/
export const Protocol = z.enum(['oauth2', 'cas', 'saml', 'form', 'resource'], { error: '协议不正确' })
export type Protocol = z.infer<typeof Protocol>
/** The field of a user that serves as their account in an application, unless they have one of their own there. */
export const accountFroms = [...keysWith(userFields, 'account'), 'id'] as const
export type AccountFrom = (typeof accountFroms)[number]

/** The fields of a user that an application may receive. */
export const claimFields = [
  ...keysWith(userFields, 'claim'), 'id', 'phoneVerified', 'emailVerified', 'orgId', 'orgName', 'orgCode', 'orgPath', 'jobs', 'actingOrgId', 'actingOrgName', 'actingOrgCode', 'actingPost', 'actingDuty', 'labels', 'groups', 'roles',
] as const // prettier-ignore
export type ClaimField = (typeof claimFields)[number]
/** Also a valid element name of CAS: without XML characters. */
export const claimNameForm = /^[A-Za-z_][A-Za-z0-9_.-]{0,49}$/
/** SAML attributes are named by a URI, or in the above form. */
const attributeUriForm = /^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-~]{1,250}$/
/** The problem of an attribute name; only SAML allows URIs. */
export const claimNameProblem = (protocol: Protocol, name: string): string | undefined =>
  claimNameForm.test(name) || (protocol === 'saml' && attributeUriForm.test(name)) ? undefined : appText.claimName
/** Claims defined by standards, which cannot be mapped. */
export const reservedClaims: readonly string[] = [
  'iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'azp', 'acr', 'amr', 'auth_time', 'at_hash', 'c_hash', 's_hash', 'sid', 'events',
  'cnf', 'act', 'client_id', 'scope', 'user',
] // prettier-ignore
export const CLAIMS_MAX = 50
export const Claim = z.strictObject({
  claim: z
    .string()
    .refine(name => claimNameProblem('saml', name) === undefined, appText.claimName)
    .refine(name => !reservedClaims.includes(name), '属性名已被协议占用'),
  from: z.enum(claimFields),
})
export type Claim = z.infer<typeof Claim>

/** A valid secret; a former one has an end time. */
export const AppSecret = z.object({ createTime: z.string(), endTime: z.string().nullable() })

export const App = z.object({
  id: z.string(),
  appGroupId: z.string(),
  appGroupName: z.string(),
  name: z.string(),
  code: z.string(),
  logo: z.string().nullable(),
  homeUrl: z.string().nullable(),
  protocol: Protocol,
  redirectUris: z.array(z.string()),
  postLogoutUris: z.array(z.string()),
  logoutUri: z.string().nullable(),
  clientId: z.string(),
  /** Never the secret itself: six asterisks. */
  clientSecret: z.string(),
  accountFrom: z.enum(accountFroms),
  claims: z.array(Claim),
  isListed: z.number(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** The number of grants of this application, to subjects of any kind. */
  grantCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type App = z.infer<typeof App>
export const AppDetail = App.extend({
  secrets: z.array(AppSecret),
  /** This server's address for applications; the issuer begins with it. */
  origin: z.string(),
})
export type AppDetail = z.infer<typeof AppDetail>
export const AppBrief = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  logo: z.string().nullable(),
  appGroupId: z.string(),
})
export type AppBrief = z.infer<typeof AppBrief>

/** '' and null clear a field; an absent field stays as it is. */
const cleared = (problem: (value: string) => string | undefined) =>
  z
    .string()
    .superRefine((value, { addIssue }) => {
      const message = value === '' ? undefined : problem(value)
      if (message) addIssue({ code: 'custom', message })
    })
    .nullish()
/** A link for people, so never a scheme a browser executes. */
export const homeUrlForm = /^https?:\/\/[^\s\\]+$/i
const homeUrlProblem = (value: string) =>
  value.length > URI_MAX ? named.tooLong(URI_MAX) : homeUrlForm.test(value) && URL.canParse(value) ? undefined : appText.homeUrl
const uris = z.array(z.string().max(URI_MAX, `地址不能超过${URI_MAX}个字符`)).max(URIS_MAX, `地址不能超过${URIS_MAX}个`)

const details = {
  appGroupId: id,
  name: text(fields.appName),
  code: z.string({ error: '应用编码不能为空' }).regex(appCodeForm, '应用编码格式不正确'),
  logo: z.union([z.literal(''), id]).nullish(),
  homeUrl: cleared(homeUrlProblem),
  protocol: Protocol,
  redirectUris: uris.optional(),
  sortNum: sortNum.optional(),
  remark: optionalText(REMARK_MAX),
  postLogoutUris: uris.optional(),
  logoutUri: cleared(webUriProblem),
  accountFrom: z.enum(accountFroms).optional(),
  claims: z
    .array(Claim)
    .max(CLAIMS_MAX, `属性不能超过${CLAIMS_MAX}个`)
    .refine(list => new Set(list.map(({ claim }) => claim)).size === list.length, '属性名重复')
    .optional(),
  isListed: flag.optional(),
}
type Addresses = {
  claims?: readonly Claim[] | undefined
  protocol: Protocol
  redirectUris?: string[] | undefined
  postLogoutUris?: string[] | undefined
}
/** Which addresses and attribute names are valid depends on the protocol. */
function addressesInOrder(
  { claims = [], protocol, redirectUris = [], postLogoutUris = [] }: Addresses,
  { addIssue }: z.RefinementCtx,
): void {
  for (const { claim } of claims) {
    const message = claimNameProblem(protocol, claim)
    if (message) addIssue({ code: 'custom', message, path: ['claims'] })
  }
  for (const [name, list] of Object.entries({ redirectUris, postLogoutUris })) {
    const message = urisProblem(list, uri => redirectUriProblem(protocol, uri))
    if (message) addIssue({ code: 'custom', message, path: [name] })
  }
}
export const AppDraft = z.strictObject({ ...details, status: flag.optional(), isPublic: flag.optional() }).superRefine(addressesInOrder)
export type AppDraft = z.infer<typeof AppDraft>
export const AppEdit = z.strictObject({ id, ...details, version }).superRefine(addressesInOrder)
export type AppEdit = z.infer<typeof AppEdit>

/** Who is affected when an application is closed. */
export const AppImpact = z.object({
  id: z.string(),
  name: z.string(),
  grantCount: z.number(),
  /** Users who may open it now. */
  userCount: z.number(),
  /** How many of them are signed in now. */
  onlineCount: z.number(),
})
export type AppImpact = z.infer<typeof AppImpact>

const permit = menu('/app/list')
const edits = button(['/app/list'], 'edit-c')
const typedValue = z.string().max(64)
const several = z.strictObject({ ids })

export const app = {
  page: get('/v3/app/page', {
    permit,
    query: paging.extend({ appGroupId: queryId, name: search, code: search, status: queryFlag }),
    reply: paged(App),
  }),
  list: get('/v3/app/list', {
    permit: anyMenu,
    /** `hasOnlyOidc`: only applications and resource servers of OpenID Connect. */
    query: z.object({ appGroupId: queryId, hasOnlyEnable: queryBoolean, hasOnlyOidc: queryBoolean }),
    reply: z.array(AppBrief),
  }),
  byId: get('/v3/app/getById', { permit: edits, query: byId, reply: AppDetail }),
  save: post('/v3/app/save', {
    permit: button(['/app/list'], 'add-app'),
    stepUp: true,
    body: AppDraft,
    /** `clientSecret` is '' for a public client (isPublic). */
    reply: z.object({ id: z.string(), clientId: z.string(), clientSecret: z.string() }),
  }),
  update: post('/v3/app/update', { permit: button(['/app/list'], 'edit-app'), stepUp: true, reads: 'byId', body: AppEdit, reply: done }),
  remove: post('/v3/app/delete', { permit: button(['/app/list'], 'delete-app'), body: several, reply: count }),
  setStatus: post('/v3/app/updateStatus', {
    permit: button(['/app/list'], 'app-status'),
    query: z.object({ status: queryFlag }),
    body: several,
    reply: count,
  }),
  codeTaken: get('/v3/app/existCode', { permit, query: z.object({ code: typedValue, id: queryId }), reply: z.boolean() }),
  nameTaken: get('/v3/app/existName', { permit, query: z.object({ name: typedValue, id: queryId }), reply: z.boolean() }),
  /** The former secret stays valid for a day, so that the application can change over; `endFormer` ends it at once. */
  resetSecret: post('/v3/app/resetSecret', {
    permit: button(['/app/list'], 'app-secret'),
    stepUp: true,
    query: byId,
    body: z.strictObject({ endFormer: z.boolean().optional() }).nullish(),
    reply: z.object({ clientSecret: z.string() }),
  }),
  setSortNum: post('/v3/app/updateSortNum', {
    permit: button(['/app/list'], 'sort-app'),
    query: z.object({ id, sortNum: querySortNum }),
    reply: done,
  }),
  impact: post('/v3/app/previewClose', { permit, changes: false, body: several, reply: z.array(AppImpact) }),
}

export const AppGroup = z.object({ id: z.string(), name: z.string(), sortNum: z.number(), appCount: z.number() })
export type AppGroup = z.infer<typeof AppGroup>
const groupName = text(fields.groupName)
export const appGroup = {
  list: get('/v3/appGroup/list', { permit: anyMenu, reply: z.array(AppGroup) }),
  save: post('/v3/appGroup/save', {
    permit: button(['/app/list'], 'app-group'),
    body: z.strictObject({ name: groupName, sortNum: sortNum.optional() }),
    reply: saved,
  }),
  update: post('/v3/appGroup/update', {
    permit: button(['/app/list'], 'app-group'),
    reads: 'nothing',
    body: z.strictObject({ id, name: groupName, sortNum: sortNum.optional() }),
    reply: done,
  }),
  remove: post('/v3/appGroup/delete', { permit: button(['/app/list'], 'app-group'), body: several, reply: count }),
  nameTaken: get('/v3/appGroup/existName', { permit, query: z.object({ name: typedValue, id: queryId }), reply: z.boolean() }),
  setSortNum: post('/v3/appGroup/updateSortNum', {
    permit: button(['/app/list'], 'app-group'),
    query: z.object({ id, sortNum: querySortNum }),
    reply: done,
  }),
}
