import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf, ReplyOf } from '@hufu/contract/call'
import { COUNTED_MAX, type LoginLog, type loginLog, type LoginLogFilter } from '@hufu/contract/audit/login-log'
import type { Tables } from '../../../../migrations/tables.ts'
import { withTimeLimit, type Db, planAnew } from '../../../platform/database/db.ts'
import { addressLike, collected, contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { everyone, amongPeopleInScope, type Scope } from '../../../platform/access/scope.ts'
import { isAlive } from '../../../platform/access/sessions.ts'
import { locksOf } from '../../sign-in/index.ts'

const TIMEOUT_MS = 5000
const columns = sql.raw('l.id, l.user_id, l.user_name, l.real_name, l.login_type, l.result, l.message, l.ip, l.browser, l.os, l.session_id')
const newestFirst = sql.raw('order by l.login_time desc, l.id desc')

/**
 * The matching attempts. Unknown user names belong to no organisation, so only callers with an unlimited scope see them.
 * Each condition must be written like its index in 0017, or the query takes a minute with millions of rows.
 */
function found(scope: Scope, { userName, realName, ip, loginType, result, beginTime, endTime }: LoginLogFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [amongPeopleInScope(scope, 'l.user_id')]
  if (userName !== undefined) conditions.push(sql`lower(l.user_name) like lower(${contains(userName)})`)
  if (realName !== undefined)
    conditions.push(sql`string_to_array(lower(l.real_name), null) @> string_to_array(lower(${realName}), null)
      and l.real_name ilike ${contains(realName)}`)
  if (ip !== undefined) conditions.push(addressLike('l.ip', ip))
  if (loginType !== undefined) conditions.push(sql`l.login_type = ${loginType}`)
  if (result !== undefined) conditions.push(sql`l.result = ${result}`)
  if (beginTime !== undefined) conditions.push(sql`l.login_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`l.login_time < ${endTime}::timestamptz + interval '1 second'`)
  return sql`${planAnew} login_log l where ${sql.join(conditions, sql` and `)}`
}

type Query = QueryOf<typeof loginLog.page>

interface ListContext {
  db: Kysely<Tables>
  scope: Scope
  /** How long a session may be idle, in minutes. */
  idleMinutes: number
}
export const pageLoginLogs = ({ db, scope, idleMinutes }: ListContext, query: Query): Promise<ReplyOf<typeof loginLog.page>> =>
  withTimeLimit(db, TIMEOUT_MS, 'logTooWide', async read => {
    const rows = found(scope, query)
    const { total, more } = await count(read, rows)
    const rest = Math.min(query.size, total - offsetOf(query))
    const hits = sql`(select l.* from ${rows} ${collected(more ? Number.POSITIVE_INFINITY : total)}) l`
    const logged = rest > 0 ? await readPage(read, hits, rest, offsetOf(query)) : []
    const alive = await aliveAmong(read, logged, idleMinutes)
    const records = logged.map(row => ({ ...row, isAlive: row.sessionId !== null && alive.has(row.sessionId) }))
    return { ...pageOf(query, total, records), more }
  })

/** Counts up to COUNTED_MAX and says whether there are more, because an exact count of ten million takes seconds. */
async function count(db: Db, rows: RawBuilder<unknown>): Promise<{ total: number; more: boolean }> {
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${rows} limit ${sql.lit(COUNTED_MAX + 1)}) counted`.execute(db)
  const n = counted[0]!.n
  return { total: Math.min(n, COUNTED_MAX), more: n > COUNTED_MAX }
}

type Logged = Omit<LoginLog, 'lockId' | 'isAlive'>

async function readPage(db: Db, found: RawBuilder<unknown>, limit: number, offset: number): Promise<Omit<LoginLog, 'isAlive'>[]> {
  const { rows } = await sql<Logged>`select ${columns}, l.login_time from ${found} ${newestFirst}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  const locks = await locksOf(db, rows)
  return rows.map((row, n) => ({ ...row, lockId: locks[n] ?? null }))
}

async function aliveAmong(db: Db, logged: readonly Pick<LoginLog, 'sessionId'>[], idleMinutes: number): Promise<ReadonlySet<string>> {
  const ids = logged.flatMap(({ sessionId }) => sessionId ?? [])
  if (ids.length === 0) return new Set()
  const { rows } = await everyone(
    'the sessions of log entries that were found within the scope',
    sql<{ id: string }>`select s.id from session s join users u on u.id = s.user_id
    where s.id = any (${ids}) and ${isAlive(idleMinutes)}`,
  ).execute(db)
  return new Set(rows.map(row => row.id))
}

/** Newest first; at most `max`. */
export async function loginLogIds(db: Db, scope: Scope, filter: LoginLogFilter, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select l.id from ${found(scope, filter)} ${newestFirst} limit ${sql.lit(max)}`.execute(db)
  return rows.map(row => row.id)
}

/** These rows in the given order. */
export async function loginLogRows(db: Db, ids: readonly string[]): Promise<Logged[]> {
  const { rows } = await sql<Logged>`select ${columns}, l.login_time
    from unnest(${[...ids]}::text[]) with ordinality as want (id, n) join login_log l on l.id = want.id order by want.n`.execute(db)
  return rows
}
