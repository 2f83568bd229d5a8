import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

export interface DueSync {
  id: string
  name: string
  objectType: 'org' | 'user' | 'all'
  cron: string
  nextTime: string
  /** The current time by the clock of the database. */
  now: string
}

export async function findDue(db: Db): Promise<DueSync | undefined> {
  const { rows } = await sql<DueSync>`select c.id, c.name, c.object_type, c.cron, t.next_time, now() as now
    from sync_state t join sync_config c on c.id = t.sync_id
    where t.next_time <= now() and c.status = 1 and c.cron is not null order by t.next_time limit 1`.execute(db)
  return rows[0]
}

/** Only one node claims a due run, because the update applies only while `next_time` is still the time read. */
export async function claimDue(db: Db, sync: DueSync, next: Date): Promise<boolean> {
  const { rows } = await sql`update sync_state set next_time = ${next.toISOString()}::timestamptz
    where sync_id = ${sync.id} and date_trunc('second', next_time) = ${sync.nextTime}::timestamptz returning sync_id`.execute(db)
  return rows.length > 0
}

/** A task that is due for a delta run. */
export async function findDueDelta(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ syncId: string }>`select t.sync_id from sync_state t join sync_config c on c.id = t.sync_id
    where t.next_delta <= now() and c.status = 1 order by t.next_delta limit 1`.execute(db)
  return rows[0]?.syncId
}

/** Only one node claims a delta run, because the update moves `next_delta` into the future. */
export async function claimDelta(db: Db, syncId: string): Promise<boolean> {
  const { rows } = await sql`update sync_state t set next_delta = now() + (c.policy ->> 'deltaMinutes')::int * interval '1 minute'
    from sync_config c where c.id = t.sync_id and t.sync_id = ${syncId} and t.next_delta <= now() returning t.sync_id`.execute(db)
  return rows.length > 0
}
