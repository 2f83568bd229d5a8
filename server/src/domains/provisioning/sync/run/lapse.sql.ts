import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

/** A plan that the brake has held for `days`, counting the plans it replaced, of a task with no run in progress. */
export async function findLapsing(db: Db, days: number): Promise<{ runId: string; syncId: string } | undefined> {
  const { rows } = await sql<{ runId: string; syncId: string }>`select r.id as run_id, r.sync_id from sync_run r
    where r.state = 'blocked' and r.blocked_since <= now() - ${days} * interval '1 day' and not exists (
      select 1 from sync_run o where o.sync_id = r.sync_id and o.state in ('reading', 'released', 'writing'))
    order by r.blocked_since limit 1`.execute(db)
  return rows[0]
}

/** Marks a plan as lapsed; false if it no longer waits. */
export async function setLapsed(db: Db, runId: string, message: string): Promise<boolean> {
  const { rows } = await sql`update sync_run set state = 'lapsed', message = message || ${message}::text
    where id = ${runId} and state = 'blocked' returning id`.execute(db)
  return rows.length > 0
}
