import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { Examine, ObjectType, PendingOn, review } from '@hufu/contract/governance/review'
import type { Paging } from '@hufu/contract/shapes'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { collected, nameContains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, inScope, liesBelow, type Scope } from '../../../platform/access/scope.ts'
import { idsNamed } from '../../directory/index.ts'

/** The caller's view of requests of one kind. */
export interface Reader {
  userId: string
  /** Whether the caller is a super administrator, who may act upon all requests. */
  isAdmin: boolean
  /** Undefined if the caller has no review page and sees only their own requests and copies. */
  scope: Scope | undefined
}

const SHOWN_MAX = 3
const isOpen = (
  e: string,
  userId: string,
  more = sql``,
) => sql<boolean>`exists (select 1 from examine_task t where t.examine_id = ${sql.ref(`${e}.id`)}
  and t.step_no = ${sql.ref(`${e}.step_no`)} and t.user_id = ${userId} and t.state = 'open' ${more})`
/** Whether the user has received a copy of request `e` to read. */
const isCopied = (userId: string) =>
  sql`exists (select 1 from examine_task t where t.examine_id = e.id and t.user_id = ${userId} and t.origin = 'cc')`

/** Whether the caller can act upon request `e` now. */
export const mayActOn = ({ userId, isAdmin, scope }: Reader): RawBuilder<boolean> =>
  scope
    ? sql<boolean>`(e.status = 0 and ${isAdmin ? sql`true` : sql`${isOpen('e', userId)} and ${inScope(scope, sql.ref('e.org_id'))}`})`
    : sql<boolean>`false`

const columns = (
  reader: Reader,
) => sql`e.id, e.object_type, e.object_name, e.operate_type, e.act, e.status, coalesce(a.real_name, '') as apply_user,
  e.apply_time, case when e.status = 0 then e.steps -> e.step_no ->> 'name' end as current_node, e.opinion, e.object_id, e.apply_user_id,
  e.org_id, o.name as org_name, e.end_time, e.deadline, coalesce(e.status = 0 and e.deadline < now(), false) as is_overdue,
  waiting.names as waiting_for, waiting.n as waiting_count, jsonb_path_query_array(e.changes, '$[0 to 1]') as changes,
  jsonb_array_length(e.changes) as change_count, e.fault, ${mayActOn(reader)} as may_act,
  (e.status = 0 and e.apply_user_id = ${reader.userId}) as may_withdraw,
  (e.status = 0 and ${isOpen('e', reader.userId, sql`and t.origin <> 'add'`)}) as is_asked, e.row_version as version`

const from = (source: RawBuilder<unknown>) =>
  everyone(
    'the names of the applicant and of the examiners the request waits for',
    sql`${source} e left join users a on a.id = e.apply_user_id left join org o on o.id = e.org_id
  cross join lateral (select count(*) as n, coalesce((array_agg(u.real_name order by t.seq, u.id))[1:${sql.lit(SHOWN_MAX)}], '{}') as names
    from examine_task t join users u on u.id = t.user_id where t.examine_id = e.id and t.step_no = e.step_no and t.state = 'open' and e.status = 0) waiting`,
  )

/** Whether the list shows request `e`: to administrators of its organisation and to asked examiners, else to its applicant. */
const isShown = ({ userId, scope }: Reader): RawBuilder<unknown> =>
  scope
    ? sql`(${inScope(scope, sql.ref('e.org_id'))} or ${isOpen('e', userId)})`
    : sql`(e.apply_user_id = ${userId} or ${isCopied(userId)})`

type ListQuery = QueryOf<typeof review.pageUser>

