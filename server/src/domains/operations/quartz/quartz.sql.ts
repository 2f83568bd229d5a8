import { sql, type RawBuilder } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Quartz, quartz, QuartzLog } from '@hufu/contract/operations/quartz'
import type { Flag, Page } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { collected, nameContains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

const RECENT = 20
const all = (conditions: readonly RawBuilder<unknown>[]) => (conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`)

const columns = sql`q.id, q.name, q.job_code, q.cron, q.params, q.status, q.next_time, q.last_time, q.last_result,
  q.run_id is not null or q.asked_by is not null as running, q.built_in, q.remark, q.version, q.create_time, q.update_time,
  array(select l.result from quartz_log l where l.quartz_id = q.id and l.result is not null
    order by l.begin_time desc, l.id desc limit ${sql.lit(RECENT)}) as recent`

export async function pageQuartz(db: Db, query: QueryOf<typeof quartz.page>): Promise<Page<Quartz>> {
  const conditions: RawBuilder<unknown>[] = []
  if (query.name !== undefined) conditions.push(nameContains('q.name', query.name))
  if (query.jobCode !== undefined) conditions.push(sql`q.job_code = ${query.jobCode}`)
  if (query.status !== undefined) conditions.push(sql`q.status = ${query.status}`)
  const where = all(conditions)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from quartz q where ${where}`.execute(db)
  const { rows } = await sql<Quartz>`select ${columns} from quartz q where ${where}
    order by q.built_in desc, q.create_time, q.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findQuartz(db: Db, id: string): Promise<Quartz> {
  const { rows } = await sql<Quartz>`select ${columns} from quartz q where q.id = ${id}`.execute(db)
  return rows[0] ?? refuse('quartzMissing')
}

export interface LockedQuartz {
  id: string
  cron: string
  status: number
  builtIn: number
  isRunning: boolean
}

/** Locks jobs in one order; all must exist. */
export async function lockQuartz(db: Db, ids: readonly string[]): Promise<LockedQuartz[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<LockedQuartz>`select id, cron, status, built_in, run_id is not null as is_running from quartz
    where id = any (${wanted}) order by id for update`.execute(db)
  if (rows.length < wanted.length) refuse('quartzMissing')
  return rows
}

const json = (params: object | null | undefined) => (params ? JSON.stringify(params) : null)
const trimmed = (text: string | null | undefined) => text?.trim() || null

export async function insertQuartz(db: Db, draft: BodyOf<typeof quartz.save>, nextTime: Date): Promise<string> {
  const id = newId()
  const status = draft.status ?? 1
  await sql`insert into quartz (id, name, job_code, cron, params, status, next_time, remark)
    values (${id}, ${draft.name.trim()}, ${draft.jobCode}, ${draft.cron}, ${json(draft.params)}::jsonb, ${status},
      ${status === 1 ? nextTime.toISOString() : null}::timestamptz, ${trimmed(draft.remark)})`.execute(db)
  return id
}

export async function updateQuartz(db: Db, edit: BodyOf<typeof quartz.update>, nextTime: Date): Promise<void> {
  const { rows } = await sql`update quartz set name = ${edit.name.trim()}, job_code = ${edit.jobCode}, cron = ${edit.cron},
      params = ${json(edit.params)}::jsonb, next_time = case when status = 1 then ${nextTime.toISOString()}::timestamptz end,
      remark = ${edit.remark === undefined ? sql`remark` : trimmed(edit.remark)}, version = version + 1, update_time = now()
    where id = ${edit.id} and ${edit.version === undefined ? sql`true` : sql`version = ${edit.version}`} returning id`.execute(db)
  if (rows.length === 0) refuse('stale')
}

export async function removeQuartz(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`delete from quartz where id = any (${[...ids]}) returning id`.execute(db)
  return rows.length
}

export async function setQuartzStatus(db: Db, id: string, status: Flag, nextTime: Date | null): Promise<void> {
  await sql`update quartz set status = ${status}, next_time = ${nextTime?.toISOString() ?? null}::timestamptz, version = version + 1,
    update_time = now() where id = ${id}`.execute(db)
}

/** Requests a run; returns false if the job is running or a run is already requested. */
export async function askForRun(db: Db, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`update quartz set asked_by = ${userId} where id = ${id} and run_id is null and asked_by is null
    returning id`.execute(db)
  return rows.length > 0
}

export async function pageQuartzLog(db: Db, query: QueryOf<typeof quartz.pageLog>): Promise<Page<QuartzLog>> {
  const conditions: RawBuilder<unknown>[] = []
  if (query.quartzId !== undefined) conditions.push(sql`l.quartz_id = ${query.quartzId}`)
  if (query.result !== undefined) conditions.push(sql`l.result = ${query.result}`)
  if (query.beginTime !== undefined) conditions.push(sql`l.begin_time >= ${query.beginTime}::timestamptz`)
  if (query.endTime !== undefined) conditions.push(sql`l.begin_time < ${query.endTime}::timestamptz + interval '1 second'`)
  const where = all(conditions)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from quartz_log l where ${where}`.execute(db)
  const { total } = counted[0]!
  const { rows } = await everyone(
    'only super administrators see who ran a job manually',
    sql<QuartzLog>`select l.id, l.quartz_id, l.name, l.begin_time, l.end_time, l.result, l.message, l.node,
      l.triggered_by as trigger, u.user_name
    from (select l.* from (select l.* from quartz_log l where ${where} ${collected(total)}) l
      order by l.begin_time desc, l.id desc limit ${query.size} offset ${offsetOf(query)}) l left join users u on u.id = l.user_id
    order by l.begin_time desc, l.id desc`,
  ).execute(db)
  return pageOf(query, total, rows)
}
