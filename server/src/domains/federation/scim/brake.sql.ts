import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Caller } from './caller.ts'
import { ScimProblem } from './problem.ts'
import { text } from './text.ts'

export type RemovalKind = 'delete' | 'disable' | 'members' | 'org'
const RETRY_SECONDS = 3600

/** The client has removed too much: it is blocked, whatever becomes of this change. */
export class BrakePulled extends ScimProblem {
  readonly why: string
  constructor(why: string) {
    super(503, text.blocked(why), undefined, RETRY_SECONDS)
    this.why = why
  }
}

/** Counts a removal of the last hour; refuses where it is one too many, and while the client is blocked. One after the other. */
export async function countRemoval(db: Db, { client }: Pick<Caller, 'client'>, kind: RemovalKind, recordId: string): Promise<void> {
  const { rows } = await sql<{ state: string; blockedWhy: string | null; brakePercent: number; brakeLeast: number }>`
    select state, blocked_why, brake_percent, brake_least from scim_client where client_id = ${client.id} for update`.execute(db)
  const { state, blockedWhy, brakePercent, brakeLeast } = rows[0]!
  if (state === 'blocked') throw new ScimProblem(503, text.blocked(blockedWhy ?? ''), undefined, RETRY_SECONDS)
  await sql`insert into scim_removal (client_id, kind, record_id) values (${client.id}, ${kind}, ${recordId})`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`select count(distinct record_id) as n from scim_removal
    where client_id = ${client.id} and kind = ${kind} and create_time > now() - interval '1 hour'`.execute(db)
  const removed = counted[0]!.n
  if (removed <= brakeLeast) return
  const { rows: written } = await sql<{ n: number }>`select count(*) as n from scim_extra where client_id = ${client.id}
    and type = case ${kind}::text when 'members' then 'Group' when 'org' then 'Organization' else 'User' end`.execute(db)
  if (removed > (written[0]!.n * brakePercent) / 100) throw new BrakePulled(text.blockedBy[kind])
}

export async function blockClient(db: Db, clientId: string, why: string): Promise<void> {
  await sql`update scim_client set state = 'blocked', blocked_why = ${why}, blocked_time = now(), version = version + 1, update_time = now()
    where client_id = ${clientId} and state = 'open'`.execute(db)
}
