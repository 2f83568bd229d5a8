import { sql } from 'kysely'
import type { SyncProblem, SyncVerdict } from '@hufu/contract/provisioning/sync'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { updateTableStatistics } from '../../../../sheets/index.ts'
import type { ObjectType } from '../sources/source.ts'

export interface StagedRow {
  originId: string
  rowNo: number
  hash: string
  /** Encrypted mapped values; null if the row needs no comparison. */
  mapped: string | null
  verdict: 'unchanged' | 'refused' | null
  name: string
  problems: SyncProblem[]
}

/** Stages rows. Two rows of one read with the same id are both refused and do not count as gone (trap 22). */
export const stageRows = (db: Db, runId: string, objectType: ObjectType, rows: readonly StagedRow[], twice: SyncProblem[]) =>
  sql`insert into sync_row as s (run_id, object_type, origin_id, row_no, row_hash, mapped, verdict, name, faults)
    select ${runId}, ${objectType}, "originId", "rowNo", "hash", "mapped", "verdict", "name", "problems"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("originId" text, "rowNo" int, "hash" text, "mapped" text, "verdict" text,
      "name" text, "problems" jsonb)
    on conflict (run_id, object_type, origin_id) do update set verdict = 'refused', mapped = null, faults = ${JSON.stringify(twice)}::jsonb`.execute(
    db,
  )

const MANY = 500

/**
 * Updates the statistics after many rows, because without them PostgreSQL compares the sets row by row: 2,300 rows took a minute.
 */
export const updateRowStatistics = (db: Db, read: Readonly<Record<ObjectType, number>>) =>
  updateTableStatistics(db, ['sync_row', 'sync_link'], read.org + read.user, MANY)

/** Deletes the staged rows, because a run that was interrupted while reading starts over. */
export const clearRows = (db: Db, runId: string) => sql`delete from sync_row where run_id = ${runId}`.execute(db)

export interface OpenRow {
  originId: string
  rowNo: number
  hash: string
  mapped: string
  name: string
}

/** The next rows that are not yet compared. */
export async function openRows(db: Db, runId: string, objectType: ObjectType, after: number, limit: number): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`select origin_id, row_no, row_hash as hash, mapped, name from sync_row
    where run_id = ${runId} and object_type = ${objectType} and row_no > ${after} and verdict is null and mapped is not null
    order by row_no limit ${limit}`.execute(db)
  return rows
}

export interface ComparedRow {
  originId: string
  verdict: SyncVerdict
  act: 'disable' | 'trash' | 'count' | 'link' | 'restore' | null
  orgId: string | null
  targetId: string | null
  targetVersion: number | null
  isOwner: boolean | null
  changes: unknown[]
  problems: SyncProblem[]
  meaning: unknown
  batchNo: number | null
}

