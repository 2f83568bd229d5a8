import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { TimelineEntry, TimelineQuery } from '@hufu/contract/audit/timeline'
import type { Tables } from '../../../../migrations/tables.ts'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { everyone, inScope, personInScope, type Scope } from '../../../platform/access/scope.ts'

export type ObjectType = 'user' | 'org' | 'app' | 'role' | 'appRole'
export interface Subject {
  type: ObjectType
  id: string
  scope: Scope
}
export const TABLES: Readonly<Record<ObjectType, string>> = { user: 'users', org: 'org', app: 'app', role: 'role', appRole: 'app_role' }

/** Tables whose rows grant rights. */
const GRANT_TABLES = [
  'user_role',
  'role_menu',
  'grade_admin',
  'grade_admin_menu',
  'duty_holder',
  'app_grant',
  'app_account',
  'app_role_resource',
]
/** Of operations that changed more rows, only the change of the object's own row is read. */
const CHANGES_MAX = 2000

/** The smallest id that can be made at a moment, as ids begin with their time; `minutes` allows for differing clocks. */
const idAt = (moment: RawBuilder<unknown>, minutes: number): RawBuilder<string> =>
  sql<string>`lpad(to_hex((extract(epoch from ${moment} + ${sql.lit(minutes)} * interval '1 minute') * 1000)::bigint), 12, '0')`

type Span = Pick<TimelineQuery, 'beginTime' | 'endTime'>
const inSpan = (column: RawBuilder<unknown>, { beginTime, endTime }: Span): RawBuilder<unknown>[] => [
  ...(beginTime === undefined ? [] : [sql`${column} >= ${beginTime}::timestamptz`]),
  ...(endTime === undefined ? [] : [sql`${column} < ${endTime}::timestamptz + interval '1 second'`]),
]
const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

function kindConditions(kind: TimelineQuery['kind']): RawBuilder<unknown>[] {
  const rows = sql`select from data_history h where h.trace_id in (o.trace_id, o.target, t.log_id)`
  const granting = sql`exists (${rows} and h.table_name = any (${GRANT_TABLES}))`
  if (kind === 'grant') return [granting]
  if (kind === 'change') return [sql`exists (${rows})`, sql`not ${granting}`]
  return kind === 'act' ? [sql`not exists (${rows})`] : []
}

export type TimelineAct = Omit<
  TimelineEntry,
  'kind' | 'changes' | 'moves' | 'restoreId' | 'isUndone' | 'loginType' | 'agent' | 'time' | 'key'
> & {
  createTime: string
  /** Seconds since 1970, with fractions. */
  at: number
  key: string
  traceId: string
  target: string | null
}

/** Audited operations that concern the object, and tasks not started by a call. */
export async function readActs(db: Db, { type, id }: Subject, query: TimelineQuery, before: string, limit: number): Promise<TimelineAct[]> {
  const conditions = [
    sql`t.target_id = ${id}`,
    sql`t.target_type = ${type}`,
    sql`(o.id is not null or p.id is not null)`,
    ...(before === '' ? [] : [sql`t.log_id < ${before}`]),
    ...(query.beginTime === undefined ? [] : [sql`t.log_id >= ${idAt(sql`${query.beginTime}::timestamptz`, -1)}`]),
    ...(query.endTime === undefined ? [] : [sql`t.log_id <= ${idAt(sql`${query.endTime}::timestamptz`, 1)}`]),
    ...inSpan(sql`coalesce(o.create_time, p.begin_time)`, query),
    ...kindConditions(query.kind),
  ]
  const { rows } = await everyone(
    'the object was found within the scope; the actor is shown by name',
    sql<TimelineAct>`${planAnew} select t.log_id as key, coalesce(o.create_time, p.begin_time) as create_time,
      extract(epoch from coalesce(o.create_time, p.begin_time))::float8 as at,
      coalesce(o.module, '') as module, coalesce(o.operate_type, p.call) as operate_type, coalesce(o.user_id, p.user_id) as by_id,
      coalesce(u.real_name, o.user_name) as by_name, o.ip, case when o.code in ('success', '0') or o.id is null then 1 else 0 end as result,
      coalesce(o.message, '') as message, o.id as log_id, coalesce(o.trace_id, t.log_id) as trace_id, o.target
    from audit_target t left join oper_log o on o.id = t.log_id left join operation p on p.id = t.log_id and o.id is null
      left join users u on u.id = coalesce(o.user_id, p.user_id)
    where ${and(conditions)} order by t.log_id desc limit ${sql.lit(limit)}`,
  ).execute(db)
  return rows
}

export interface HistoryRow {
  id: string
  traceId: string | null
  table: string
  operateType: 'insert' | 'update' | 'delete'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  createTime: string
  at: number
  byId: string | null
  byName: string | null
  /** Its whole operation has been undone. */
  isUndone: boolean
}
const historyColumns = sql.raw(`h.id::text as id, h.trace_id, h.table_name as "table", h.operate_type, h.before, h.after, h.create_time,
  extract(epoch from h.create_time)::float8 as at,
  exists (select from operation p where p.id = h.trace_id and p.undone_by is not null) as is_undone`)

