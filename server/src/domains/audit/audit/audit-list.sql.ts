import { sql, type Kysely } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { OperLog, OperLogFilter, operLog } from '@hufu/contract/audit/audit'
import type { Page } from '@hufu/contract/shapes'
import type { Tables } from '../../../../migrations/tables.ts'
import { withinTime, type Db } from '../../../platform/database/db.ts'
import { offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { planAnew } from '../../../platform/database/prepared.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { and, conditionsOf, isPlain, timeConditions } from './audit-filter.sql.ts'
import { CHAINS } from './chain.sql.ts'

/** So many are counted where filters leave no quicker way; whoever looks for one record narrows further. */
const COUNT_MAX = 100_000
const PAGE_MS = 15_000
const EXPORT_MS = 120_000

export const logColumns = sql.raw(`o.id, o.lane, o.seq, o.create_time, o.module, o.operate_type, o.user_id, o.user_name, u.real_name,
  g.name as org_name, o.ip, o.method, o.path, o.params, case when o.code in ('success', '0') then 1 else 0 end as result, o.code, o.message,
  o.cost, o.target, o.trace_id`)

/** What the target of a record is called today; told to those alone who may see all there is. */
// everyone: names are told only where the scope is everything
export const targetName = (scope: Scope) =>
  scope.all
    ? sql`coalesce((select real_name from users where id = o.target), (select name from org where id = o.target),
        (select name from role where id = o.target), (select name from menu where id = o.target),
        (select name from user_label where id = o.target), (select name from stripe where id = o.target),
        (select name from work_group where id = o.target), (select name from standing where id = o.target),
        (select config_name from config where id = o.target))`
    : sql`null`

/** Who did it, by their name and place of today. */
// everyone: personWithin narrows the records; who did one is told as they are today
export const withPerson = sql.raw(`oper_log o left join users u on u.id = o.user_id
  left join job j on j.user_id = u.id and j.job_type = 1 left join org g on g.id = j.org_id`)

/**
 * Newest first. The total is exact where nothing but a time is asked: the chains are numbered without gaps (a clock set back
 * may put it out by the records of that while). Else it is counted, up to COUNT_MAX; isCapped then says that there are more.
 */
export async function pageLogs(
  kernelDb: Kysely<Tables>,
  scope: Scope,
  query: QueryOf<typeof operLog.page>,
): Promise<Page<OperLog> & { isCapped: boolean }> {
  return withinTime(kernelDb, PAGE_MS, 'auditTooWide', async db => {
    const where = and(await conditionsOf(db, scope, query))
    const total = isPlain(scope, query) ? await numbered(db, query) : await counted(db, where)
    const isCapped = total > COUNT_MAX && !isPlain(scope, query)
    const [offset, limit] = [offsetOf(query), query.size]
    if (offset >= total) return { ...pageOf(query, isCapped ? COUNT_MAX : total, []), isCapped }
    // The last pages are read from the end, where it is known.
    const size = Math.min(limit, total - offset)
    const fromEnd = !isCapped && offset > total / 2
    const ids = fromEnd
      ? sql`select o.id from oper_log o where ${where} order by o.create_time, o.id limit ${size} offset ${total - offset - size}`
      : sql`select o.id from oper_log o where ${where} order by o.create_time desc, o.id desc limit ${limit} offset ${offset}`
    const { rows } = await sql<OperLog>`${planAnew} select ${logColumns}, ${targetName(scope)} as target_name
      from ${withPerson} where o.id = any (array(${ids}))
      order by o.create_time desc, o.id desc`.execute(db)
    return { ...pageOf(query, isCapped ? COUNT_MAX : total, rows), isCapped }
  })
}

async function numbered(db: Db, period: OperLogFilter): Promise<number> {
  const inTime = and([sql`o.lane = l.lane`, ...timeConditions(period)])
  const order = sql.raw(period.beginTime === undefined && period.endTime === undefined ? 'o.seq' : 'o.create_time')
  const { rows } = await sql<{ total: number }>`${planAnew} select coalesce(sum(late.seq - early.seq + 1), 0)::bigint as total
    from unnest(${[...CHAINS]}::smallint[]) l (lane)
    cross join lateral (select o.seq from oper_log o where ${inTime} order by ${order} limit 1) early
    cross join lateral (select o.seq from oper_log o where ${inTime} order by ${order} desc limit 1) late`.execute(db)
  return rows[0]!.total
}

async function counted(db: Db, where: ReturnType<typeof and>): Promise<number> {
  const { rows } = await sql<{ total: number }>`${planAnew} select count(*) as total from (
    select 1 from oper_log o where ${where} limit ${COUNT_MAX + 1}) found`.execute(db)
  return rows[0]!.total
}

/** What a sheet is made of, newest first. */
export const idsOf = (kernelDb: Kysely<Tables>, scope: Scope, filter: OperLogFilter, max: number): Promise<string[]> =>
  withinTime(kernelDb, EXPORT_MS, 'auditTooWide', async db => {
    const where = and(await conditionsOf(db, scope, filter))
    const { rows } = await sql<{ id: string }>`${planAnew} select o.id from oper_log o where ${where}
      order by o.create_time desc, o.id desc limit ${max}`.execute(db)
    return rows.map(row => row.id)
  })

/** These, in the same order. */
export async function logsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<(OperLog & { digest: string })[]> {
  const { rows } = await sql<OperLog & { digest: string }>`select ${logColumns}, ${targetName(scope)} as target_name, o.digest
    from ${withPerson} where o.id = any (${[...ids]})
    order by o.create_time desc, o.id desc`.execute(db)
  return rows
}

/** Each module there is a record of; the index is leapt through, not read. Of a branch those of what its own people did. */
export async function listModules(db: Db, scope: Scope): Promise<string[]> {
  const people = sql`array(select v.value from oper_log_value v where v.kind = 'userId' and ${personInScope(scope, 'v.value')})`
  const done = scope.all ? sql`true` : sql`exists (select from oper_log o where o.module = found.module and o.user_id = any (${people}))`
  const { rows } = await sql<{ module: string }>`with recursive found (module) as (
      select min(module) from oper_log
      union all select (select min(o.module) from oper_log o where o.module > found.module) from found where found.module is not null)
    select module from found where module is not null and ${done}`.execute(db)
  return rows.map(row => row.module)
}
