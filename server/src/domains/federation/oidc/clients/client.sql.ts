import { isLoopback } from '@hufu/contract/apps/app-uri'
import { sql } from 'kysely'
import type { AllClientMetadata } from 'oidc-provider'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import { showsCertificate, type OidcClient, type PublicKeys } from '@hufu/contract/federation/oidc-client'
import { scopeName } from '../../../../platform/access/clients.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { certificateMetadata } from './client-certificate.ts'
import type { ValidSecret, ExtraMetadata } from './extra-metadata.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba'
export const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange'
const API_TOKEN_SECONDS = 600

/** A placeholder for the secret: the real ones are hashes, and there may be two at a time. */
const secretOf = (hasSecret: boolean): AllClientMetadata =>
  hasSecret
    ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'kept as a hash' }
    : { token_endpoint_auth_method: 'none' }

const SIGNED_MODES = ['jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt']

const isWeb = (uri: string) => /^https?:/i.test(uri)

interface Row {
  clientId: string
  appId: string | null
  apiClientId: string | null
  name: string
  ipWhitelist: string[]
  secrets: ValidSecret[]
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
  tokenSeconds: number
  tokenAlg: TokenAlg
  asksJob: number | null
  protocol: 'oauth2' | 'resource' | null
  pkce: 'required' | 'nonce'
  scopes: string[] | null
  offline: number
  asksConsent: number
  authMethod: OidcClient['authMethod']
  jwks: PublicKeys | null
  certificates: string
  fapi: number
  signedRequest: number
  signedResponse: number
  signedIntrospection: number
  ciba: number
  isToldByFrame: boolean
  claims: { claim: string; from: string }[]
  accountFrom: string
  /** The grant types an application registered for; null if it did not register itself. */
  grantTypes: string[] | null
  calls: string[]
}

const isSecretValid = sql`(s.end_time is null or s.end_time > now())`
const secrets = sql`coalesce(jsonb_agg(jsonb_build_object('hash', s.secret_hash, 'rest', extract(epoch from s.end_time - now())::float8)), '[]')`

/**
 * The metadata of each application or API client, read at each use; undefined if it is unknown, disabled or expired. The ids
 * stand in a subquery that hides them from the planner, so that one generic plan serves every call.
 */
export async function findClients(
  db: Db,
  clientIds: readonly string[],
  { hasMtls }: { hasMtls: boolean },
): Promise<(AllClientMetadata | undefined)[]> {
  const { rows } = await sql<Row>`
    select asked.id as client_id, a.id as app_id, c.id as api_client_id, coalesce(a.name, c.name) as name, coalesce(a.ip_whitelist, c.ip_whitelist) as ip_whitelist,
      case when a.id is not null then (select ${secrets} from client_secret s where s.app_id = a.id and ${isSecretValid})
        else (select ${secrets} from client_secret s where s.api_client_id = c.id and ${isSecretValid}) end as secrets,
      a.redirect_uris, a.post_logout_uris, case when a.single_logout = 1 then a.logout_uri end as logout_uri, a.token_seconds, a.token_alg, a.asks_job, a.claims,
      a.account_from, a.protocol, coalesce(o.pkce, 'required') as pkce, o.scopes, coalesce(o.offline, 0) as offline,
      coalesce(o.asks_consent, 0) as asks_consent, coalesce(o.auth_method, 'secret') as auth_method, o.jwks, coalesce(o.certificates, '') as certificates, coalesce(o.fapi, 0) as fapi, coalesce(o.signed_request, 0) as signed_request,
      coalesce(o.signed_response, 0) as signed_response, coalesce(o.signed_introspection, 0) as signed_introspection, coalesce(o.ciba, 0) as ciba,
      coalesce(a.single_logout = 1 and o.frontchannel_uri is not null, false) as is_told_by_frame, r.grant_types, array(select h.call from api_client_call h
        join api_item i on i.call = h.call and i.openable = 1 and i.status = 1 where h.client_id = c.id order by h.call) as calls
    from unnest((select ${[...new Set(clientIds)]}::text[])) asked (id) left join app a on a.client_id = asked.id and a.protocol in ('oauth2', 'resource') and a.status = 1
      left join oidc_client o on o.app_id = a.id left join app_registration r on r.app_id = a.id
      left join api_client c on c.client_id = asked.id and c.status = 1 and (c.end_time is null or c.end_time > now())`.execute(db)
  // A client that authenticates by certificate is unknown while mutual TLS is off.
  const usable = rows.filter(({ authMethod }) => hasMtls || !showsCertificate(authMethod))
  const found = new Map(usable.map(row => [row.clientId, metadataOf(row)]))
  return clientIds.map(id => found.get(id))
}

function metadataOf(row: Row): AllClientMetadata | undefined {
  if (row.appId !== null) return appOf(row.clientId, row.appId, row)
  return row.apiClientId === null ? undefined : apiClientOf(row.clientId, row.apiClientId, row)
}

