import { sql } from 'kysely'
import type { Brake, RunMode, RunState, SyncReport } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Line } from '../mapping/mapping.ts'

/** The new id lines of a run, and the version of the task for which they were requested. */
export interface Relink {
  lines: Line[]
  version: number
}

export interface StoredRun {
  id: string
  syncId: string
  mode: RunMode
  trigger: 'clock' | 'hand' | 'job' | 'event'
  state: RunState
  taskId: string | null
  userId: string | null
  readOrg: number
  readUser: number
  brake: Brake[]
  digest: string | null
  onlyAdd: boolean
  releasedBy: string | null
  planTime: string | null
  /** Only in the mode `relink`. */
  relink: Relink | null
}

const columns = sql`id, sync_id, mode, trigger, state, task_id, user_id, read_org, read_user, brake, digest, only_add, released_by, plan_time, relink`

/** A unique index refuses the run if another one of the task is in progress. */
export async function insertRun(db: Db, run: Pick<StoredRun, 'syncId' | 'mode' | 'trigger' | 'userId' | 'relink'>): Promise<string> {
  const id = newId()
  const relink = run.relink && JSON.stringify(run.relink)
  await sql`insert into sync_run (id, sync_id, mode, trigger, user_id, relink)
    values (${id}, ${run.syncId}, ${run.mode}, ${run.trigger}, ${run.userId}, ${relink}::jsonb)`.execute(db)
  return id
}

export const setRunTask = (db: Db, id: string, taskId: string) => sql`update sync_run set task_id = ${taskId} where id = ${id}`.execute(db)

export async function findRun(db: Db, id: string): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`select ${columns} from sync_run where id = ${id}`.execute(db)
  return rows[0]
}

export async function lockRun(db: Db, id: string): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`select ${columns} from sync_run where id = ${id} for update`.execute(db)
  return rows[0]
}

/** Ends runs whose background task is over or was never created, as cancelled or failed. */
export async function closeAbandoned(db: Db, syncId: string | null, messages: { cancelled: string; broken: string }): Promise<void> {
  await sql`with ended as (select r.id, t.status from sync_run r left join async_task t on t.id = r.task_id
      where r.state in ('reading', 'released', 'writing') and (${syncId}::text is null or r.sync_id = ${syncId})
        and (t.id is null and r.begin_time < now() - interval '1 minute' or t.status not in ('WAIT', 'RUNNING')) for update of r),
    closed as (update sync_run r set state = case when e.status = 'CANCEL' then 'cancelled' else 'failed' end, end_time = now(),
      message = case when e.status = 'CANCEL' then ${messages.cancelled}::text else ${messages.broken}::text end
      from ended e where r.id = e.id returning r.sync_id)
    update sync_state s set last_time = now(), last_result = 0 from closed c where s.sync_id = c.sync_id`.execute(db)
}

export interface PlanResult {
  isComplete: boolean
  readOrg: number
  readUser: number
  counts: unknown
  brake: readonly Brake[]
  losses: unknown
  digest: string
  message: string
}

/** Marks a waiting plan as replaced by a newer one and returns its id. */
export async function replaceWaiting(db: Db, syncId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`update sync_run set state = 'replaced' where sync_id = ${syncId} and state in ('planned', 'blocked') returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function isWaiting(db: Db, syncId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sync_run where sync_id = ${syncId} and state in ('planned', 'blocked')`.execute(db)
  return rows.length > 0
}

/** Saves a plan. If it is blocked and replaces a blocked one, it has waited since that one was blocked. */
export async function savePlan(
  db: Db,
  id: string,
  { state, replaced }: { state: 'planned' | 'blocked' | 'writing'; replaced: string | null },
  plan: PlanResult,
): Promise<void> {
  await sql`update sync_run set state = ${state}, is_complete = ${plan.isComplete}, read_org = ${plan.readOrg}, read_user = ${plan.readUser},
      counts = ${JSON.stringify(plan.counts)}::jsonb, brake = ${JSON.stringify(plan.brake)}::jsonb, losses = ${JSON.stringify(plan.losses)}::jsonb,
      digest = ${plan.digest}, message = ${plan.message}, plan_time = now(),
      end_time = case when ${state} = 'writing' then null else now() end,
      blocked_since = case when ${state} = 'blocked' then coalesce((select o.blocked_since from sync_run o where o.id = ${replaced}), now()) end
    where id = ${id}`.execute(db)
}

