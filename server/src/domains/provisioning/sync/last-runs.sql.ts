import { sql } from 'kysely'
import type { RunState, VerdictCounts } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../platform/database/db.ts'

/** The last run of an enabled task, and what it came to. */
export interface LastRun {
  syncId: string
  syncName: string
  direction: 'in' | 'out'
  runId: string
  state: RunState
  beginTime: string
  endTime: string | null
  message: string
  /** Objects it has written, and those it could not. */
  written: number
  failed: number
  /** Of the plan; a verdict that nobody has is absent. */
  org: Partial<VerdictCounts>
  user: Partial<VerdictCounts>
  /** Whether somebody has to look at a plan, or at conflicts. */
  isWaiting: boolean
  conflictCount: number
}

/** Those that wait first, then the newest; one statement whatever there are. */
export async function lastRuns(db: Db, most: number): Promise<LastRun[]> {
  const { rows } =
    await sql<LastRun>`select c.id as sync_id, c.name as sync_name, c.direction, r.id as run_id, r.state, r.begin_time, r.end_time,
      r.message, r.written, r.failed, coalesce(r.counts -> 'org', '{}') as org, coalesce(r.counts -> 'user', '{}') as "user",
      r.state in ('blocked', 'planned') as is_waiting,
      (select count(*)::int from sync_conflict k where k.sync_id = c.id and k.choice is null) as conflict_count
    from sync_config c cross join lateral (select * from sync_run r where r.sync_id = c.id order by r.begin_time desc, r.id desc limit 1) r
    where c.status = 1 order by is_waiting desc, r.begin_time desc limit ${most}`.execute(db)
  return rows
}