/** Changes without an audited operation, made by synchronisation or system jobs, or whose audit record was cleaned away. */
export async function readUnrecorded(db: Db, { type, id }: Subject, span: Span, before: string, limit: number): Promise<HistoryRow[]> {
  const conditions = [
    sql`h.table_name = ${TABLES[type]}`,
    sql`h.record_id = ${id}`,
    ...(before === '' ? [] : [sql`h.id < ${before}::bigint`]),
    ...inSpan(sql`h.create_time`, span),
    sql`not exists (select from oper_log o where o.trace_id = h.trace_id)`,
    sql`not exists (select from oper_log o where o.target = h.trace_id)`,
    sql`not exists (select from audit_target t where t.target_id = h.record_id and t.log_id = h.trace_id)`,
  ]
  const { rows } = await everyone(
    'the object was found within the scope',
    sql<HistoryRow>`${planAnew} select ${historyColumns}, h.user_id as by_id, u.real_name as by_name
    from data_history h left join users u on u.id = h.user_id
    where ${and(conditions)} order by h.id desc limit ${sql.lit(limit)}`,
  ).execute(db)
  return rows
}

/** For an application or a role, leaves out rows about users out of the caller's scope. */
function withinCallerScope({ type, scope }: Subject): RawBuilder<unknown> {
  if (scope.all || type === 'user' || type === 'org') return sql`true`
  const entry = sql`coalesce(h.after, h.before)`
  return sql`not exists (select from (values (${entry} ->> 'user_id'), (case when ${entry} ->> 'subject_type' = 'user' then ${entry} ->> 'subject_id' end)) named (id)
    where named.id is not null and not ${personInScope(scope, 'named.id')})`
}

/** What these operations changed of the object and of its rights and members. */
export async function readChanges(db: Db, subject: Subject, traces: readonly string[]): Promise<HistoryRow[]> {
  if (traces.length === 0) return []
  const { type, id } = subject
  const { rows } = await sql<HistoryRow>`${planAnew}
    with large as (select p.id from operation p where p.id = any (${[...traces]}) and p.changed > ${sql.lit(CHANGES_MAX)})
    select ${historyColumns}, null as by_id, null as by_name from data_history h
    where h.table_name = ${TABLES[type]} and h.record_id = ${id} and h.trace_id in (select id from large)
    union all
    select ${historyColumns}, null, null from data_history h
    where h.trace_id = any (array(select unnest(${[...traces]}::text[]) except select id from large)) and ${withinCallerScope(subject)}
      and (exists (select from history_columns() c where c.table_name = h.table_name and c.target_type = ${type}
          and ${id} in (case when c.column_name is null then h.record_id else h.after ->> c.column_name end, h.before ->> c.column_name))
        or h.table_name = 'app_grant' and coalesce(h.after, h.before) ->> 'subject_id' = ${id})
    order by id limit 500`.execute(db)
  return rows
}

/** The operation of a change, and whether the change is of the object's own row. */
export async function readTrace(
  db: Db,
  { type, id }: Subject,
  changeId: string,
): Promise<{ traceId: string | null; isOwn: boolean } | undefined> {
  const { rows } = await sql<{ traceId: string | null; isOwn: boolean }>`select h.trace_id,
    h.table_name = ${TABLES[type]} and h.record_id = ${id} as is_own from data_history h where h.id = ${changeId}::bigint`.execute(db)
  return rows[0]
}

export interface SignIn {
  id: string
  loginTime: string
  at: number
  loginType: string
  result: number
  message: string
  ip: string
  browser: string
  os: string
}

export async function readSignIns(db: Db, userId: string, scope: Scope, span: Span, before: string, limit: number): Promise<SignIn[]> {
  const conditions = [
    sql`l.user_id = ${userId}`,
    personInScope(scope, 'l.user_id'),
    ...(before === '' ? [] : [sql`(l.login_time, l.id) < (select b.login_time, b.id from login_log b where b.id = ${before})`]),
    ...inSpan(sql`l.login_time`, span),
  ]
  const { rows } =
    await sql<SignIn>`${planAnew} select l.id, l.login_time, extract(epoch from l.login_time)::float8 as at, l.login_type, l.result, l.message, l.ip, l.browser, l.os
    from login_log l where ${and(conditions)} order by l.login_time desc, l.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Whether the object exists and is in scope. */
export async function isInScope(db: Kysely<Tables> | Db, { type, id, scope }: Subject): Promise<boolean> {
  const narrowed = type === 'user' ? personInScope(scope, 't.id') : type === 'org' ? inScope(scope, sql.ref('t.id')) : sql`true`
  const { rows } = await sql`select from ${sql.table(TABLES[type])} t where t.id = ${id} and ${narrowed}`.execute(db)
  return rows.length > 0
}
export const isGrantTable = (table: string): boolean => GRANT_TABLES.includes(table)
