import { oidcScopes } from '@hufu/contract/federation/oidc-client'
import type { Account, AccountClaims, Client, KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { accessOf, actingJobOf } from '../../apps/index.ts'
import { accountOf as accountNameOf } from '../protocol/account.ts'
import { fieldsOf, mappedOf, withoutEmptyClaims, type DbAndKeys } from '../protocol/fields.ts'
import { listed, allowedResources } from './tokens/audience.ts'
import type { ExtraMetadata } from './clients/extra-metadata.ts'
import { findPerson, type Person } from '../protocol/person.sql.ts'

/** The claims of each scope. */
export const CLAIMS = {
  openid: ['sub', 'auth_time', 'acr', 'amr'],
  profile: ['name', 'preferred_username', 'employee_number', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  org: ['org', 'jobs', 'acting_job'],
  roles: ['roles'],
  groups: ['groups'],
}

/** All scopes of OpenID Connect. */
export const OIDC_SCOPES = oidcScopes

/** The key that carries an application's mapped claims past the library's filter by scope (addMappedClaims). */
export const OWN_CLAIMS = 'hufu:own'

/** Claims that a mapping may not set, because recipients validate a token by them. */
const RESERVED = new Set(
  'sub iss aud exp iat nbf jti nonce azp auth_time acr amr sid at_hash c_hash s_hash events scope client_id cnf'.split(' '),
)

/** Hufu's own metadata of the library's client. */
export const extraMetadataOf = (client: object | undefined): ExtraMetadata => {
  const { own, clientIdMetadataDocument: isDocument } = (client ?? {}) as { own?: ExtraMetadata; clientIdMetadataDocument?: boolean }
  // A client metadata document must not set Hufu's own metadata.
  if (isDocument) return EXTERNAL
  return own ?? { tokenSeconds: 0, ipWhitelist: [], secrets: [] }
}
const EXTERNAL_SECONDS = 3600
export const EXTERNAL: ExtraMetadata = { tokenSeconds: EXTERNAL_SECONDS, ipWhitelist: [], secrets: [], isExternal: true }

/** The client of a token; the client that sent this request is not read again. */
export async function clientOf({ oidc }: KoaContextWithOIDC, clientId: string): Promise<Client | undefined> {
  return oidc.client?.clientId === clientId ? oidc.client : oidc.provider.Client.find(clientId)
}

/**
 * The user of a token; undefined if they may no longer have it, because they are deleted, disabled or without access. At the
 * authorization endpoint, where there is no token, access is left to the policy, which can show the reason.
 */
export const findAccountOf =
  (kernel: Kernel) =>
  async (ctx: KoaContextWithOIDC, sub: string, token?: TokenFields): Promise<Account | undefined> => {
    const client = token?.clientId === undefined ? ctx.oidc.client : await clientOf(ctx, token.clientId)
    const own = extraMetadataOf(client)
    const audience = audienceOf(token)
    if (audience.length > 0 && !(await allowedResources(kernel, sub, audience))) return undefined
    // An external client receives only the user's id.
    if (own.isExternal) return token !== undefined && audience.length === 0 ? undefined : { accountId: sub, claims: () => ({ sub }) }
    return accountOf(kernel, own, sub, { hasAccess: token !== undefined, sessionId: token?.sessionUid })
  }

/** The fields of a token that are read here. */
interface TokenFields {
  clientId?: string | undefined
  /** The console session in which the token was issued; it may have ended. */
  sessionUid?: string | undefined
  /** Resource servers: a code or refresh token names them in `resource`, an access token in `aud`. */
  resource?: string | readonly string[] | undefined
  aud?: string | readonly string[] | undefined
}
const audienceOf = (token: TokenFields | undefined) => listed(token?.resource ?? token?.aud)

interface ClaimsContext {
  /** Whether to require that the user has access to the application now. */
  hasAccess: boolean
  sessionId?: string | undefined
}

export async function accountOf(
  kernel: DbAndKeys,
  own: ExtraMetadata,
  sub: string,
  { hasAccess, sessionId }: ClaimsContext,
): Promise<Account | undefined> {
  const { appId } = own
  if (appId === undefined) return undefined
  const rolesOf = async () => (await accessOf(kernel.db, { userId: sub, appId }))?.roles
  const [person, accessRoles] = await Promise.all([findPerson(kernel.db, { userId: sub, appId }), hasAccess ? rolesOf() : undefined])
  if (!person || (hasAccess && (!accessRoles || accountNameOf(kernel, person, own.accountFrom) === undefined))) return undefined
  const claims = async (_use: string, scope: string, requestedClaims: object) =>
    claimsOf(kernel, { person, roles: accessRoles ?? (await rolesOf()) ?? [], own, sessionId }, [
      ...scope.split(' '),
      ...scopesOf(requestedClaims),
    ])
  return { accountId: sub, claims }
}

/** The scopes to which individually requested claims belong. */
const scopesOf = (requestedClaims: object): string[] =>
  Object.entries(CLAIMS).flatMap(([scope, claims]) => (claims.some(claim => claim in requestedClaims) ? [scope] : []))

interface Subject {
  person: Person
  roles: { code: string; name: string }[]
  own: ExtraMetadata
  sessionId: string | undefined
}

async function claimsOf(kernel: DbAndKeys, { person, roles, own, sessionId }: Subject, scopes: readonly string[]): Promise<AccountClaims> {
  const scopeSet = new Set(scopes)
  const mapped = own.claims ?? []
  const wants = (name: string) => scopeSet.has(name) || mapped.some(({ from }) => from.startsWith(name))
  const isAsked = own.asksJob === true && own.appId !== undefined && sessionId !== undefined
  const actingJobId = isAsked ? await actingJobOf(kernel.db, person.id, { appId: own.appId!, sessionId }) : undefined
  const fields = await fieldsOf(kernel, { person, roles, accountFrom: own.accountFrom, wants, actingJobId })
  return {
    sub: person.id,
    ...withoutEmptyClaims({
      name: person.realName,
      preferred_username: fields.account,
      employee_number: person.employeeNumber,
      updated_at: person.updatedAt,
      email: person.email,
      email_verified: fields.emailVerified,
      phone_number: fields.phone,
      phone_number_verified: fields.phoneVerified,
      org: fields.org,
      jobs: fields.jobs,
      acting_job: fields.actingJob,
      roles: fields.roles,
      groups: fields.groups,
    }),
    [OWN_CLAIMS]: Object.fromEntries(mappedOf(mapped, fields).filter(([claim]) => !RESERVED.has(claim))),
  }
}
