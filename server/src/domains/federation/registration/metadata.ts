import { z } from 'zod'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import { redirectUriProblem, URI_LENGTH_MAX, URIS_MAX, webUriProblem } from '@hufu/contract/apps/app-uri'
import { oidcScopes, publicKeysIn, type OidcScope, type PublicKeys } from '@hufu/contract/federation/oidc-client'
import { registrationGrants, type RegistrationGrant } from '@hufu/contract/federation/registration'
import { illegalCharacters } from '@hufu/contract/text-rules'
import { problem, unfit } from './problem.ts'

export const REGISTRATION_AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
export type RegistrationAuthMethod = (typeof REGISTRATION_AUTH_METHODS)[number]
/** What a token lets applications register. */
export interface Policy {
  redirectHosts: readonly string[]
  redirectSchemes: readonly string[]
  grantTypes: readonly RegistrationGrant[]
  scopes: readonly OidcScope[] | null
}

/** What an administrator may change afterwards. */
export interface EditableMetadata {
  clientName: string
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
  scopes: OidcScope[] | null
  tokenAlg: TokenAlg
  jwks: PublicKeys | null
  signedRequest: 0 | 1
}
export interface Registering {
  wanted: EditableMetadata
  authMethod: RegistrationAuthMethod
  grantTypes: RegistrationGrant[]
  about: Record<string, string>
}

const NAME_MAX = 50
const WORD_MAX = 200
const isClean = (value: string) => value.trim() !== '' && !illegalCharacters(value) && !/[\p{Cc}\p{Cf}]/u.test(value)
const line = (max: number) => z.string().max(max).refine(isClean)
const uris = z.array(z.string().max(URI_LENGTH_MAX)).max(URIS_MAX)
const web = z.string().max(URI_LENGTH_MAX).refine(value => webUriProblem(value) === undefined) // prettier-ignore

/** The supported metadata of RFC 7591 and OpenID Connect Registration; others are ignored (RFC 7591, 2). */
const Metadata = z.object({
  redirect_uris: uris.optional(),
  token_endpoint_auth_method: z.enum(REGISTRATION_AUTH_METHODS).default('client_secret_basic'),
  grant_types: z.array(z.enum(registrationGrants)).max(registrationGrants.length).default(['authorization_code']),
  response_types: z.array(z.literal('code')).max(1).optional(),
  client_name: line(NAME_MAX).optional(),
  client_uri: web.optional(),
  logo_uri: web.optional(),
  tos_uri: web.optional(),
  policy_uri: web.optional(),
  scope: z.string().max(1000).optional(),
  contacts: z.array(line(100)).max(5).optional(),
  jwks: z.unknown().optional(),
  jwks_uri: z.undefined().optional(),
  sector_identifier_uri: z.undefined().optional(),
  software_id: line(WORD_MAX).optional(),
  software_version: line(WORD_MAX).optional(),
  application_type: z.enum(['web', 'native']).optional(),
  subject_type: z.literal('public').optional(),
  id_token_signed_response_alg: z.enum(['RS256', 'ES256']).default('RS256'),
  require_signed_request_object: z.boolean().default(false),
  post_logout_redirect_uris: uris.default([]),
  backchannel_logout_uri: web.optional(),
})
type Metadata = z.infer<typeof Metadata>

/** Descriptions for errors where "is not as it should be" would not help. */
const HINTS: Readonly<Record<string, string>> = {
  jwks_uri: 'keys are not fetched: send them as jwks',
  sector_identifier_uri: 'subjects are the same for every client',
  subject_type: 'only public subjects are offered',
  grant_types: `may hold ${registrationGrants.join(', ')}`,
  token_endpoint_auth_method: `may be ${REGISTRATION_AUTH_METHODS.join(', ')}`,
  response_types: 'may hold code alone',
  id_token_signed_response_alg: 'may be RS256 or ES256',
  client_name: `is a line of at most ${NAME_MAX} characters without < and >`,
}

/** Refuses software statements, because no issuer of them is trusted (RFC 7591, 2.3). */
function refuseStatement(body: object): void {
  if (!('software_statement' in body)) return
  const { software_statement: statement } = body
  const isJwt = typeof statement === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(statement)
  if (!isJwt) problem(400, 'invalid_software_statement', 'software_statement is no signed JWT')
  problem(400, 'unapproved_software_statement', 'no issuer of software statements is approved here')
}

function parse(body: unknown): Metadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return unfit('the metadata are no JSON object')
  refuseStatement(body)
  // A null member counts as omitted (RFC 7592, 2.2).
  const read = Metadata.safeParse(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
  if (read.success) return read.data
  const name = String(read.error.issues[0]?.path[0] ?? 'the metadata')
  const description = `${name} ${HINTS[name] ?? 'is not as it should be'}`
  return name === 'redirect_uris'
    ? problem(400, 'invalid_redirect_uri', `${description}: at most ${URIS_MAX} addresses`)
    : unfit(description)
}

