import { sql } from 'kysely'
import type { SyncReport } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../platform/database/db.ts'
import type { PlannedRow } from './rows.sql.ts'
import type { ObjectType } from './source.ts'

const TOLD = 100
/** Rows that ought to be ours afterwards. */
const meant = sql`s.verdict not in ('gone', 'ignored')`
const link = sql`left join sync_link l on l.sync_id = r.sync_id and l.object_type = s.object_type and l.origin_id = s.origin_id and l.state = 'linked'`

/** What the source has, what is linked to it, and what is really there: three numbers that ought to be one. */
// everyone: sums up a run for whoever administers everybody
export async function sumsOf(db: Db, runId: string, objectType: ObjectType): Promise<{ source: number; linked: number; stored: number }> {
  const table = objectType === 'user' ? sql`users` : sql`org`
  const { rows } = await sql<{ source: number; linked: number; stored: number }>`select count(*) as source, count(l.object_id) as linked,
      count(o.id) as stored
    from sync_run r join sync_row s on s.run_id = r.id and s.object_type = ${objectType} and ${meant} ${link}
      left join ${table} o on o.id = l.object_id and o.deleted_at is null
    where r.id = ${runId}`.execute(db)
  return rows[0]!
}

/** Rows that are not as the source has them: refused, in conflict, failed, or without a link. */
export async function differencesOf(db: Db, runId: string): Promise<Pick<SyncReport, 'differences' | 'differenceCount'>> {
  const where = sql`r.id = ${runId} and (s.verdict in ('refused', 'conflict') or s.is_done = false or ${meant} and l.object_id is null)`
  const from = sql`sync_run r join sync_row s on s.run_id = r.id ${link}`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.execute(db)
  const { rows } = await sql<
    SyncReport['differences'][number]
  >`select s.object_type, s.origin_id, coalesce(l.object_id, s.target_id) as object_id, s.name,
      coalesce((select string_agg(concat_ws('：', nullif(f ->> 'label', ''), f ->> 'message'), '；') from jsonb_array_elements(s.faults) f), '') as reason
    from ${from} where ${where} order by s.object_type, s.row_no, s.origin_id limit ${TOLD}`.execute(db)
  return { differences: rows, differenceCount: counted[0]!.n }
}

/** Rows that were not even tried, for the log. */
export async function refusedRows(db: Db, runId: string, after: number, limit: number) {
  const { rows } = await sql<Pick<PlannedRow, 'objectType' | 'originId' | 'name' | 'faults'> & { targetId: string | null; place: number }>`
    select * from (select object_type, origin_id, name, faults, target_id, row_number() over (order by object_type, origin_id) as place
      from sync_row where run_id = ${runId} and verdict in ('refused', 'conflict')) s where place > ${after} order by place limit ${limit}`.execute(
    db,
  )
  return rows
}
