import { sql } from 'kysely'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Caller } from '../caller.ts'
import { ScimProblem } from '../protocol/problem.ts'
import { blocked, text, type Sentence } from '../text.ts'

export type RemovalKind = 'delete' | 'disable' | 'members' | 'org'
const RETRY_SECONDS = 3600

/** The client exceeded its limit of removals. This change is rolled back, and `stopClient` blocks the client all the same. */
export class BrakePulled extends ScimProblem {
  /** In Chinese, as it is stored. */
  readonly why: string
  constructor(kind: RemovalKind) {
    super(503, blocked(text.blockedBy[kind]), undefined, RETRY_SECONDS)
    this.why = text.blockedBy[kind].zh
  }
}

/** The reason that was stored in Chinese. */
const whyOf = (stored: string): Sentence => Object.values(text.blockedBy).find(({ zh }) => zh === stored) ?? { zh: stored, en: stored }

/**
 * Counts a removal; refuses one that exceeds the limit of the last hour, and any while the client is blocked. Locks the client's
 * row.
 */
export async function countRemoval(db: Db, { client }: Pick<Caller, 'client'>, kind: RemovalKind, recordId: string): Promise<void> {
  const { rows } = await sql<{ state: string; blockedWhy: string | null; brakePercent: number; brakeLeast: number }>`
    select state, blocked_why, brake_percent, brake_least from scim_client where client_id = ${client.id} for update`.execute(db)
  const { state, blockedWhy, brakePercent, brakeLeast } = rows[0]!
  if (state === 'blocked') throw new ScimProblem(503, blocked(whyOf(blockedWhy ?? '')), undefined, RETRY_SECONDS)
  await sql`insert into scim_removal (client_id, kind, record_id) values (${client.id}, ${kind}, ${recordId})`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`select count(distinct record_id) as n from scim_removal
    where client_id = ${client.id} and kind = ${kind} and create_time > now() - interval '1 hour'`.execute(db)
  const removed = counted[0]!.n
  if (removed <= brakeLeast) return
  const { rows: written } = await sql<{ n: number }>`select count(*) as n from scim_extra where client_id = ${client.id}
    and type = case ${kind}::text when 'members' then 'Group' when 'org' then 'Organization' else 'User' end`.execute(db)
  if (removed > (written[0]!.n * brakePercent) / 100) throw new BrakePulled(kind)
}

export interface StoppedClient {
  id: string
  name: string
  /** The names of the calls granted to the client. */
  calls: string[]
}
const stopped = sql`c.id, c.name, array(select h.call from api_client_call h where h.client_id = c.id) as calls`

/** Returns undefined if another request has blocked the client already. */
export async function blockClient(db: Db, clientId: string, why: string): Promise<StoppedClient | undefined> {
  const { rows } = await sql<StoppedClient>`update scim_client s
    set state = 'blocked', blocked_why = ${why}, blocked_time = now(), version = s.version + 1, update_time = now()
    from api_client c where s.client_id = ${clientId} and s.state = 'open' and c.id = s.client_id returning ${stopped}`.execute(db)
  return rows[0]
}

/** The enabled clients that the brake stopped at least this many hours ago, the longest stopped first. */
export async function listStopped(db: Db, { hours } = { hours: 0 }): Promise<StoppedClient[]> {
  const { rows } = await sql<StoppedClient>`select ${stopped} from scim_client s join api_client c on c.id = s.client_id
    where s.state = 'blocked' and c.status = 1 and s.blocked_time <= now() - ${hours} * interval '1 hour'
    order by s.blocked_time, c.id`.execute(db)
  return rows
}

const SHOWN_MAX = 50

/**
 * The users who can grant SCIM calls: super administrators and the security administrators. Only they can hold the rights to
 * reopen.
 */
export async function givers(db: Db): Promise<string[]> {
  const { rows } = await everyone(
    'these administrators act for all organisations, and their rights are checked before they are notified',
    sql<{ id: string }>`select u.id from live_user u where u.status = 1 and (exists (
        select from user_role h join role r on r.id = h.role_id and r.status = 1 and r.code = ${SUPER_ADMIN} where h.user_id = u.id and h.status = 1)
      or exists (select from duty_holder d where d.user_id = u.id and d.duty = 'security'))
    order by u.id limit ${sql.lit(SHOWN_MAX)}`,
  ).execute(db)
  return rows.map(row => row.id)
}