/** Whether the policy allows the address: a web address by its host, that of a native application by its scheme. */
export function isAllowedPlace(uri: string, { redirectHosts, redirectSchemes }: Policy): boolean {
  const { protocol, hostname } = new URL(uri)
  if (!/^https?:$/.test(protocol)) return redirectSchemes.includes(protocol.slice(0, -1))
  return redirectHosts.some(host => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}

const RULE = 'must be https, http on loopback or a private address, or a scheme of reversed domain, spelled as a browser sends it, without fragment, user name or wildcard' // prettier-ignore
function refusePlaces(name: string, list: readonly string[], policy: Policy): void {
  const refuse = name === 'redirect_uris' ? (words: string) => problem(400, 'invalid_redirect_uri', words) : unfit
  if (new Set(list).size < list.length) refuse(`${name} names an address twice`)
  for (const [at, uri] of list.entries()) {
    if (redirectUriProblem('oauth2', uri) !== undefined) refuse(`${name}[${at}] ${RULE}`)
    if (!isAllowedPlace(uri, policy)) refuse(`${name}[${at}] has a host or scheme this token does not allow`)
  }
}

/** The registered scopes. Scopes of resource servers are left out, because the user is asked for them. */
function scopesOf(scope: string | undefined, { scopes }: Policy): OidcScope[] | null {
  const allowed = scopes ?? oidcScopes
  if (scope === undefined) return scopes && [...scopes]
  const requested = new Set(scope.split(' '))
  const granted = allowed.filter(name => requested.has(name))
  if (granted.length > 0) return granted
  return allowed.includes('openid') ? ['openid'] : unfit('scope holds nothing this token allows')
}

function refuseFlow({ grant_types: grants, response_types: responses, redirect_uris: places = [] }: Metadata, policy: Policy): void {
  if (new Set(grants).size < grants.length || grants.length === 0) unfit(`grant_types ${HINTS.grant_types}`)
  const closed = grants.find(grant => !policy.grantTypes.includes(grant))
  if (closed !== undefined) unfit(`grant_types: this token does not allow ${closed}`)
  if (grants.every(grant => grant === 'refresh_token')) unfit('grant_types: refresh_token needs another one')
  const hasCode = grants.includes('authorization_code')
  if (responses && responses.length > 0 !== hasCode) unfit('response_types do not go with grant_types')
  if (hasCode && places.length === 0) problem(400, 'invalid_redirect_uri', 'redirect_uris are needed for authorization_code')
  if (!hasCode && places.length > 0) problem(400, 'invalid_redirect_uri', 'redirect_uris are of use for authorization_code alone')
}

function keysOf({ jwks, token_endpoint_auth_method: method, require_signed_request_object: isSigned }: Metadata): PublicKeys | null {
  const keys = jwks === undefined ? null : publicKeysIn(JSON.stringify(jwks))
  if (keys === undefined) return unfit('jwks is no set of at most five public keys')
  if (keys === null && (method === 'private_key_jwt' || isSigned)) return unfit('jwks is needed')
  return keys
}

const ABOUT = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'software_id', 'software_version', 'application_type'] as const

/** Reads what a client asks for; refuses what the policy of its token does not allow. */
export function readMetadata(body: unknown, policy: Policy): Registering {
  const metadata = parse(body)
  const { redirect_uris: redirectUris = [], post_logout_redirect_uris: postLogoutUris, backchannel_logout_uri: logoutUri } = metadata
  refuseFlow(metadata, policy)
  refusePlaces('redirect_uris', redirectUris, policy)
  refusePlaces('post_logout_redirect_uris', postLogoutUris, policy)
  if (logoutUri !== undefined) refusePlaces('backchannel_logout_uri', [logoutUri], policy)
  const about = ABOUT.flatMap(name => (metadata[name] === undefined ? [] : [[name, metadata[name]] as const]))
  const contacts = metadata.contacts?.length ? [['contacts', metadata.contacts.join(', ')] as const] : []
  return {
    wanted: {
      clientName: metadata.client_name?.trim() ?? '',
      redirectUris,
      postLogoutUris,
      logoutUri: logoutUri ?? null,
      scopes: scopesOf(metadata.scope, policy),
      tokenAlg: metadata.id_token_signed_response_alg,
      jwks: keysOf(metadata),
      signedRequest: metadata.require_signed_request_object ? 1 : 0,
    },
    authMethod: metadata.token_endpoint_auth_method,
    grantTypes: metadata.grant_types,
    about: Object.fromEntries([...about, ...contacts]),
  }
}
