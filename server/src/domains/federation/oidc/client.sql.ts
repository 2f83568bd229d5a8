import { sql } from 'kysely'
import type { AllClientMetadata } from 'oidc-provider'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import { scopeName } from '../../../platform/access/clients.ts'
import type { Db } from '../../../platform/database/db.ts'

/** A secret that holds now. */
export interface HeldSecret {
  hash: string
  /** For how many seconds more; null: until it is ended. */
  rest: number | null
}

/** What we know of a client besides the standard's own metadata. */
export interface OwnMetadata {
  appId?: string
  apiClientId?: string
  tokenSeconds: number
  tokenAlg?: TokenAlg
  ipWhitelist: string[]
  secrets: readonly HeldSecret[]
  /** The calls an API client was granted, as scopes. */
  calls?: readonly string[]
  claims?: readonly { claim: string; from: string }[]
  accountFrom?: string
  /** Who has several jobs is asked in which one they act. */
  asksJob?: boolean
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
export const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange'
const API_TOKEN_SECONDS = 600

/** Its place in the metadata; the real ones are hashes, and there may be two of them at a time. */
const secretOf = (hasSecret: boolean): AllClientMetadata =>
  hasSecret
    ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'kept as a hash' }
    : { token_endpoint_auth_method: 'none' }

const isWeb = (uri: string) => /^https?:/i.test(uri)

interface Row {
  clientId: string
  appId: string | null
  apiClientId: string | null
  name: string
  ipWhitelist: string[]
  secrets: HeldSecret[]
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
  tokenSeconds: number
  tokenAlg: TokenAlg
  asksJob: number | null
  claims: { claim: string; from: string }[]
  accountFrom: string
  calls: string[]
}

const holds = sql`(s.end_time is null or s.end_time > now())`
const held = sql`coalesce(jsonb_agg(jsonb_build_object('hash', s.secret_hash, 'rest', extract(epoch from s.end_time - now())::float8)), '[]')`

/**
 * The application or API client of each id, enabled and in its time, with all that is asked of it; read at each use. The ids
 * stand in a subquery, out of the planner's sight: one plan serves all of them, else it makes a cheaper-looking one each time.
 */
export async function findClients(db: Db, clientIds: readonly string[]): Promise<(AllClientMetadata | undefined)[]> {
  const { rows } = await sql<Row>`
    select asked.id as client_id, a.id as app_id, c.id as api_client_id, coalesce(a.name, c.name) as name, coalesce(a.ip_whitelist, c.ip_whitelist) as ip_whitelist,
      case when a.id is not null then (select ${held} from client_secret s where s.app_id = a.id and ${holds})
        else (select ${held} from client_secret s where s.api_client_id = c.id and ${holds}) end as secrets,
      a.redirect_uris, a.post_logout_uris, case when a.single_logout = 1 then a.logout_uri end as logout_uri, a.token_seconds, a.token_alg, a.asks_job, a.claims,
      a.account_from, array(select h.call from api_client_call h
        join api_item i on i.call = h.call and i.openable = 1 and i.status = 1 where h.client_id = c.id order by h.call) as calls
    from unnest((select ${[...new Set(clientIds)]}::text[])) asked (id) left join app a on a.client_id = asked.id and a.protocol = 'oauth2' and a.status = 1
      left join api_client c on c.client_id = asked.id and c.status = 1 and (c.end_time is null or c.end_time > now())`.execute(db)
  const found = new Map(rows.map(row => [row.clientId, metadataOf(row)]))
  return clientIds.map(id => found.get(id))
}

function metadataOf(row: Row): AllClientMetadata | undefined {
  if (row.appId !== null) return appOf(row.clientId, row.appId, row)
  return row.apiClientId === null ? undefined : apiClientOf(row.clientId, row.apiClientId, row)
}

function appOf(clientId: string, appId: string, row: Row): AllClientMetadata {
  const { name, redirectUris, postLogoutUris, logoutUri, tokenSeconds, tokenAlg, ipWhitelist, secrets, claims, accountFrom, asksJob } = row
  const own: OwnMetadata = { appId, tokenSeconds, tokenAlg, ipWhitelist, secrets, claims, accountFrom, asksJob: asksJob === 1 }
  return {
    client_id: clientId,
    client_name: name,
    application_type: redirectUris.length > 0 && !redirectUris.some(isWeb) ? 'native' : 'web',
    grant_types: [...(redirectUris.length > 0 ? ['authorization_code'] : []), 'refresh_token', DEVICE_GRANT],
    response_types: redirectUris.length > 0 ? ['code'] : [],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutUris,
    // The library knows no SM2: it signs as ever, and we after it.
    id_token_signed_response_alg: tokenAlg === 'SM2' ? 'RS256' : tokenAlg,
    ...(logoutUri !== null && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
    ...secretOf(secrets.length > 0),
    own,
  }
}

function apiClientOf(clientId: string, apiClientId: string, { name, ipWhitelist, secrets, calls }: Row): AllClientMetadata {
  const own: OwnMetadata = { apiClientId, tokenSeconds: API_TOKEN_SECONDS, ipWhitelist, secrets, calls: calls.map(scopeName) }
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
