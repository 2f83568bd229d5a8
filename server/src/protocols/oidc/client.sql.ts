import { sql } from 'kysely'
import type { AllClientMetadata } from 'oidc-provider'
import type { Db } from '../../kernel/db.ts'

/** What we know of a client besides the standard's own metadata. */
export interface OwnMetadata {
  appId?: string
  apiClientId?: string
  tokenSeconds: number
  ipWhitelist: string[]
  /** The calls an API client was granted, as scopes. */
  calls?: readonly string[]
  claims?: readonly { claim: string; from: string }[]
  accountFrom?: string
  /** Who has several jobs is asked in which one he acts. */
  asksJob?: boolean
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
export const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange'
const API_TOKEN_SECONDS = 600

interface AppRow {
  id: string
  name: string
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
  tokenSeconds: number
  ipWhitelist: string[]
  claims: { claim: string; from: string }[]
  accountFrom: string
  asksJob: number
  hasSecret: boolean
}

/** Its place in the metadata; the real ones are hashes, and there may be two of them at a time. */
const secretOf = (hasSecret: boolean): AllClientMetadata =>
  hasSecret
    ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'kept as a hash' }
    : { token_endpoint_auth_method: 'none' }

const isWeb = (uri: string) => /^https?:/i.test(uri)

/** The application or API client of this id, enabled and in its time. */
export async function findClient(db: Db, clientId: string): Promise<AllClientMetadata | undefined> {
  return (await findApp(db, clientId)) ?? (await findApiClient(db, clientId))
}

async function findApp(db: Db, clientId: string): Promise<AllClientMetadata | undefined> {
  const { rows } = await sql<AppRow>`
    select id, name, redirect_uris, post_logout_uris, case when single_logout = 1 then logout_uri end as logout_uri, token_seconds,
      ip_whitelist, claims, account_from, asks_job,
      exists (select 1 from client_secret s where s.app_id = a.id and (s.end_time is null or s.end_time > now())) as has_secret
    from app a where client_id = ${clientId} and protocol = 'oauth2' and status = 1`.execute(db)
  const [app] = rows
  if (!app) return undefined
  const { id, name, redirectUris, logoutUri, tokenSeconds, ipWhitelist, claims, accountFrom, asksJob } = app
  const own: OwnMetadata = { appId: id, tokenSeconds, ipWhitelist, claims, accountFrom, asksJob: asksJob === 1 }
  return {
    client_id: clientId,
    client_name: name,
    application_type: redirectUris.length > 0 && !redirectUris.some(isWeb) ? 'native' : 'web',
    grant_types: [...(redirectUris.length > 0 ? ['authorization_code'] : []), 'refresh_token', DEVICE_GRANT],
    response_types: redirectUris.length > 0 ? ['code'] : [],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: app.postLogoutUris,
    ...(logoutUri !== null && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
    ...secretOf(app.hasSecret),
    own,
  }
}

async function findApiClient(db: Db, clientId: string): Promise<AllClientMetadata | undefined> {
  const { rows } = await sql<{ id: string; name: string; ipWhitelist: string[]; calls: string[] }>`
    select id, name, ip_whitelist, array(select call from api_client_call h where h.client_id = c.id order by call) as calls
    from api_client c where client_id = ${clientId} and status = 1 and (end_time is null or end_time > now())`.execute(db)
  const [client] = rows
  if (!client) return undefined
  // A scope holds no blank: `POST /common/createTicket` is `POST:/common/createTicket`.
  const calls = client.calls.map(call => call.replace(' ', ':'))
  const own: OwnMetadata = { apiClientId: client.id, tokenSeconds: API_TOKEN_SECONDS, ipWhitelist: client.ipWhitelist, calls }
  return {
    client_id: clientId,
    client_name: client.name,
    grant_types: ['client_credentials', EXCHANGE_GRANT],
    response_types: [],
    redirect_uris: [],
    ...secretOf(true),
    own,
  }
}
