import { sql, type RawBuilder } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import { cleanObjects, type CleanLog, type CleanObject, type CleanRule, type dataClean } from '@hufu/contract/operations/data-clean'
import type { Page } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { text } from './text.ts'

type Row = Omit<CleanRule, 'id' | 'name'>
const named = <T extends { objectType: CleanObject }>(row: T) => ({ ...row, name: text.objects[row.objectType] })

export async function listRules(db: Db): Promise<CleanRule[]> {
  const { rows } = await sql<Row>`select object_type, keep_days, status, last_time, last_count, version from data_clean`.execute(db)
  return cleanObjects.flatMap(object => rows.filter(row => row.objectType === object).map(row => named({ ...row, id: object })))
}

export async function updateRule(db: Db, { id, keepDays, status, version }: BodyOf<typeof dataClean.update>): Promise<void> {
  const { rows } = await sql`update data_clean set keep_days = ${keepDays}, status = ${status}, version = version + 1
    where object_type = ${id} and ${version === undefined ? sql`true` : sql`version = ${version}`} returning object_type`.execute(db)
  if (rows.length === 0) refuse('stale')
}

/** A kind of object to clean, and the moment (by the database's clock) before which its rows are deleted. */
export interface DueCleaning {
  objectType: CleanObject
  before: string
}
export async function dueCleanings(db: Db, ids: readonly string[] | 'enabled'): Promise<DueCleaning[]> {
  const wanted = ids === 'enabled' ? sql`status = 1` : sql`object_type = any (${[...ids]})`
  const { rows } = await sql<DueCleaning>`select object_type, date_trunc('second', now()) - keep_days * interval '1 day' as before
    from data_clean where ${wanted}`.execute(db)
  return cleanObjects.flatMap(object => rows.filter(row => row.objectType === object))
}

export async function beginLog(db: Db, { objectType, before }: DueCleaning, userId: string | null): Promise<string> {
  const id = newId()
  await sql`insert into data_clean_log (id, object_type, before_time, user_id)
    values (${id}, ${objectType}, ${before}::timestamptz, ${userId})`.execute(db)
  return id
}

/** Runs in the transaction of a batch, so that the log agrees with what is deleted. No log if a scheduled run finds nothing. */
export async function keepCount(db: Db, logId: string | undefined, { objectType, count, isDone }: Counted): Promise<void> {
  await sql`update data_clean set last_time = now(), last_count = ${count} where object_type = ${objectType}`.execute(db)
  if (logId !== undefined) await sql`update data_clean_log set count = ${count}, result = ${isDone ? 1 : 0} where id = ${logId}`.execute(db)
}
interface Counted {
  objectType: CleanObject
  count: number
  isDone: boolean
}

export async function pageCleanLog(db: Db, query: QueryOf<typeof dataClean.pageLog>): Promise<Page<CleanLog>> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (query.objectType !== undefined) conditions.push(sql`l.object_type = ${query.objectType}`)
  if (query.beginTime !== undefined) conditions.push(sql`l.create_time >= ${query.beginTime}::timestamptz`)
  if (query.endTime !== undefined) conditions.push(sql`l.create_time < ${query.endTime}::timestamptz + interval '1 second'`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from data_clean_log l where ${where}`.execute(db)
  const { rows } = await everyone(
    'only super administrators see who cleaned',
    sql<Omit<CleanLog, 'name'> & { objectType: CleanObject }>`select l.id, l.object_type, l.count, l.before_time,
      u.user_name, l.create_time, l.result
    from data_clean_log l left join users u on u.id = l.user_id where ${where}
    order by l.create_time desc, l.id desc limit ${query.size} offset ${offsetOf(query)}`,
  ).execute(db)
  return pageOf(query, counted[0]!.total, rows.map(named))
}
