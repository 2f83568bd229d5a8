import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import type { Db } from '../platform/database/db.ts'
import { gatherStatistics } from '../platform/database/statistics.ts'
import type { Change, RowProblem, ImportKind, ImportOptions, Refusals } from './sheet-kind.ts'

export interface Plan {
  id: string
  kind: ImportKind
  ownerId: string
  fileName: string
  fileId: string | null
  titles: string[]
  options: ImportOptions
  total: number
  steps: number
  staged: boolean
  taskId: string | null
  createTime: string
}

export interface NewPlan {
  id: string
  kind: ImportKind
  ownerId: string
  fileName: string
  fileId: string | null
  taskId: string | null
  options: ImportOptions
}

export async function insertPlan(db: Db, plan: NewPlan): Promise<void> {
  await sql`insert into import_plan (id, kind, owner_id, file_name, file_id, task_id, options) values (${plan.id}, ${plan.kind}, ${plan.ownerId},
    ${plan.fileName}, ${plan.fileId}, ${plan.taskId}, ${JSON.stringify(plan.options)}::jsonb)`.execute(db)
}

export async function hasPlan(db: Db, taskId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from import_plan where task_id = ${taskId}`.execute(db)
  return rows.length > 0
}

const planColumns = sql.raw(
  'id, kind, owner_id, file_name, file_id, titles, options, total, steps, staged_at is not null as staged, task_id, create_time',
)

export async function findPlan(db: Db, id: string): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`select ${planColumns} from import_plan where id = ${id}`.execute(db)
  return rows[0]
}

/** A checked and unexpired plan of its owner; locked, so that only one commit takes it. */
export async function takePlan(db: Db, id: string, ownerId: string): Promise<Plan | undefined> {
  const { rows } =
    await sql<Plan>`select ${planColumns} from import_plan where id = ${id} and owner_id = ${ownerId} and staged_at is not null
    and create_time > now() - interval '1 hour' for update`.execute(db)
  return rows[0]
}

export const setPlanTask = (db: Db, id: string, taskId: string) =>
  sql`update import_plan set task_id = ${taskId} where id = ${id}`.execute(db)

export interface StagedRow {
  row: number
  cells: string[]
  verdict: string
  problems: RowProblem[]
  changes: Change[]
  meaning: object | null
  targetId: string | null
  targetVersion: number | null
}

export const stageRows = (db: Db, planId: string, step: number, rows: readonly StagedRow[]) =>
  sql`insert into import_row (plan_id, row_no, step, cells, verdict, faults, changes, meaning, target_id, target_version)
    select ${planId}, "row", ${step}, "cells", "verdict", "problems", "changes", "meaning", "targetId", "targetVersion"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r ("row" int, "cells" json, "verdict" text, "problems" json, "changes" json, "meaning" json,
      "targetId" text, "targetVersion" int)`.execute(db)

/** Deletes the staged rows of a run that was interrupted while reading, which then starts again. */
export const clearStaged = (db: Db, planId: string) => sql`delete from import_row where plan_id = ${planId}`.execute(db)

/** From now on the rows replace the sheet, so the file and its clear text are deleted. */
export async function finishStaging(
  db: Kysely<Tables>,
  plan: Pick<Plan, 'id' | 'fileId'>,
  staged: { titles: string[]; total: number; steps: number },
): Promise<void> {
  await db.transaction().execute(async transaction => {
    await sql`update import_plan set titles = ${staged.titles}, total = ${staged.total}, steps = ${staged.steps}, staged_at = now(), file_id = null
      where id = ${plan.id}`.execute(transaction)
    if (plan.fileId) await sql`delete from file where id = ${plan.fileId} and purpose = 'taskInput'`.execute(transaction)
  })
  await updateTableStatistics(db, ['import_row'], staged.total)
}

const MANY = 5000

/** Updates statistics after many inserts; without them PostgreSQL would scan whole tables. */
export async function updateTableStatistics(db: Db, tables: readonly string[], rows: number, many = MANY): Promise<void> {
  if (rows >= many) await gatherStatistics(db, tables)
}

/**
 * Commits a batch without waiting for the disk: if a crash loses it, its cursor is lost, too, and it is done again. The commit that
 * ends the task waits for the disk, and so for everything before it.
 */
export const commitAsynchronously = (db: Db) => sql`set local synchronous_commit = off`.execute(db)

export interface PlannedRow {
  row: number
  cells: string[]
  meaning: unknown
  targetId: string
  targetVersion: number | null
}

/** The next rows of a step to carry out. */
export async function plannedRows(db: Db, planId: string, after: { step: number; row: number }, limit: number): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`select row_no as row, cells, meaning, target_id, target_version from import_row
    where plan_id = ${planId} and row_no > ${after.row} and step = ${after.step} and verdict in ('new', 'changed') and target_id is not null
    order by row_no limit ${limit}`.execute(db)
  return rows
}

export async function markRefused(db: Db, planId: string, refused: Refusals): Promise<void> {
  await sql`update import_row i set verdict = 'refused', faults = r.problems::json
    from unnest(${[...refused.keys()]}::int[], ${[...refused.values()].map(problem => JSON.stringify([problem]))}::text[]) as r (row_no, problems)
    where i.plan_id = ${planId} and i.row_no = r.row_no`.execute(db)
}

export async function countVerdicts(db: Db, planId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{
    verdict: string
    n: number
  }>`select verdict, count(*) as n from import_row where plan_id = ${planId} group by verdict`.execute(db)
  return Object.fromEntries(rows.map(row => [row.verdict, row.n]))
}

export const setPlanDone = (db: Db, id: string) => sql`update import_plan set done_at = now() where id = ${id}`.execute(db)

export interface ReportRow {
  row: number
  cells: string[]
  verdict: 'new' | 'changed' | 'unchanged' | 'refused'
  problems: RowProblem[]
}

/** Rows for the result file, in the order of the sheet. */
export async function reportRows(db: Db, planId: string, after: number, limit: number, onlyRefused: boolean): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`select row_no as row, cells, verdict, faults as problems from import_row
    where plan_id = ${planId} and row_no > ${after} ${onlyRefused ? sql`and verdict = 'refused'` : sql``} order by row_no limit ${limit}`.execute(
    db,
  )
  return rows
}
