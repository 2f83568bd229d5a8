import { sql, type RawBuilder } from 'kysely'
import type { OperLogFilter } from '@hufu/contract/audit/audit'
import type { Db } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/paging.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'

/** If more values match, the records are scanned instead, which is then as fast. */
const VALUES_MAX = 500
const TARGETS_MAX = 100_000
const SUCCESS = sql`('success', '0')`

/** Whether the name or address of record `o` contains `part`: looks up the few matching values and compares whole values. */
async function recordsContaining(db: Db, kind: 'ip' | 'userName', part: string): Promise<RawBuilder<unknown>> {
  const column = sql.ref(kind === 'ip' ? 'o.ip' : 'o.user_name')
  const { rows } = await sql<{ value: string }>`select value from oper_log_value
    where kind = ${kind} and value ilike ${contains(part)} limit ${VALUES_MAX + 1}`.execute(db)
  if (rows.length > VALUES_MAX) return sql`${column} ilike ${contains(part)}`
  return sql`${column} = any (${rows.map(row => row.value)}::text[])`
}

/** Whether a user in scope made record `o`; the ids are looked up first, because few users have records. */
async function doneByUsersInScope(db: Db, scope: Scope): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ value: string }>`select v.value from oper_log_value v
    where v.kind = 'userId' and ${personInScope(scope, 'v.value')} limit ${VALUES_MAX + 1}`.execute(db)
  return rows.length > VALUES_MAX ? personInScope(scope, 'o.user_id') : sql`o.user_id = any (${rows.map(row => row.value)}::text[])`
}

/** Whether record `o` has the object as its target or among its targets; considers only the newest TARGETS_MAX of them. */
const namesTarget = (target: string): RawBuilder<unknown> =>
  sql`o.id = any (array((select t.log_id from audit_target t where t.target_id = ${target} order by t.log_id desc limit ${sql.lit(TARGETS_MAX)})
    union all (select l.id from oper_log l where l.target = ${target} order by l.create_time desc, l.id desc limit ${sql.lit(TARGETS_MAX)})))`

/** Conditions on record `o`; empty without filters. */
export async function conditionsOf(db: Db, scope: Scope, filter: OperLogFilter): Promise<RawBuilder<unknown>[]> {
  const { userName, module, operateType, result, ip, traceId, target } = filter
  const conditions = timeConditions(filter)
  if (userName !== undefined) conditions.push(await recordsContaining(db, 'userName', userName))
  if (ip !== undefined) conditions.push(await recordsContaining(db, 'ip', ip))
  if (module !== undefined) conditions.push(sql`o.module = ${module}`)
  if (operateType !== undefined) conditions.push(sql`o.operate_type = ${operateType}`)
  if (traceId !== undefined) conditions.push(sql`o.trace_id = ${traceId}`)
  if (target !== undefined) conditions.push(namesTarget(target))
  if (result === 1) conditions.push(sql`o.code in ${SUCCESS}`)
  if (result === 0) conditions.push(sql`o.code not in ${SUCCESS}`)
  if (!scope.all) conditions.push(await doneByUsersInScope(db, scope))
  return conditions
}

type Period = Pick<OperLogFilter, 'beginTime' | 'endTime'>

/** Includes both ends, and all of the last second (D-07). */
export function timeConditions({ beginTime, endTime }: Period): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (beginTime !== undefined) conditions.push(sql`o.create_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`o.create_time < ${endTime}::timestamptz + interval '1 second'`)
  return conditions
}

export const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)

/** Only a time filter and an unlimited scope: then sequence numbers of the chains give the total. */
export const hasOnlyTimeFilter = (scope: Scope, filter: OperLogFilter): boolean =>
  scope.all &&
  Object.entries(filter).every(([name, value]) => value === undefined || ['beginTime', 'endTime', 'current', 'size'].includes(name))
