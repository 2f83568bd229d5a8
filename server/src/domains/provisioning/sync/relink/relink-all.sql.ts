import { sql } from 'kysely'
import type { SyncProblem } from '@hufu/contract/provisioning/sync'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Line } from '../mapping/mapping.ts'
import { ABSENT_ROW } from '../compare/links.sql.ts'
import type { ComparedRow } from '../compare/rows.sql.ts'
import type { ObjectType } from '../sources/source.ts'

type Run = Readonly<{ id: string; syncId: string }>

/** A source row under its old id; `to` is its new id. */
export interface RelinkRow extends Pick<ComparedRow, 'originId' | 'verdict' | 'targetId' | 'changes' | 'problems'> {
  rowNo: number
  name: string
  /** Origin id of the row's link; null if it is not linked. */
  from: string | null
  to: string
  isByRule: boolean
}

export async function stageRelink(db: Db, runId: string, objectType: ObjectType, rows: readonly RelinkRow[]): Promise<void> {
  const staged = rows.map(({ originId, rowNo, name, verdict, targetId, changes, problems, from, to, isByRule }) => ({
    originId, rowNo, name, verdict, targetId, changes, problems, meaning: { from, to, isByRule },
  })) // prettier-ignore
  await sql`insert into sync_row (run_id, object_type, origin_id, row_no, row_hash, name, verdict, target_id, changes, faults, meaning)
    select ${runId}, ${objectType}, "originId", "rowNo", '', "name", "verdict", "targetId", "changes", "problems", "meaning"
    from jsonb_to_recordset(${JSON.stringify(staged)}::jsonb) as r ("originId" text, "rowNo" int, "name" text, "verdict" text, "targetId" text,
      "changes" jsonb, "problems" jsonb, "meaning" jsonb)`.execute(db)
}

/** Origin ids of those users that the task is linked to. */
export async function linkedAmong(db: Db, syncId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ objectId: string; originId: string }>`select object_id, origin_id from sync_link
    where sync_id = ${syncId} and object_type = 'user' and object_id = any (${[...ids]})`.execute(db)
  return new Map(rows.map(row => [row.objectId, row.originId]))
}

/** Refuses those of the rows that are linked. */
export async function refuseRows(
  db: Db,
  runId: string,
  objectType: ObjectType,
  originIds: readonly string[],
  problem: SyncProblem,
): Promise<void> {
  if (originIds.length === 0) return
  await sql`update sync_row set verdict = 'refused', changes = '[]', faults = ${JSON.stringify([problem])}::jsonb
    where run_id = ${runId} and object_type = ${objectType} and origin_id = any (${[...originIds]}) and target_id is not null`.execute(db)
}

/** Refuses new ids that more than one object would have, and adds a row for each link that no source row is about. */
export async function settleRelink(
  db: Db,
  { id, syncId }: Run,
  objectType: ObjectType,
  { twice, absent }: { twice: SyncProblem; absent: SyncProblem },
): Promise<void> {
  const rowsOfRun = sql`s.run_id = ${id} and s.object_type = ${objectType}`
  // A row that found its user by a correlation rule gives way if another row has the same user.
  await sql`update sync_row s set verdict = 'ignored', target_id = null, changes = '[]' where ${rowsOfRun} and (s.meaning ->> 'isByRule')::boolean
    and exists (select 1 from sync_row o where o.run_id = ${id} and o.object_type = ${objectType} and o.target_id = s.target_id
      and o.origin_id <> s.origin_id)`.execute(db)
  await sql`update sync_row s set verdict = 'refused', changes = '[]', faults = ${JSON.stringify([twice])}::jsonb
    from (select meaning ->> 'to' as id from sync_row where run_id = ${id} and object_type = ${objectType} group by 1 having count(*) > 1
      union select l.origin_id from sync_link l where l.sync_id = ${syncId} and l.object_type = ${objectType} and not exists (
        select 1 from sync_row o where o.run_id = ${id} and o.object_type = ${objectType} and o.target_id = l.object_id
          and o.verdict in ('changed', 'unchanged'))) taken
    where ${rowsOfRun} and s.verdict in ('changed', 'unchanged') and s.meaning ->> 'to' = taken.id`.execute(db)
  const [table, shown] = objectType === 'user' ? [sql`users`, sql`o.real_name`] : [sql`org`, sql`o.name`]
  await everyone(
    'the objects that a source is linked to',
    sql`insert into sync_row (run_id, object_type, origin_id, row_no, row_hash, verdict, name, target_id, faults)
    select ${id}, ${objectType}, l.origin_id, ${sql.lit(ABSENT_ROW)}, '', 'gone', coalesce(${shown}, l.origin_id), l.object_id,
      ${JSON.stringify([absent])}::jsonb
    from sync_link l left join ${table} o on o.id = l.object_id
    where l.sync_id = ${syncId} and l.object_type = ${objectType} and not exists (select 1 from sync_row s where ${rowsOfRun} and s.target_id = l.object_id)
    on conflict do nothing`,
  ).execute(db)
}

