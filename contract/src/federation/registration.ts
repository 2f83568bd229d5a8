import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { count, endMoment, flag, id, text } from '../shapes.ts'
import { fields } from '../text.ts'
import { oidcScopes } from './oidc-client.ts'
import { text as problemText } from './registration-text.ts'

/** What a registration token may allow. */
export const registrationGrants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'] as const
export type RegistrationGrant = (typeof registrationGrants)[number]
export const registrationStates = ['usable', 'usedUp', 'over', 'revoked'] as const

export const REGISTRATIONS_MAX = 10_000
export const REDIRECT_RULES_MAX = 20
const HOST_MAX = 253
/** A host name, an IP address, or `*.` and a domain for everything below it. */
const hostForm = /^(?:(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])$/
export const isRedirectHost = (typed: string): boolean => typed.length <= HOST_MAX && hostForm.test(typed)
/** A domain in reverse order (RFC 8252, 7.1). */
const schemeForm = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/
export const isRedirectScheme = (typed: string): boolean => typed.length <= HOST_MAX && schemeForm.test(typed)

const unique = (list: readonly string[]) => new Set(list).size === list.length
const RULES_PROBLEM = problemText.list(REDIRECT_RULES_MAX)

const policy = {
  redirectHosts: z
    .array(z.string().refine(isRedirectHost, problemText.host))
    .max(REDIRECT_RULES_MAX, RULES_PROBLEM)
    .refine(unique, RULES_PROBLEM),
  redirectSchemes: z
    .array(z.string().refine(isRedirectScheme, problemText.scheme))
    .max(REDIRECT_RULES_MAX, RULES_PROBLEM)
    .refine(unique, RULES_PROBLEM),
  grantTypes: z.array(z.enum(registrationGrants)).min(1, problemText.grants).max(registrationGrants.length).refine(unique, RULES_PROBLEM),
  /** null: all scopes. */
  scopes: z.array(z.enum(oidcScopes)).max(oidcScopes.length).refine(unique, RULES_PROBLEM).nullable(),
  needsApproval: flag,
}
/** An application that signs users in needs at least one host or scheme its redirect addresses may have. */
const hasPlaces = [
  ({ grantTypes, redirectHosts, redirectSchemes }: { grantTypes: string[]; redirectHosts: string[]; redirectSchemes: string[] }) =>
    !grantTypes.includes('authorization_code') || redirectHosts.length + redirectSchemes.length > 0,
  { message: problemText.places, path: ['redirectHosts'] as PropertyKey[] },
] as const

export const RegistrationTokenDraft = z
  .strictObject({
    name: text(fields.name),
    maxUses: z.int(problemText.uses).min(1, problemText.uses).max(REGISTRATIONS_MAX, problemText.uses),
    endTime: endMoment,
    appGroupId: id,
    ...policy,
  })
  .refine(...hasPlaces)
export type RegistrationTokenDraft = z.infer<typeof RegistrationTokenDraft>

export const RegistrationToken = z.object({
  id: z.string(),
  name: z.string(),
  maxUses: z.number(),
  uses: z.number(),
  /** How many of its registered applications wait for approval. */
  waiting: z.number(),
  endTime: z.string(),
  state: z.enum(registrationStates),
  redirectHosts: z.array(z.string()),
  redirectSchemes: z.array(z.string()),
  grantTypes: z.array(z.enum(registrationGrants)),
  scopes: z.array(z.enum(oidcScopes)).nullable(),
  /** null: the group has been removed, and nothing more can register. */
  appGroupName: z.string().nullable(),
  needsApproval: z.number(),
  createTime: z.string(),
})
export type RegistrationToken = z.infer<typeof RegistrationToken>

export const RegisteredApp = z.object({
  id: z.string(),
  name: z.string(),
  status: z.number(),
  isWaiting: z.boolean(),
  redirectUris: z.array(z.string()),
  createTime: z.string(),
})
export type RegisteredApp = z.infer<typeof RegisteredApp>

/** The registration an application came from. */
export const Registration = z.object({
  tokenName: z.string(),
  isWaiting: z.boolean(),
  authMethod: z.string(),
  grantTypes: z.array(z.enum(registrationGrants)),
  /** Its metadata by the names of RFC 7591. */
  about: z.record(z.string(), z.string()),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Registration = z.infer<typeof Registration>

const permit = menu('/app/list')
const registrationPermit = button(['/app/list'], 'add-app')
export const registration = {
  /** `isOpen`: the setting is on, so that applications can register. */
  list: get('/v3/registration/list', { permit, reply: z.object({ isOpen: z.boolean(), tokens: z.array(RegistrationToken) }) }),
  /** The newest hundred. */
  apps: get('/v3/registration/listApps', { permit, query: z.object({ tokenId: id }), reply: z.array(RegisteredApp) }),
  /** null if the application was created in the console. */
  ofApp: get('/v3/registration/getByApp', {
    permit: button(['/app/list'], 'edit-c'),
    query: z.object({ appId: id }),
    reply: Registration.nullable(),
  }),
  /** The token is returned only here. */
  save: post('/v3/registration/save', {
    permit: registrationPermit,
    stepUp: true,
    body: RegistrationTokenDraft,
    reply: z.object({ id: z.string(), token: z.string() }),
  }),
  /** Ends the token; answers how many applications were disabled with it. */
  revoke: post('/v3/registration/revoke', {
    permit: registrationPermit,
    stepUp: true,
    body: z.strictObject({ id, stopsApps: z.boolean() }),
    reply: count,
  }),
}
