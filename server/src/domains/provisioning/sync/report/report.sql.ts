import { sql } from 'kysely'
import type { SyncReport } from '@hufu/contract/provisioning/sync'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { ABSENT_ROW } from '../compare/links.sql.ts'
import type { PlannedRow } from '../compare/rows.sql.ts'
import type { StoredRun } from '../run/run.sql.ts'
import type { ObjectType } from '../sources/source.ts'

const ROWS_SHOWN = 100
type Run = Pick<StoredRun, 'id' | 'syncId' | 'mode'>

/** A partial read says nothing about links that it did not name. */
const isFullRead = ({ mode }: Run) => mode !== 'delta' && mode !== 'one'

/** Joins the rows of a run, the links of its task and the stored objects. */
const comparedSides = (run: Run, objectType: ObjectType) =>
  everyone(
    'sums up a run for administrators of the whole system',
    sql`(
  select s.origin_id, l.object_id,
    s.row_no < ${sql.lit(ABSENT_ROW)} and s.verdict not in ('ignored', 'gone') as is_meant,
    s.row_no < ${sql.lit(ABSENT_ROW)} and (s.verdict = 'ignored' or s.verdict = 'gone' and l.object_id is null) as is_ignored,
    l.object_id is not null and s.verdict is distinct from 'ignored' as is_linked, coalesce(u.id, o.id) is not null as is_stored
  from (select * from sync_row where run_id = ${run.id} and object_type = ${objectType}) s
    full join (select * from sync_link where sync_id = ${run.syncId} and object_type = ${objectType} and state = 'linked') l
      on l.origin_id = s.origin_id
    left join live_user u on ${objectType === 'user'} and u.id = l.object_id
    left join live_org o on ${objectType === 'org'} and o.id = l.object_id
  where ${isFullRead(run)} or s.origin_id is not null)`,
  )

/**
 * Counts the objects of the source, the linked ones and the stored ones. Without ignored rows the three numbers should be equal.
 */
export async function sumsOf(db: Db, run: Run, objectType: ObjectType): Promise<NonNullable<SyncReport['user']>> {
  const { rows } = await sql<NonNullable<SyncReport['user']>>`select count(*) filter (where b.is_meant or b.is_ignored) as source,
      count(*) filter (where b.is_ignored) as ignored, count(*) filter (where b.is_linked) as linked,
      count(*) filter (where b.is_linked and b.is_stored) as stored,
      (select count(*) from sync_row where run_id = ${run.id} and object_type = ${objectType} and difference is not null) as different
    from ${comparedSides(run, objectType)} b`.execute(db)
  return rows[0]!
}

/** Marks rows that differ from the source: refused, failed, without a link, without a stored object, or gone but left. */
export const markDifferences = (
  db: Db,
  run: Run,
  objectType: ObjectType,
  words: { absent: string; objectGone: string; unlinked: string },
) =>
  sql`update sync_row s set target_id = coalesce(s.target_id, b.object_id), difference = coalesce(s.difference, nullif((select string_agg(concat_ws('：', nullif(f ->> 'label', ''), f ->> 'message'), '；')
      from jsonb_array_elements(s.faults) f), ''), case when not b.is_linked then ${words.unlinked} when not b.is_stored then ${words.objectGone} else ${words.absent} end)
    from ${comparedSides(run, objectType)} b
    where s.run_id = ${run.id} and s.object_type = ${objectType} and s.origin_id = b.origin_id and (s.difference is not null
      or s.verdict in ('refused', 'conflict') or s.is_done = false or b.is_meant and not b.is_linked
      or b.is_linked and not (b.is_meant and b.is_stored))`.execute(db)

export async function differencesOf(db: Db, runId: string): Promise<Pick<SyncReport, 'differences' | 'differenceCount'>> {
  const where = sql`s.run_id = ${runId} and s.difference is not null`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from sync_row s where ${where}`.execute(db)
  const { rows } = await sql<SyncReport['differences'][number]>`select s.object_type, s.origin_id, s.target_id as object_id, s.name,
      s.difference as reason
    from sync_row s where ${where} order by s.object_type, s.row_no, s.origin_id limit ${ROWS_SHOWN}`.execute(db)
  return { differences: rows, differenceCount: counted[0]!.n }
}

/** Refused rows and conflicts, which were never written, for the log. */
export async function refusedRows(db: Db, runId: string, after: number, limit: number) {
  const { rows } = await sql<
    Pick<PlannedRow, 'objectType' | 'originId' | 'name' | 'problems'> & { targetId: string | null; place: number }
  >`
    select * from (select object_type, origin_id, name, faults as problems, target_id, row_number() over (order by object_type, origin_id) as place
      from sync_row where run_id = ${runId} and verdict in ('refused', 'conflict')) s where place > ${after} order by place limit ${limit}`.execute(
    db,
  )
  return rows
}
