import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf, ReplyOf } from '@hufu/contract/call'
import {
  COUNTED_MAX,
  FAILURE_GROUPS_MAX,
  FAILURES_GROUPED_MAX,
  type SyncLog,
  type SyncLogBrief,
  type SyncLogFilter,
  type syncLog,
} from '@hufu/contract/provisioning/sync-log'
import type { Tables } from '../../../../migrations/tables.ts'
import { amongOrgsInScope, amongPeopleInScope, type Scope } from '../../../platform/access/scope.ts'
import { agedRows } from '../../../platform/database/cleaner.ts'
import { withTimeLimit, type Db, planAnew } from '../../../platform/database/db.ts'
import { collected, contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

const TIMEOUT_MS = 5000
const columns =
  sql.raw(`l.id, l.sync_id, l.sync_name, l.app_id, l.app_name, l.run_id, l.object_type, l.operate_type, l.object_id, l.origin_id, l.name,
  l.result, l.message, l.attempt, l.retry_of, l.create_time`)
const newestFirst = sql.raw('order by l.create_time desc, l.id desc')

/** Whether the caller may see row `l`. Summaries of runs and rows without an object are shown only with an unlimited scope. */
export const isVisibleIn = (scope: Scope): RawBuilder<unknown> =>
  scope.all
    ? sql`true`
    : sql`(l.object_type = 'user' and ${amongPeopleInScope(scope, 'l.object_id')}
        or l.object_type = 'org' and ${amongOrgsInScope(scope, 'l.object_id')})`

/** Each condition must be written like its index in 0064 and 0068, so that PostgreSQL uses the index. */
function found(scope: Scope, filter: SyncLogFilter): RawBuilder<unknown> {
  const { syncId, appId, runId, objectId, objectType, operateType, result, name, message, beginTime, endTime } = filter
  const conditions: RawBuilder<unknown>[] = [isVisibleIn(scope)]
  if (syncId !== undefined) conditions.push(sql`l.sync_id = ${syncId}`)
  if (appId !== undefined) conditions.push(sql`l.app_id = ${appId}`)
  if (runId !== undefined) conditions.push(sql`l.run_id = ${runId}`)
  if (objectId !== undefined) conditions.push(sql`l.object_id = ${objectId}`)
  if (objectType !== undefined) conditions.push(sql`l.object_type = ${objectType}`)
  if (operateType !== undefined) conditions.push(sql`l.operate_type = ${operateType}`)
  if (result !== undefined) conditions.push(result === 0 ? sql`l.result = 0` : sql`l.result = 1`)
  if (name !== undefined)
    conditions.push(sql`string_to_array(lower(l.name), null) @> string_to_array(lower(${name}), null) and l.name ilike ${contains(name)}`)
  if (message !== undefined) conditions.push(sql`l.message = ${message}`)
  if (beginTime !== undefined) conditions.push(sql`l.create_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`l.create_time < ${endTime}::timestamptz + interval '1 second'`)
  return sql`${planAnew} sync_log l where ${sql.join(conditions, sql` and `)}`
}

export const pageSyncLogs = (
  db: Kysely<Tables>,
  scope: Scope,
  query: QueryOf<typeof syncLog.page>,
): Promise<ReplyOf<typeof syncLog.page>> =>
  withTimeLimit(db, TIMEOUT_MS, 'logTooWide', async read => {
    const rows = found(scope, query)
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from (
      select 1 from ${rows} limit ${sql.lit(COUNTED_MAX + 1)}) counted`.execute(read)
    const { n } = counted[0]!
    const total = Math.min(n, COUNTED_MAX)
    const rest = Math.min(query.size, total - offsetOf(query))
    const hits = sql`(select l.* from ${rows} ${collected(n)}) l`
    return { ...pageOf(query, total, rest > 0 ? await readPage(read, hits, rest, offsetOf(query)) : []), more: n > COUNTED_MAX }
  })

async function readPage(db: Db, rows: RawBuilder<unknown>, limit: number, offset: number): Promise<SyncLogBrief[]> {
  const read = await sql<SyncLogBrief>`select ${columns} from ${rows} ${newestFirst}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return read.rows
}

/** The most frequent messages among the latest failures only, because grouping a log of millions would take too long. */
export const groupFailures = (
  db: Kysely<Tables>,
  scope: Scope,
  filter: QueryOf<typeof syncLog.listFailure>,
): Promise<ReplyOf<typeof syncLog.listFailure>> =>
  withTimeLimit(db, TIMEOUT_MS, 'logTooWide', async read => {
    if (filter.result === 1) return { groups: [], more: false }
    const { rows } = await sql<{ message: string; count: number; of: number }>`with latest as (
        select l.message from ${found(scope, { ...filter, message: undefined, result: 0 })} ${newestFirst} limit ${sql.lit(FAILURES_GROUPED_MAX)})
      select message, count(*) as count, (select count(*) from latest) as of from latest
      group by message order by count desc, message limit ${sql.lit(FAILURE_GROUPS_MAX)}`.execute(read)
    return { groups: rows.map(({ message, count }) => ({ message, count })), more: (rows[0]?.of ?? 0) >= FAILURES_GROUPED_MAX }
  })

/** A row out of the caller's scope is answered like an unknown one (D-75). */
export async function findSyncLog(db: Db, scope: Scope, id: string): Promise<SyncLog> {
  const { rows } = await sql<SyncLog>`select ${columns}, l.request, l.response, l.before, l.after
    from sync_log l where l.id = ${id} and ${isVisibleIn(scope)}`.execute(db)
  return rows[0] ?? refuse('syncLogMissing')
}

/** The ids of the matching rows, newest first; at most `max`. */
export async function syncLogIds(db: Db, scope: Scope, filter: SyncLogFilter, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select l.id from ${found(scope, filter)} ${newestFirst} limit ${sql.lit(max)}`.execute(db)
  return rows.map(row => row.id)
}

/** The rows with these ids, in this order. */
export async function syncLogRows(db: Db, ids: readonly string[]): Promise<SyncLogBrief[]> {
  const { rows } = await sql<SyncLogBrief>`select ${columns}
    from unnest(${[...ids]}::text[]) with ordinality as want (id, n) join sync_log l on l.id = want.id order by want.n`.execute(db)
  return rows
}

interface Source {
  id: string
  name: string
}

/** The distinct values of an indexed column, found by an index skip scan, because the log has millions of rows but few sources. */
const eachOnce = (id: 'sync_id' | 'app_id', name: 'sync_name' | 'app_name') => {
  const [column, label] = [sql.ref(id), sql.ref(name)]
  return sql<Source>`with recursive source (id) as (
      (select ${column} from sync_log where ${column} is not null order by ${column} limit 1)
      union all select (select l.${column} from sync_log l where l.${column} > s.id order by l.${column} limit 1) from source s where s.id is not null)
    select s.id, latest.name from source s cross join lateral (select coalesce(l.${label}, '') as name from sync_log l
      where l.${column} = s.id order by l.create_time desc, l.id desc limit 1) latest where s.id is not null order by latest.name, s.id`
}

export async function sourcesOf(db: Db): Promise<{ syncs: Source[]; apps: Source[] }> {
  const syncs = await eachOnce('sync_id', 'sync_name').execute(db)
  const apps = await eachOnce('app_id', 'app_name').execute(db)
  return { syncs: syncs.rows, apps: apps.rows }
}

export const syncLogCleaner = agedRows({ table: 'sync_log', time: 'create_time' })
