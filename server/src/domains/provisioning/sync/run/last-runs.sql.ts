import { sql } from 'kysely'
import type { LastRun } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../../platform/database/db.ts'

/** The last run of each task, newest first, in one statement. */
export async function lastRuns(db: Db, most: number): Promise<LastRun[]> {
  const { rows } = await sql<LastRun>`select r.id, c.id as sync_id, c.name as sync_name, r.mode, r.state, r.begin_time, r.failed,
      (select coalesce(jsonb_object_agg(v.key, v.n), '{}') from (select e.key, sum(e.value::int)::int as n from (
        select * from jsonb_each_text(coalesce(r.counts -> 'org', '{}')) union all select * from jsonb_each_text(coalesce(r.counts -> 'user', '{}'))) e
        where e.value <> '0' group by e.key) v) as counts
    from sync_config c cross join lateral (select * from sync_run r where r.sync_id = c.id order by r.begin_time desc, r.id desc limit 1) r
    order by r.begin_time desc, r.id desc limit ${most}`.execute(db)
  return rows
}
