import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { AuditTargets, OperLog, OperLogFilter, operLog } from '@hufu/contract/audit/audit'
import type { Page } from '@hufu/contract/shapes'
import type { Tables } from '../../../../migrations/tables.ts'
import { withTimeLimit, type Db, planAnew } from '../../../platform/database/db.ts'
import { collected, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { everyone, inScope, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { and, conditionsOf, hasOnlyTimeFilter, timeConditions } from './audit-filter.sql.ts'
import { CHAINS } from './chain.sql.ts'

/** Where the total must be counted, counting stops here. */
const COUNT_MAX = 100_000
const PAGE_MS = 15_000
const EXPORT_MS = 120_000

export const logColumns = sql.raw(`o.id, o.lane, o.seq, o.create_time, o.module, o.operate_type, o.user_id, o.user_name, u.real_name,
  g.name as org_name, o.ip, o.method, o.path, o.params, case when o.code in ('success', '0') then 1 else 0 end as result, o.code, o.message,
  o.cost, o.target, o.trace_id`)

/** Objects of a record the caller may see: users, organisations and requests in scope; all others only with an unlimited scope. */
export const targetInScope = (scope: Scope) =>
  scope.all
    ? sql<boolean>`true`
    : sql<boolean>`case t.target_type when 'user' then ${personInScope(scope, 't.target_id')}
        when 'org' then ${inScope(scope, sql.ref('t.target_id'))}
        when 'review' then exists (select from examine e where e.id = t.target_id and ${inScope(scope, sql.ref('e.org_id'))}) else false end`

/** How many objects of a record a list reads at most: a sheet may concern a hundred thousand. */
const TARGETS_LOOKED_AT = 1000
const named = (condition: RawBuilder<unknown>) =>
  sql`(select * from audit_target t where t.log_id = o.id and t.target_name is not null and ${condition}
    order by t.target_type, t.target_name limit ${sql.lit(TARGETS_LOOKED_AT + 1)}) t`
const NAMES = 3

/**
 * `target_name`: the names of the first few objects, those of the record's own kind first; `target_count`: how many of the
 * objects read have a name; `has_more_targets`: whether there are more than were read.
 */
export const targetsSummary = (scope: Scope) => {
  const names = (place: number, condition: RawBuilder<unknown>) =>
    sql`(select t.target_name, ${sql.lit(place)} as place from ${named(condition)} where ${targetInScope(scope)} limit ${sql.lit(NAMES)})`
  return sql`(select string_agg(n.target_name, '、' order by n.place, n.target_name) from (
      select * from (${names(0, sql`t.target_id = o.target`)}
        union all ${names(0, sql`t.target_type = o.module and t.target_id is distinct from o.target`)}
        union all ${names(1, sql`t.target_type <> o.module and t.target_id is distinct from o.target`)}) found
      order by place, target_name limit ${sql.lit(NAMES)}) n) as target_name,
    (select count(*) from ${named(sql`true`)} where ${targetInScope(scope)}) as target_count,
    (select count(*) > ${sql.lit(TARGETS_LOOKED_AT)} from ${named(sql`true`)}) as has_more_targets`
}

/** Joins the actor with their present name and organisation. */
export const withPerson = everyone(
  'personInScope limits the records to the scope; their actors are shown with their present data',
  sql.raw(`oper_log o left join users u on u.id = o.user_id
  left join job j on j.user_id = u.id and j.job_type = 1 left join org g on g.id = j.org_id`),
)

/**
 * Newest first. With only a time filter the total is exact, from the gapless numbers of the chains (after a clock was set
 * back it may be off by the records of that time). Otherwise it is counted up to COUNT_MAX; isCapped says that there are
 * more.
 */
export async function pageLogs(
  kernelDb: Kysely<Tables>,
  scope: Scope,
  query: QueryOf<typeof operLog.page>,
): Promise<Page<OperLog> & { isCapped: boolean }> {
  return withTimeLimit(kernelDb, PAGE_MS, 'auditTooWide', async db => {
    const where = and(await conditionsOf(db, scope, query))
    const total = hasOnlyTimeFilter(scope, query) ? await numbered(db, query) : await counted(db, where)
    const isCapped = total > COUNT_MAX && !hasOnlyTimeFilter(scope, query)
    const [offset, limit] = [offsetOf(query), query.size]
    if (offset >= total) return { ...pageOf(query, isCapped ? COUNT_MAX : total, []), isCapped }
    // Pages of the second half are read from the end, if the total is known.
    const size = Math.min(limit, total - offset)
    const fromEnd = !isCapped && offset > total / 2
    const found = sql`(select o.id, o.create_time from oper_log o where ${where} ${collected(total)}) o`
    const ids = fromEnd
      ? sql`select o.id from ${found} order by o.create_time, o.id limit ${size} offset ${total - offset - size}`
      : sql`select o.id from ${found} order by o.create_time desc, o.id desc limit ${limit} offset ${offset}`
    const { rows } = await sql<OperLog>`${planAnew} select ${logColumns}, ${targetsSummary(scope)}
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

/** Ids for the export, newest first. */
export const idsOf = (kernelDb: Kysely<Tables>, scope: Scope, filter: OperLogFilter, max: number): Promise<string[]> =>
  withTimeLimit(kernelDb, EXPORT_MS, 'auditTooWide', async db => {
    const where = and(await conditionsOf(db, scope, filter))
    const { rows } = await sql<{ id: string }>`${planAnew} select o.id from oper_log o where ${where}
      order by o.create_time desc, o.id desc limit ${max}`.execute(db)
    return rows.map(row => row.id)
  })

/** These records in the same order. */
export async function logsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<(OperLog & { digest: string })[]> {
  const { rows } = await sql<OperLog & { digest: string }>`select ${logColumns}, ${targetsSummary(scope)}, o.digest
    from ${withPerson} where o.id = any (${[...ids]})
    order by o.create_time desc, o.id desc`.execute(db)
  return rows
}

/** The modules that have records, found by an index skip scan; with a limited scope, only records of users in scope count. */
export async function listModules(db: Db, scope: Scope): Promise<string[]> {
  const people = sql`array(select v.value from oper_log_value v where v.kind = 'userId' and ${personInScope(scope, 'v.value')})`
  const done = scope.all ? sql`true` : sql`exists (select from oper_log o where o.module = found.module and o.user_id = any (${people}))`
  const { rows } = await sql<{ module: string }>`with recursive found (module) as (
      select min(module) from oper_log
      union all select (select min(o.module) from oper_log o where o.module > found.module) from found where found.module is not null)
    select module from found where module is not null and ${done}`.execute(db)
  return rows.map(row => row.module)
}

const TARGETS_SHOWN = 200

/** The objects of one record the caller may see. */
export async function targetsOfLog(db: Db, scope: Scope, id: string): Promise<AuditTargets> {
  const { rows } = await sql<AuditTargets['targets'][number] & { total: number }>`select t.target_type as type, t.target_id as id,
      t.target_name as name, count(*) over () as total
    from audit_target t join oper_log o on o.id = t.log_id
    where t.log_id = ${id} and ${personInScope(scope, 'o.user_id')} and ${targetInScope(scope)}
    order by t.target_type <> o.module, t.target_type, t.target_name, t.target_id limit ${sql.lit(TARGETS_SHOWN)}`.execute(db)
  return { total: rows[0]?.total ?? 0, targets: rows.map(({ type, id: of, name }) => ({ type, id: of, name })) }
}

export async function nameOfTarget(db: Db, scope: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select t.target_name as name from audit_target t
    where t.target_id = ${id} and ${targetInScope(scope)} and t.target_name is not null order by t.log_id desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}
