import type { IncomingHttpHeaders } from 'node:http'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AnyCall } from '@hufu/contract/call'
import { callKey, clientCalls } from '@hufu/contract/federation/client-calls'
import { scimCalls, scimScopes, type ScimCall } from '@hufu/contract/federation/scim'
import type { Tables } from '../../../migrations/tables.ts'
import type { Config } from '../config/config.ts'
import { clientRights } from './granted-rights.ts'
import { addressAllowed } from '../http/ip-rules.ts'
import type { Limits } from '../http/limits.ts'
import { refuse } from '../http/refuse.ts'
import { hashToken, type Principal } from './sessions.ts'
import { text } from '../text/text.ts'

interface ClientRow {
  id: string
  name: string
  clientId: string
  ipWhitelist: string[]
  limitPerMinute: number | null
  /** The calls it is granted now, among those that can be granted, and who opened each. */
  calls: { call: string; openedBy: string | null }[]
  /** The scopes of the access token, if one was used. */
  scope: string | null
  isSeparated: boolean
  configVersion: number
}

const MINUTE = 60_000
const NOTED_MAX = 10_000
const BEARER = /^bearer(?: +([\w.~+/-]+=*) *)?$/i
/** The type under which tokens of client credentials are stored (domains/federation/oidc/store.sql.ts). */
export const TOKEN_TYPE = 'ClientCredentials'
export const entryHash = (type: string, id: string): string => hashToken(`${type} ${id}`)

/**
 * API clients: systems that call by themselves (docs/decisions/api-clients.md, 0031). Nothing is cached, so a withdrawn right is gone with the next
 * call on every node.
 */
export class Clients {
  readonly #db: Kysely<Tables>
  readonly #config: Config
  readonly #limits: Limits
  readonly #noted = new Map<string, number>()

  constructor(db: Kysely<Tables>, config: Config, limits: Limits) {
    this.#db = db
    this.#config = config
    this.#limits = limits
  }

  /** The client whose id and secret or access token the request carries; undefined if it carries neither. */
  async calling(headers: IncomingHttpHeaders, ip: string): Promise<Principal | undefined> {
    const { 'x-client-id': id, 'x-client-secret': secret, authorization = '' } = headers
    const bearer = BEARER.exec(authorization)
    if (id === undefined && secret === undefined && !bearer) return undefined
    // The two credentials could belong to two different clients.
    if (bearer && (id !== undefined || secret !== undefined)) refuse('forbidden')
    const row = bearer ? await this.#byToken(bearer[1] ?? '') : await this.#bySecret(String(id), String(secret))
    if (!row) refuse(bearer ? 'accessTokenWrong' : 'forbidden')
    await this.#config.follow(row.configVersion)
    if (!addressAllowed({ openIpLimit: true, ipWhitelist: row.ipWhitelist, ipBlacklist: [] }, ip)) refuse('forbidden')
    if (row.limitPerMinute !== null) await this.#limits.count('apiClient', row.id, row.limitPerMinute, MINUTE)
    return principalOf(row)
  }

  #bySecret = (clientId: string, secret: string) =>
    this.#find(
      sql`api_client c`,
      sql`c.client_id = ${clientId} and exists (select 1 from client_secret s
      where s.api_client_id = c.id and s.secret_hash = ${hashToken(secret)} and (s.end_time is null or s.end_time > now()))`,
    )

  /** Never accepts a sender-constrained token (DPoP, mTLS) without its proof: it may be stolen. */
  #byToken = (token: string) =>
    this.#find(
      sql`oidc_payload p join api_client c on c.client_id = p.payload ->> 'clientId'`,
      sql`p.type = ${TOKEN_TYPE} and p.id_hash = ${entryHash(TOKEN_TYPE, token)} and p.expires_at > now() and p.consumed_at is null
        and not p.payload ?| array['jkt', 'x5t#S256']`,
      sql`coalesce(p.payload ->> 'scope', '')`,
    )

  async #find(from: RawBuilder<unknown>, where: RawBuilder<unknown>, scope = sql`null::text`): Promise<ClientRow | undefined> {
    const { rows } = await sql<ClientRow>`select c.id, c.name, c.client_id, c.ip_whitelist, c.limit_per_minute, ${scope} as scope,
        (select coalesce(jsonb_agg(jsonb_build_object('call', h.call, 'openedBy', h.opened_by)), '[]') from api_client_call h
          join api_item i on i.call = h.call and i.openable = 1 and i.status = 1 where h.client_id = c.id) as calls,
        (select is_on from separation) as is_separated, (select version from watched_version where name = 'config') as config_version
      from ${from} where ${where} and c.status = 1 and (c.end_time is null or c.end_time > now())`.execute(this.#db)
    return rows[0]
  }

  /**
   * Records the last use of a call, at most once a minute per client and call, so that concurrent calls do not wait for one row.
   */
  async noteUse(clientId: string, call: AnyCall, ip: string): Promise<void> {
    const key = callKey(call)
    const entry = `${clientId} ${key}`
    const now = performance.now()
    if (now - (this.#noted.get(entry) ?? -Infinity) < MINUTE) return
    if (this.#noted.size > NOTED_MAX) this.#noted.clear()
    this.#noted.set(entry, now)
    await sql`insert into api_client_use (client_id, call, last_ip) select id, ${key}, ${ip} from api_client where id = ${clientId} for key share
      on conflict (client_id, call) do update set last_time = now(), last_ip = excluded.last_ip`.execute(this.#db)
  }
}

/** The OAuth scope of a call has no blank: `POST:/common/createTicket`; calls of SCIM have scope names of their own. */
export const scopeName = (call: string): string => scopesOfScim.get(call) ?? call.replace(' ', ':')
const scopesOfScim: ReadonlyMap<string, string> = new Map(
  Object.entries(scimCalls).map(([name, call]) => [callKey(call), scimScopes[name as ScimCall]]),
)

function principalOf({ id, name, calls, scope, isSeparated }: ClientRow): Principal {
  const requestedScopes = scope === null ? undefined : new Set(scope.split(' '))
  const grantedCalls = calls.flatMap(({ call: key, openedBy }) => {
    const call = clientCalls.get(key)
    return call && (!requestedScopes || requestedScopes.has(scopeName(key))) ? [[call, openedBy] as const] : []
  })
  return {
    sessionId: '',
    userId: id,
    userName: text.client(name),
    realName: text.client(name),
    rights: clientRights(new Map(grantedCalls), isSeparated),
    forcedChange: { hasForceChangePwd: false, forceChangePwdType: '' },
    factor: '',
    passwordDaysLeft: null,
    viewing: null,
  }
}

/** The actor's name: that of a user, whose row is `person`, or of an API client. */
export const actorName = (person: string, by: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`coalesce(${sql.ref(`${person}.real_name`)}, (select c.name || ${text.client('')} from api_client c where c.id = ${sql.ref(by)}))`