/** Counts linked source rows, and those of them that are refused and so would no longer be found. */
export async function linkedRows(db: Db, runId: string): Promise<{ matched: number; refused: number }> {
  const { rows } = await sql<{
    matched: number
    refused: number
  }>`select count(*) as matched, count(*) filter (where verdict = 'refused') as refused
    from sync_row where run_id = ${runId} and verdict in ('changed', 'unchanged', 'refused')`.execute(db)
  return rows[0]!
}

/** Prefix of new ids while they are written, because other links may still have them as old ids. */
const TEMPORARY_PREFIX = '\u0001'

/**
 * Writes the new mapping lines and the new ids together, and moves decided conflicts to the new ids. Returns how many links
 * changed.
 */
export async function writeRelink(
  db: Db,
  { id, syncId }: Run,
  { mapping, version }: { mapping: Line[]; version: number },
): Promise<number> {
  const { rows: written } =
    await sql`update sync_config set mapping = ${JSON.stringify(mapping)}::jsonb, version = version + 1, update_time = now()
    where id = ${syncId} and version = ${version} returning id`.execute(db)
  if (written.length === 0) refuse('syncPlanChanged')
  const { numAffectedRows } =
    await sql`update sync_link l set origin_id = ${TEMPORARY_PREFIX} || (s.meaning ->> 'to'), row_hash = '' from sync_row s
    where s.run_id = ${id} and s.verdict = 'changed' and l.sync_id = ${syncId} and l.object_type = s.object_type
      and l.origin_id = s.meaning ->> 'from' and l.object_id = s.target_id`.execute(db)
  const changed = Number(numAffectedRows ?? 0)
  if (await isOutdated(db, { id, syncId }, changed)) refuse('syncPlanChanged')
  await moveConflictChoices(db, { id, syncId })
  for (const table of ['sync_link', 'sync_conflict'])
    await sql`update ${sql.table(table)} set origin_id = substr(origin_id, 2)
      where sync_id = ${syncId} and origin_id like ${`${TEMPORARY_PREFIX}%`}`.execute(db)
  await sql`delete from sync_hint where sync_id = ${syncId}`.execute(db)
  await sql`update sync_row set is_done = true where run_id = ${id} and verdict = 'changed'`.execute(db)
  await sql`update sync_run set written = ${changed} where id = ${id}`.execute(db)
  return changed
}

/** Moves decided conflicts to the new ids and drops open ones, which the next run reports again. */
async function moveConflictChoices(db: Db, { id, syncId }: Run): Promise<void> {
  await sql`update sync_conflict c set origin_id = ${TEMPORARY_PREFIX} || (s.meaning ->> 'to') from sync_row s
    where s.run_id = ${id} and s.verdict = 'ignored' and s.meaning ->> 'to' <> '' and c.sync_id = ${syncId} and c.object_type = s.object_type
      and c.origin_id = s.origin_id and c.choice is not null and not exists (select 1 from sync_row o where o.run_id = ${id}
        and o.object_type = s.object_type and o.origin_id <> s.origin_id and o.meaning ->> 'to' = s.meaning ->> 'to')`.execute(db)
  await sql`delete from sync_conflict where sync_id = ${syncId} and origin_id not like ${`${TEMPORARY_PREFIX}%`}
    and object_type in (select object_type from sync_row where run_id = ${id})`.execute(db)
}

/** Whether links were added or changed since the plan. */
async function isOutdated(db: Db, { id, syncId }: Run, changed: number): Promise<boolean> {
  const { rows } = await sql<{ planned: number; unplanned: number }>`select
      (select count(*) from sync_row s where s.run_id = ${id} and s.verdict = 'changed') as planned,
      (select count(*) from sync_link l where l.sync_id = ${syncId} and l.object_type in (select object_type from sync_row where run_id = ${id})
        and not exists (select 1 from sync_row s where s.run_id = ${id} and s.object_type = l.object_type and s.target_id = l.object_id)) as unplanned`.execute(
    db,
  )
  return rows[0]!.planned !== changed || rows[0]!.unplanned > 0
}
