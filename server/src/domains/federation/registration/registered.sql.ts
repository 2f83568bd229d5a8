import { sql } from 'kysely'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import type { OidcScope, PublicKeys } from '@hufu/contract/federation/oidc-client'
import type { RegisteredApp, Registration, RegistrationGrant } from '@hufu/contract/federation/registration'
import { hashToken } from '../../../platform/access/sessions.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Policy, Registering, RegistrationAuthMethod, EditableMetadata } from './metadata.ts'

/** The present values of the metadata that an application can register. */
export interface RegisteredMetadata {
  name: string
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
  scopes: OidcScope[] | null
  tokenAlg: TokenAlg
  jwks: PublicKeys | null
  signedRequest: 0 | 1
}
/** The metadata the application last registered, and the name it was given. */
export type Registered = EditableMetadata & { name: string }

/** An application found by its registration access token. */
export interface Managed extends RegisteredMetadata {
  appId: string
  clientId: string
  status: 0 | 1
  isWaiting: boolean
  /** How the client authenticates, which an administrator may have changed. */
  clientAuth: 'secret' | 'key'
  tokenId: string
  tokenName: string
  needsApproval: 0 | 1
  policy: Policy
  authMethod: RegistrationAuthMethod
  grantTypes: RegistrationGrant[]
  registered: Registered
  about: Record<string, string>
  /** In seconds since 1970. */
  issuedAt: number
}

const isAwaitingApproval = sql`r.approved_time is null and a.status = 0`
const FOUND_MAX = 100

export async function listRegistered(db: Db, tokenId: string): Promise<RegisteredApp[]> {
  const { rows } = await sql<RegisteredApp>`
    select a.id, a.name, a.status, ${isAwaitingApproval} as is_waiting, a.redirect_uris, r.create_time
    from app_registration r join app a on a.id = r.app_id where r.token_id = ${tokenId} order by r.create_time desc, a.id desc limit ${FOUND_MAX}`.execute(
    db,
  )
  return rows
}

/** The first `most` applications that registered themselves and wait for an administrator, those that wait longest first. */
export async function waitingApps(db: Db, most: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from app_registration r join app a on a.id = r.app_id where ${isAwaitingApproval}
    order by r.create_time, a.id limit ${most}`.execute(db)
  return rows
}

export async function registrationOf(db: Db, appId: string): Promise<Registration | null> {
  const { rows } = await sql<Registration>`
    select t.name as token_name, ${isAwaitingApproval} as is_waiting, r.auth_method, r.grant_types, r.about, r.create_time, r.update_time
    from app_registration r join app a on a.id = r.app_id join registration_token t on t.id = r.token_id where r.app_id = ${appId}`.execute(
    db,
  )
  return rows[0] ?? null
}

const managed = (db: Db, where: ReturnType<typeof sql>, lock = sql``) =>
  sql<Managed>`
    select a.id as app_id, a.client_id, a.status, ${isAwaitingApproval} as is_waiting, a.name, a.redirect_uris, a.post_logout_uris, a.logout_uri, a.token_alg,
      o.scopes, o.jwks, coalesce(o.signed_request, 0) as signed_request,
      coalesce(o.auth_method, 'secret') as client_auth, r.token_id, t.name as token_name, t.needs_approval, r.auth_method, r.grant_types,
      r.registered, r.about, extract(epoch from r.create_time)::int as issued_at,
      jsonb_build_object('redirectHosts', t.redirect_hosts, 'redirectSchemes', t.redirect_schemes, 'grantTypes', t.grant_types, 'scopes', t.scopes) as policy
    from app_registration r join app a on a.id = r.app_id join registration_token t on t.id = r.token_id
      left join oidc_client o on o.app_id = a.id where ${where} ${lock}`.execute(db)

/** The application of this client id; undefined if the token is not its own. */
export async function findManaged(db: Db, clientId: string, shown: string): Promise<Managed | undefined> {
  if (clientId.includes('\0')) return undefined
  const { rows } = await managed(db, sql`r.access_hash = ${hashToken(shown)} and a.client_id = ${clientId}`)
  return rows[0]
}
/** As findManaged, with the application locked until the transaction ends. */
export async function lockManaged(db: Db, clientId: string, shown: string): Promise<Managed | undefined> {
  const { rows } = await managed(db, sql`r.access_hash = ${hashToken(shown)} and a.client_id = ${clientId}`, sql`for update of r, a`)
  return rows[0]
}

interface Origin {
  appId: string
  tokenId: string
  access: string
  isApproved: boolean
}
export const insertRegistration = (db: Db, origin: Origin, registered: Registered, { authMethod, grantTypes, about }: Registering) =>
  db
    .insertInto('appRegistration')
    .values({
      appId: origin.appId,
      tokenId: origin.tokenId,
      accessHash: hashToken(origin.access),
      authMethod,
      grantTypes,
      registered: JSON.stringify(registered),
      about: JSON.stringify(about),
      approvedTime: origin.isApproved ? sql<string>`now()` : null,
    })
    .execute()

/** Updates the registration and replaces its access token, so that the former one is no longer valid. */
export const updateRegistration = (
  db: Db,
  { appId, access, waits: isWaiting }: { appId: string; access: string; waits: boolean },
  registered: Registered,
  { authMethod, grantTypes, about }: Registering,
) =>
  db
    .updateTable('appRegistration')
    .set({
      accessHash: hashToken(access),
      authMethod,
      grantTypes,
      registered: JSON.stringify(registered),
      about: JSON.stringify(about),
      updateTime: sql<string>`now()`,
      ...(isWaiting && { approvedTime: null }),
    })
    .where('appId', '=', appId)
    .execute()

const columnsOf = ({ scopes, jwks, signedRequest }: RegisteredMetadata) => ({ scopes, jwks: jwks && JSON.stringify(jwks), signedRequest })

/** The OIDC settings of a client that registered itself: it always asks the user for consent. */
export const insertClient = (db: Db, appId: string, metadata: RegisteredMetadata, authMethod: RegistrationAuthMethod) =>
  db
    .insertInto('oidcClient')
    .values({ appId, ...columnsOf(metadata), asksConsent: 1, authMethod: authMethod === 'private_key_jwt' ? 'key' : 'secret' })
    .execute()

export const updateClient = (db: Db, appId: string, metadata: RegisteredMetadata) =>
  db
    .updateTable('oidcClient')
    .set(column => ({ ...columnsOf(metadata), version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('appId', '=', appId)
    .execute()

/** Whether this is a valid client secret of the application. */
export async function holdsSecret(db: Db, appId: string, shown: string): Promise<boolean> {
  const { rows } = await sql`select 1 from client_secret where app_id = ${appId} and secret_hash = ${hashToken(shown)}
    and (end_time is null or end_time > now())`.execute(db)
  return rows.length > 0
}