/** Marks a plan as released. The caller has locked it and checked its state and digest. */
export async function setReleased(
  db: Db,
  id: string,
  { userId, reason, onlyAdd }: { userId: string; reason: string | null; onlyAdd: boolean },
): Promise<void> {
  await sql`update sync_run set state = 'released', released_by = ${userId}, release_time = now(), release_reason = ${reason},
    only_add = ${onlyAdd}, end_time = null where id = ${id}`.execute(db)
}

export const setRunState = (db: Db, id: string, state: RunState) => sql`update sync_run set state = ${state} where id = ${id}`.execute(db)

export const addWritten = (db: Db, id: string, { done, failed }: { done: number; failed: number }) =>
  sql`update sync_run set written = written + ${done}, failed = failed + ${failed} where id = ${id}`.execute(db)

export const endBatch = (db: Db, id: string, batch: number, { done, failed }: { done: number; failed: number }) =>
  sql`update sync_run set written = written + ${done}, failed = failed + ${failed}, written_batch = ${batch} where id = ${id}`.execute(db)

/**
 * Ends a run. The task's last result is 1 done, 0 failed, 2 partly done or 3 stopped by the brake; a run that only plans leaves
 * it.
 */
export async function endRun(
  db: Db,
  run: { id: string; syncId: string },
  { state, message, report }: { state: RunState; message: string; report?: SyncReport },
): Promise<void> {
  const result = { done: 1, part: 2, blocked: 3, planned: null }[state as string] ?? (state === 'planned' ? null : 0)
  await sql`update sync_run set state = ${state}, end_time = now(), message = ${message},
    report = ${report === undefined ? null : JSON.stringify(report)}::jsonb where id = ${run.id}`.execute(db)
  if (result === null) return
  await sql`insert into sync_state (sync_id, last_time, last_result) values (${run.syncId}, now(), ${result})
    on conflict (sync_id) do update set last_time = now(), last_result = ${result}`.execute(db)
}

/** Rows that would only count an absence disable or trash their object at once, because a person released the plan. */
export async function disableAtOnce(db: Db, runId: string, act: 'disable' | 'trash'): Promise<void> {
  await sql`update sync_row set act = ${act} where run_id = ${runId} and verdict = 'gone' and act = 'count' and changes <> '[]'::jsonb`.execute(
    db,
  )
}

/** Deletes staged rows and raw rows of runs older than `days`, except of runs in progress. */
export async function dropOldRows(db: Db, days: number): Promise<void> {
  for (const table of ['sync_row', 'sync_raw'])
    await sql`delete from ${sql.table(table)} s using sync_run r where r.id = s.run_id and r.begin_time < now() - ${days} * interval '1 day'
      and r.state not in ('reading', 'released', 'writing')`.execute(db)
}

export async function taskStatus(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`select status from async_task where id = ${id}`.execute(db)
  return rows[0]?.status
}

/** How many rows the last full run that wrote has read. */
export async function lastWritten(db: Db, syncId: string): Promise<{ readOrg: number; readUser: number } | undefined> {
  const { rows } = await sql<{ readOrg: number; readUser: number }>`select read_org, read_user from sync_run
    where sync_id = ${syncId} and state in ('done', 'part') and mode = 'full' order by begin_time desc limit 1`.execute(db)
  return rows[0]
}

/** The message of a run; for a plan that no brake holds, the number of rows of each verdict. */
export async function messageOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ message: string }>`select message from sync_run where id = ${id}`.execute(db)
  return rows[0]?.message ?? ''
}