function conditions(reader: Reader, objectType: ObjectType, query: ListQuery): RawBuilder<unknown> {
  const { name, operateType, status, applyUser, beginTime, endTime, mine, orgId, overdue } = query
  return sql.join(
    [
      sql`e.object_type = ${objectType}`,
      isShown(reader),
      ...(name === undefined ? [] : [nameContains('e.object_name', name)]),
      ...(operateType === undefined ? [] : [sql`e.operate_type = ${operateType}`]),
      ...(status === undefined ? [] : [sql`e.status = ${status}`]),
      ...(applyUser === undefined ? [] : [sql`${planAnew} e.apply_user_id in ${idsNamed(applyUser)}`]),
      ...(beginTime === undefined ? [] : [sql`e.apply_time >= ${beginTime}::timestamptz`]),
      ...(endTime === undefined ? [] : [sql`e.apply_time < ${endTime}::timestamptz + interval '1 second'`]),
      ...(mine ? [mayActOn(reader)] : []),
      ...(orgId === undefined ? [] : [reader.scope ? liesBelow(reader.scope, sql.ref('e.org_id'), orgId) : sql`false`]),
      ...(overdue ? [sql`e.status = 0 and e.deadline < now()`] : []),
    ],
    sql` and `,
  )
}

async function pageWhere(db: Db, reader: Reader, where: RawBuilder<unknown>, paging: Paging) {
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from examine e where ${where}`.execute(db)
  const total = counted[0]?.n ?? 0
  // Selects the page first, then reads the details of its rows.
  const page = sql`(select e.* from (select e.* from examine e where ${where} ${collected(total)}) e
    order by e.n desc limit ${paging.size} offset ${offsetOf(paging)})`
  const { rows } = await sql<Examine>`select ${columns(reader)} from ${from(page)} order by e.n desc`.execute(db)
  return pageOf(paging, total, rows)
}

export const pageRequests = (db: Db, reader: Reader, objectType: ObjectType, query: ListQuery) =>
  pageWhere(db, reader, conditions(reader, objectType, query), query)

export function pageOwn(db: Db, reader: Reader, query: QueryOf<typeof review.pageOwn>) {
  const { status, objectType, cc } = query
  const where = sql.join(
    [
      cc ? isCopied(reader.userId) : sql`e.apply_user_id = ${reader.userId}`,
      ...(status === undefined ? [] : [sql`e.status = ${status}`]),
      ...(objectType === undefined ? [] : [sql`e.object_type = ${objectType}`]),
    ],
    sql` and `,
  )
  return pageWhere(db, reader, where, query)
}

export async function findRequest(db: Db, reader: Reader, id: string): Promise<Examine | undefined> {
  const { rows } =
    await sql<Examine>`select ${columns(reader)} from ${from(sql`examine`)} where e.id = ${id} and ${isShown(reader)}`.execute(db)
  return rows[0]
}

export async function kindOf(db: Db, id: string): Promise<ObjectType> {
  const { rows } = await sql<{ objectType: ObjectType }>`select object_type from examine where id = ${id}`.execute(db)
  return rows[0]?.objectType ?? refuse('examineMissing')
}

/** The next request the caller can act upon, in list order. */
export async function nextOf(db: Db, reader: Reader, objectType: ObjectType, id: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from examine e where e.object_type = ${objectType} and ${mayActOn(reader)} and e.id <> ${id}
    order by e.n > (select n from examine where id = ${id}), e.n desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function countPending(db: Db, reader: Reader, objectType: ObjectType): Promise<{ mine: number; all: number }> {
  if (!reader.scope) return { mine: 0, all: 0 }
  const { rows } = await sql<{ mine: number; all: number }>`select count(*) filter (where ${mayActOn(reader)}) as mine,
      count(*) filter (where ${inScope(reader.scope, sql.ref('e.org_id'))}) as all
    from examine e where e.status = 0 and e.object_type = ${objectType}`.execute(db)
  return rows[0]!
}

/** Only the applicant may submit a request again. */
export async function ownRequest(db: Db, userId: string, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from examine where id = ${id} and apply_user_id = ${userId}`.execute(db)
  return rows[0]?.id ?? refuse('examineMissing')
}

/** The open requests on these records, within the scope of the caller's list. */
export async function pendingAmong(db: Db, scope: Scope, userId: string, objectType: ObjectType, ids: readonly string[]) {
  const { rows } = await sql<PendingOn>`
    select e.object_id, e.id, coalesce(a.real_name, '') as apply_user, e.apply_time, e.operate_type, e.apply_user_id = ${userId} as is_own
    from examine e left join users a on a.id = e.apply_user_id
    where e.object_type = ${objectType} and e.object_id = any (${[...ids]}) and e.status = 0 and ${inScope(scope, sql.ref('e.org_id'))}`.execute(
    db,
  )
  return rows
}
