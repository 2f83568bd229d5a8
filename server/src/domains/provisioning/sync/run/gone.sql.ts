import { sql } from 'kysely'
import type { SyncProblem } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../../platform/database/db.ts'
import type { Scope } from '../../../../platform/access/scope.ts'
import { inScope } from '../../../../platform/access/scope.ts'

/** Users who are disabled or moved to the trash because they are gone, in this run or a later one. */
export async function goneTargets(db: Db, runId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ targetId: string }>`select target_id from sync_row where run_id = ${runId} and object_type = 'user'
    and verdict = 'gone' and changes <> '[]'::jsonb and target_id > ${after} order by target_id limit ${limit}`.execute(db)
  return rows.map(row => row.targetId)
}

export async function refuseGone(db: Db, runId: string, targetIds: readonly string[], problem: SyncProblem): Promise<void> {
  if (targetIds.length === 0) return
  await sql`update sync_row set verdict = 'refused', act = null, changes = '[]', faults = ${JSON.stringify([problem])}::jsonb
    where run_id = ${runId} and object_type = 'user' and target_id = any (${[...targetIds]}) and verdict = 'gone'`.execute(db)
}

/** Rows that disable their object, because its mapped status says so. */
export const isDisabling = sql`(s.verdict in ('changed', 'back')
  and (s.meaning #>> '{edit,fields,status}' = '0' or s.meaning ->> 'status' = '0'))`

/**
 * Only additions and changes were released, so rows that would disable an object or move it to the trash are not written but
 * reported.
 */
export const leaveOutDisablingRows = (db: Db, runId: string, reason: string) =>
  sql`update sync_row s set batch_no = null, difference = case when s.changes <> '[]'::jsonb then ${reason} end
    where s.run_id = ${runId} and (s.verdict = 'gone' or ${isDisabling})`.execute(db)

/** Those of the organisations that still have an enabled user, or an enabled child that is not one of them. */
export async function occupied(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select o.id from org o where o.id = any (${[...ids]}) and ${inScope(scope, sql.ref('o.id'))} and (
      exists (select 1 from job j join live_user u on u.id = j.user_id and u.status = 1 where j.org_id = o.id)
      or exists (select 1 from live_org c where c.parent_id = o.id and c.status = 1 and c.id <> all (${[...ids]})))`.execute(db)
  return new Set(rows.map(row => row.id))
}

/**
 * Numbers the batches of gone objects that a released plan writes at once instead of only counting them; they come after all
 * others.
 */
export async function numberGoneBatches(db: Db, runId: string, size: number): Promise<void> {
  await sql`with last as (select coalesce(max(batch_no), 0) as n from sync_row where run_id = ${runId}),
      late as (select object_type, origin_id, case object_type when 'user' then 0 else 1 end as step,
        row_number() over (partition by object_type order by origin_id) as k
        from sync_row where run_id = ${runId} and batch_no is null and verdict = 'gone' and act in ('disable', 'trash')),
      placed as (select object_type, origin_id, dense_rank() over (order by step, (k - 1) / ${size}) as b from late)
    update sync_row s set batch_no = last.n + p.b from placed p, last
    where s.run_id = ${runId} and s.object_type = p.object_type and s.origin_id = p.origin_id`.execute(db)
}
