import { z } from 'zod'
import { webUriProblem } from '../apps/app-uri.ts'
import { button, get, menu, post } from '../call.ts'
import { secret } from '../secret.ts'
import {
  byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, REMARK_MAX, saved, search, sortNum, text, URI_MAX, version,
} from '../shapes.ts' // prettier-ignore
import { fields } from '../text.ts'
import { text as providerText } from './identity-provider-text.ts'

/** The protocols of identity providers. */
export const providerKinds = ['oidc', 'cas', 'saml'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** The attribute by which a user who is not linked yet is found. */
export const linkRules = ['none', 'email', 'phone', 'userName', 'employeeNumber', 'originUserId'] as const
export type LinkRule = (typeof linkRules)[number]
/** Rules whose attribute the provider verifies itself; the other attributes it only asserts. */
export const verifiedLinkRules: readonly LinkRule[] = ['none', 'email', 'phone']

const CLAIM_MAX = 100
const DOMAINS_MAX = 50
const FACTOR_CLASSES_MAX = 10
const SCOPE_MAX = 200
const SECRET_MAX = 500
const METADATA_MAX = 400_000

const address = z.string().superRefine((value, { addIssue }) => {
  const problem = webUriProblem(value)
  if (problem !== undefined) addIssue({ code: 'custom', message: problem })
})
const claim = z
  .string()
  .regex(/^[^\s\u0000-\u001f\u007f]{1,100}$/, providerText.claimProblem)
  .max(CLAIM_MAX)

/** How Hufu authenticates to the provider: by a secret it issued, or by Hufu's signature. */
export const providerAuthMethods = ['secret', 'key'] as const

export const OidcOptions = z.strictObject({
  issuer: address,
  authMethod: z.enum(providerAuthMethods).default('secret'),
  clientId: text(providerText.clientId, 200),
  /** The scopes requested besides openid. */
  scopes: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$|^$/, providerText.scopesProblem)
    .max(SCOPE_MAX),
  /** Whether a sign-out in Hufu also leads users who signed in by this provider to the provider's sign-out. */
  signsOut: z.boolean().default(false),
})
export type OidcOptions = z.infer<typeof OidcOptions>
export const CasOptions = z.strictObject({ address })
/** Exactly one of `metadata` and `metadataUrl` is given. */
export const SamlOptions = z.strictObject({
  metadata: z.string().max(METADATA_MAX).optional(),
  metadataUrl: z.union([z.literal(''), address]).optional(),
  /** Read from the metadata; a value that is sent is ignored. */
  entityId: z.string().optional(),
})
export type SamlOptions = z.infer<typeof SamlOptions>
/** Makes users prove who they are again, even if they have a session at the provider. */
const forceAuthn = z.boolean()

export const ProviderRules = z.strictObject({
  link: z.enum(linkRules),
  /** For linking by user name or numbers: the claim's name, and the confirmation that the provider, not its users, sets it. */
  linkClaim: z.union([z.literal(''), claim]),
  isAuthoritative: z.boolean(),
  /** Whether accounts are created for unknown users. */
  makes: z.boolean(),
  /** Whether its telephone numbers and e-mail addresses count as verified although the provider does not mark each as verified. */
  contactsProven: z.boolean(),
  /** The values of acr or AuthnContextClassRef that count as a second factor here; an empty list: none. */
  factorClasses: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, providerText.factorClassProblem)).max(FACTOR_CLASSES_MAX),
  domains: z
    .array(z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, providerText.domainProblem))
    .max(DOMAINS_MAX),
  /** The claims a new account is made from; '' for telephone or e-mail: not taken over. */
  claims: z.strictObject({
    userName: claim,
    realName: claim,
    phone: z.union([z.literal(''), claim]),
    email: z.union([z.literal(''), claim]),
  }),
})
export type ProviderRules = z.infer<typeof ProviderRules>

/** The code that is part of a provider's addresses. */
export const providerCode = /^[a-z0-9][a-z0-9-]{0,49}$/
const code = z.string().regex(providerCode, providerText.codeProblem)
const details = {
  name: text(fields.name),
  code,
  forceAuthn,
  rules: ProviderRules,
  /** The organisation new accounts are created in. */
  orgId: z.union([z.literal(''), id]).nullish(),
  isShown: flag,
  sortNum: sortNum.optional(),
  remark: optionalText(REMARK_MAX),
}
/** An empty secret leaves the stored one unchanged. */
const clientSecret = secret(z.string().max(SECRET_MAX).nullish())
const draft = {
  ...details,
  kind: z.enum(providerKinds),
  /** OidcOptions, CasOptions or SamlOptions, by kind. */
  options: z.record(z.string().max(50), z.unknown()),
  /** For OpenID Connect only. */
  secret: clientSecret,
}
export const ProviderDraft = z.strictObject({ ...draft, status: flag.optional() })
export type ProviderDraft = z.infer<typeof ProviderDraft>
export const ProviderEdit = z.strictObject({ id, ...draft, version })
export type ProviderEdit = z.infer<typeof ProviderEdit>

export const IdentityProvider = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  kind: z.enum(providerKinds),
  options: z.record(z.string(), z.unknown()),
  forceAuthn,
  hasSecret: z.boolean(),
  rules: ProviderRules,
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  isShown: z.number(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** The redirect address to register at the provider. */
  callback: z.string(),
  /** SAML: Hufu's entity id, which is also the address of its metadata. */
  metadata: z.string().nullable(),
  /** OpenID Connect: the back-channel logout address. */
  logout: z.string().nullable(),
  /** OpenID Connect: the address of Hufu's signing keys (jwks_uri). */
  jwks: z.string().nullable(),
  /** OpenID Connect: where the provider leads users after its own sign-out (post_logout_redirect_uri). */
  afterLogout: z.string().nullable(),
  linkCount: count,
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

const page = '/system/securityConfig'
const read = menu(page)
const edit = button([page], 'edit-idp')
export const identityProvider = {
  page: get('/v3/identityProvider/page', {
    permit: read,
    query: paging.extend({ name: search, status: queryFlag }),
    reply: paged(IdentityProvider),
  }),
  byId: get('/v3/identityProvider/getById', { permit: read, query: byId, reply: IdentityProvider }),
  /** The addresses that a provider with this code will use, so that they can be registered there before anything is saved here. */
  callback: get('/v3/identityProvider/getCallback', {
    permit: read,
    query: z.object({ code, kind: z.enum(providerKinds) }),
    reply: IdentityProvider.pick({ callback: true, metadata: true, logout: true, jwks: true, afterLogout: true }),
  }),
  save: post('/v3/identityProvider/save', { permit: edit, stepUp: true, body: ProviderDraft, reply: saved }),
  update: post('/v3/identityProvider/update', { permit: edit, stepUp: true, reads: 'byId', body: ProviderEdit, reply: done }),
  /** Also removes the links of users to these providers. */
  remove: post('/v3/identityProvider/delete', { permit: edit, stepUp: true, body: z.strictObject({ ids }), reply: count }),
  setStatus: post('/v3/identityProvider/updateStatus', {
    permit: edit,
    stepUp: true,
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  nameTaken: get('/v3/identityProvider/existName', {
    permit: read,
    query: z.object({ name: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  codeTaken: get('/v3/identityProvider/existCode', {
    permit: read,
    query: z.object({ code: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  /** Begins a test sign-in: its end shows the provider's claims and the user they would sign in. */
  test: post('/v3/identityProvider/test', {
    permit: edit,
    stepUp: true,
    body: z.strictObject({ id }),
    reply: z.object({ address: z.string().max(URI_MAX * 8) }),
  }),
}