const extraMetadata = (appId: string, row: Row): ExtraMetadata => {
  const { tokenSeconds, tokenAlg, ipWhitelist, secrets, claims, accountFrom, asksJob, scopes } = row
  return {
    appId,
    tokenSeconds,
    tokenAlg,
    ipWhitelist,
    secrets,
    claims,
    accountFrom,
    asksJob: asksJob === 1,
    acceptsNonceInsteadOfPkce: row.pkce === 'nonce' && (secrets.length > 0 || row.authMethod !== 'secret'),
    ...(scopes && { scopes }),
    isOffline: row.offline === 1,
    asksConsent: row.asksConsent === 1,
    isFapi: row.fapi === 1,
    asksSigned: row.signedIntrospection === 1,
    isResource: row.protocol === 'resource',
    isToldByFrame: row.isToldByFrame,
  }
}

/** The client authenticates by a certificate, a key, a secret or not at all. */
function clientAuthOf(row: Row): AllClientMetadata {
  const { authMethod, jwks, secrets } = row
  const keys = jwks && { jwks: jwks as AllClientMetadata['jwks'] & {} }
  if (showsCertificate(authMethod)) return { ...keys, ...certificateMetadata(row) }
  return { ...(authMethod === 'key' && keys ? { token_endpoint_auth_method: 'private_key_jwt' } : secretOf(secrets.length > 0)), ...keys }
}

const authOf = (row: Row): AllClientMetadata => ({
  ...clientAuthOf(row),
  ...(row.signedRequest === 1 && { require_signed_request_object: true }),
  ...(row.fapi === 1 && { require_pushed_authorization_requests: true, dpop_bound_access_tokens: !showsCertificate(row.authMethod) }),
})

/** The library cannot sign with SM2: it signs with RS256, and signWithSm2 replaces the signature. */
const algOf = ({ tokenAlg }: Row) => (tokenAlg === 'SM2' ? 'RS256' : tokenAlg)
/** Signed authorization responses (JARM) and introspection responses (RFC 9701) use the algorithm of the ID tokens. */
const signedAnswers = (row: Row): AllClientMetadata => ({
  authorization_signed_response_alg: algOf(row),
  introspection_signed_response_alg: algOf(row),
  ...(row.signedResponse === 1 && { response_modes: SIGNED_MODES }),
})

/** A resource server is a client in order to introspect tokens, and to exchange them so as to act for their users elsewhere. */
const resourceOf = (clientId: string, appId: string, row: Row): AllClientMetadata => ({
  client_id: clientId,
  client_name: row.name,
  grant_types: [EXCHANGE_GRANT],
  response_types: [],
  redirect_uris: [],
  ...(row.authMethod === 'secret' ? secretOf(true) : authOf(row)),
  introspection_signed_response_alg: algOf(row),
  own: extraMetadata(appId, row),
})

function grantsOf({ redirectUris, fapi, ciba, grantTypes }: Row, isPublic: boolean): string[] {
  const all = [
    ...(redirectUris.length > 0 ? ['authorization_code'] : []),
    'refresh_token',
    DEVICE_GRANT,
    // Not under FAPI 2.0, because an exchanged token is not bound to a DPoP key.
    ...(isPublic || fapi === 1 ? [] : [EXCHANGE_GRANT]),
  ]
  const own = grantTypes === null ? all : all.filter(grant => grantTypes.includes(grant))
  // An administrator switches CIBA on, so the registered grant types do not limit it.
  return ciba === 1 && fapi === 0 && !isPublic ? [...own, CIBA_GRANT] : own
}

function appOf(clientId: string, appId: string, row: Row): AllClientMetadata {
  if (row.protocol === 'resource') return resourceOf(clientId, appId, row)
  const { name, redirectUris, postLogoutUris, logoutUri, secrets, authMethod } = row
  const isPublic = secrets.length === 0 && authMethod === 'secret'
  const grants = grantsOf(row, isPublic)
  const isNative = redirectUris.length > 0 && redirectUris.every(uri => !isWeb(uri) || (isPublic && isLoopback(uri)))
  return {
    client_id: clientId,
    client_name: name,
    application_type: isNative ? 'native' : 'web',
    grant_types: grants,
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutUris,
    id_token_signed_response_alg: algOf(row),
    ...signedAnswers(row),
    ...(grants.includes(CIBA_GRANT) && { backchannel_token_delivery_mode: 'poll' as const }),
    ...(logoutUri !== null && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
    ...authOf(row),
    own: extraMetadata(appId, row),
  }
}

function apiClientOf(clientId: string, apiClientId: string, { name, ipWhitelist, secrets, calls }: Row): AllClientMetadata {
  const own: ExtraMetadata = { apiClientId, tokenSeconds: API_TOKEN_SECONDS, ipWhitelist, secrets, calls: calls.map(scopeName) }
  return {
    client_id: clientId,
    client_name: name,
    grant_types: ['client_credentials', EXCHANGE_GRANT],
    response_types: [],
    redirect_uris: [],
    ...secretOf(true),
    own,
  }
}