export async function saveVerdicts(db: Db, runId: string, objectType: ObjectType, rows: readonly ComparedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update sync_row s set verdict = r."verdict", act = r."act", org_id = r."orgId", target_id = r."targetId",
      target_version = r."targetVersion", is_owner = r."isOwner", changes = r."changes", faults = r."problems", meaning = r."meaning", batch_no = r."batchNo",
      mapped = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("originId" text, "verdict" text, "act" text, "orgId" text, "targetId" text,
      "targetVersion" int, "isOwner" boolean, "changes" jsonb, "problems" jsonb, "meaning" jsonb, "batchNo" int)
    where s.run_id = ${runId} and s.object_type = ${objectType} and s.origin_id = r."originId"`.execute(db)
}

const changesObject = sql`(s.verdict in ('new', 'changed', 'back') or s.verdict = 'gone' and s.act in ('disable', 'trash'))`

/** First batch number of users who exchange nothing: after organisations and users who exchange values. */
const USERS_FROM = 1_000_000
const GONE_STEP = 2_000_000
const WRITTEN: ReadonlySet<SyncVerdict> = new Set(['new', 'changed', 'back'])

/** Numbers users while they are compared, so that their rows need no second update for it. */
export function userNumbers(size: number): (row: ComparedRow) => ComparedRow {
  let count = 0
  return row => (WRITTEN.has(row.verdict) ? { ...row, batchNo: USERS_FROM + Math.floor(count++ / size) } : row)
}

/**
 * Numbers the other batches in the order of writing: organisations from the top, users who exchange values by group, users who
 * are gone, organisations that are gone from the bottom.
 */
export async function numberBatches(
  db: Db,
  runId: string,
  orgLevels: ReadonlyMap<string, number>,
  groups: ReadonlyMap<string, number>,
  size: number,
): Promise<void> {
  const levels = JSON.stringify([...orgLevels].map(([originId, level]) => ({ originId, level })))
  const apart = JSON.stringify([...groups].map(([originId, part]) => ({ originId, part })))
  await everyone(
    'reads the depth of organisations only to order the batches',
    sql`with placed as (
      select s.object_type, s.origin_id, s.row_no, case
          when s.object_type = 'org' and s.verdict <> 'gone' then 1000 + coalesce(l."level", 0)
          when s.verdict <> 'gone' then 10000 + g."part"
          when s.object_type = 'user' then ${GONE_STEP}
          else ${GONE_STEP} + 1000000 - coalesce((select max(a.depth) from org_ancestor a where a.org_id = s.target_id), 0) end as step
      from sync_row s
        left join jsonb_to_recordset(${levels}::jsonb) as l ("originId" text, "level" int) on s.object_type = 'org' and l."originId" = s.origin_id
        left join jsonb_to_recordset(${apart}::jsonb) as g ("originId" text, "part" int) on s.object_type = 'user' and g."originId" = s.origin_id
      where s.run_id = ${runId} and ${changesObject} and (s.batch_no is null or g."part" is not null)),
    counted as (select *, case when step between 10000 and ${GONE_STEP} - 1 then 0
      else (row_number() over (partition by step order by row_no) - 1) / ${size} end as part from placed),
    numbered as (select object_type, origin_id,
      dense_rank() over (order by step, part) + case when step >= ${GONE_STEP} then ${GONE_STEP} else 0 end as batch from counted)
    update sync_row s set batch_no = n.batch from numbered n
      where s.run_id = ${runId} and s.object_type = n.object_type and s.origin_id = n.origin_id`,
  ).execute(db)
}

/** The batch numbers of a run in the order of writing. */
export async function batchNumbers(db: Db, runId: string): Promise<number[]> {
  const { rows } = await sql<{ batchNo: number }>`select distinct batch_no from sync_row
    where run_id = ${runId} and batch_no is not null order by batch_no`.execute(db)
  return rows.map(row => row.batchNo)
}

export interface PlannedRow {
  objectType: ObjectType
  originId: string
  rowNo: number
  hash: string
  verdict: SyncVerdict
  act: ComparedRow['act']
  name: string
  targetId: string
  targetVersion: number | null
  isOwner: boolean
  goneRuns: number | null
  changes: { field: string; label: string; before: string | null; after: string | null }[]
  problems: SyncProblem[]
  meaning: unknown
}

export async function batchRows(db: Db, runId: string, batchNo: number): Promise<PlannedRow[]> {
  const { rows } =
    await sql<PlannedRow>`select object_type, origin_id, row_no, row_hash as hash, coalesce(verdict, 'unchanged') as verdict, act, name, coalesce(target_id, '') as target_id,
      target_version,
      coalesce(is_owner, true) as is_owner, gone_runs, changes, faults as problems, meaning
    from sync_row where run_id = ${runId} and batch_no = ${batchNo} order by row_no`.execute(db)
  return rows
}

export interface RowResult {
  objectType: ObjectType
  originId: string
  isDone: boolean
  problems: SyncProblem[]
}

/** Marks failed rows. The others count as done by the number of the run's last written batch. */
export async function saveFailed(db: Db, runId: string, rows: readonly RowResult[]): Promise<void> {
  const failed = rows.filter(row => !row.isDone)
  if (failed.length === 0) return
  await sql`update sync_row s set is_done = false, faults = r."problems"
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as r ("objectType" text, "originId" text, "problems" jsonb)
    where s.run_id = ${runId} and s.object_type = r."objectType" and s.origin_id = r."originId"`.execute(db)
}

/** Counts the rows of a run by object type and verdict. */
export async function countRows(db: Db, runId: string): Promise<Record<ObjectType, Partial<Record<SyncVerdict, number>>>> {
  const { rows } = await sql<{ objectType: ObjectType; verdict: SyncVerdict; n: number }>`select object_type, verdict, count(*) as n
    from sync_row where run_id = ${runId} and verdict is not null group by 1, 2`.execute(db)
  const counts: Record<ObjectType, Partial<Record<SyncVerdict, number>>> = { org: {}, user: {} }
  for (const { objectType, verdict, n } of rows) counts[objectType][verdict] = n
  return counts
}

/** A digest of what the plan would do, so that only the plan that somebody looked at can be released. */
export async function digestOf(db: Db, runId: string): Promise<string> {
  const { rows } = await sql<{
    digest: string
  }>`select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', object_type, origin_id, verdict,
      act, changes::text), e'\n' order by object_type, origin_id), ''), 'UTF8')), 'hex') as digest
    from sync_row where run_id = ${runId} and verdict in ('new', 'changed', 'gone', 'back')`.execute(db)
  return rows[0]!.digest
}
