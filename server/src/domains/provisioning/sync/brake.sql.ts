import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { ObjectType } from './source.ts'

export interface Standing {
  linked: number
  /** Of those, whom this read has. */
  met: number
  /** Missing for the first time, said to be deleted, or disabled by what the source says of them. */
  lost: number
}

/** One kind of object in one plan, against what is linked. */
export async function standingOf(db: Db, run: { id: string; syncId: string }, objectType: ObjectType): Promise<Standing> {
  const { rows } = await sql<Standing>`select
      (select count(*) from sync_link l where l.sync_id = ${run.syncId} and l.object_type = ${objectType} and l.state = 'linked') as linked,
      (select count(*) from sync_link l where l.sync_id = ${run.syncId} and l.object_type = ${objectType} and l.state = 'linked' and exists (
        select 1 from sync_row s where s.run_id = ${run.id} and s.object_type = ${objectType} and s.origin_id = l.origin_id and s.verdict <> 'gone')) as met,
      (select count(*) from sync_row s where s.run_id = ${run.id} and s.object_type = ${objectType} and (s.verdict = 'gone' and coalesce(s.gone_runs, 1) = 1
        or s.verdict = 'changed' and (s.meaning #>> '{edit,fields,status}' = '0' or s.meaning ->> 'status' = '0'))) as lost`.execute(db)
  return rows[0]!
}

export interface Loss {
  orgId: string
  orgName: string
  count: number
}

/** The organisations that lose the most users. */
// everyone: what a plan would do, for those who may release it
export async function lossesOf(db: Db, runId: string, most: number): Promise<Loss[]> {
  const { rows } = await sql<Loss>`select s.org_id, o.name as org_name, count(*) as count from sync_row s join org o on o.id = s.org_id
    where s.run_id = ${runId} and s.object_type = 'user' and s.verdict = 'gone' and coalesce(s.gone_runs, 1) = 1
    group by s.org_id, o.name order by count desc, o.name limit ${most}`.execute(db)
  return rows
}

/** By field: of how many users it is emptied, and of how many it becomes another. */
export async function changedFields(db: Db, runId: string): Promise<{ field: string; label: string; emptied: number; changed: number }[]> {
  const { rows } = await sql<{
    field: string
    label: string
    emptied: number
    changed: number
  }>`select c ->> 'field' as field, min(c ->> 'label') as label,
      count(*) filter (where c ->> 'before' is not null and c ->> 'after' is null) as emptied,
      count(*) filter (where c ->> 'before' is not null and c ->> 'after' is not null) as changed
    from sync_row s, jsonb_array_elements(s.changes) c
    where s.run_id = ${runId} and s.object_type = 'user' and s.verdict in ('changed', 'back') group by 1`.execute(db)
  return rows
}

/** How many existing users would be linked by something else than their id at the source. */
export async function weakLinks(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sync_row s where s.run_id = ${runId} and s.object_type = 'user'
    and s.verdict = 'changed' and s.changes @> '[{"field": "link"}]' and s.changes @> '[{"field": "originUserId"}]'`.execute(db)
  return rows[0]!.n
}
