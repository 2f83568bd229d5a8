import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import { type dataHistory, RECORD_ROWS_MAX } from '@hufu/contract/operations/data-history'
import { mechanicalFields, tableName } from '@hufu/contract/audit/history-text'
import { actorName } from '../../../platform/access/clients.ts'
import { everyone } from '../../../platform/access/scope.ts'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { collected, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { idsNamed } from '../../directory/index.ts'
import type { Row } from './restore-rule.ts'
import { type ListedChange, withSummaries } from './summary.sql.ts'

/** Counting stops here, and the list only says that there are more. */
const COUNT_MAX = 10_000

export type FoundChange = ListedChange & { userId: string | null; before: Row | null; after: Row | null }

/** The name of a record from its own columns, or for a link from the names of the linked objects. */
const recordName = everyone(
  'only callers who may see the whole history see these names',
  sql.raw(`coalesce(e.entry ->> 'real_name', e.entry ->> 'config_name', e.entry ->> 'title', e.entry ->> 'name',
  nullif(concat_ws(' · ',
    (select u.real_name from users u where u.id = e.entry ->> 'user_id'),
    (select r.name from role r where r.id = e.entry ->> 'role_id'),
    (select l.name from user_label l where l.id = e.entry ->> 'label_id'),
    (select m.name from menu m where m.id = e.entry ->> 'menu_id'),
    (select o.name from org o where o.id = e.entry ->> 'org_id')), ''))`),
)

const columns = sql`h.id::text as id, h.table_name, h.record_id, h.operate_type, h.create_time, h.trace_id as operation_id,
  ${recordName} as record_name, u.user_name, ${actorName('u', 'h.user_id')} as real_name, o.call, coalesce(o.changed, 1) as changed,
  o.undone_by is not null as is_undone, e.entry ->> 'user_id' as owner_id,
  case h.operate_type when 'update' then array(select n.key from jsonb_each(h.after) n
    where n.value is distinct from h.before -> n.key and n.key <> all (${[...mechanicalFields]}::text[])) else '{}' end as fields`
const joined = everyone(
  'only callers who may see the whole history see the actors, with their present names',
  sql.raw(`left join users u on u.id = h.user_id left join operation o on o.id = h.trace_id
  cross join lateral (select coalesce(h.after, h.before) as entry) e`),
)

/** The tables whose changes the history records, with their names. */
export async function listTables(db: Db): Promise<{ tableName: string; name: string }[]> {
  const { rows } = await sql<{ tableName: string }>`select tgrelid::regclass::text as table_name from pg_trigger
    where tgname = 'history_insert' order by 1`.execute(db)
  return rows.map(row => ({ ...row, name: tableName(row.tableName) }))
}

type Query = QueryOf<typeof dataHistory.page>

/** Limits by id as well as by time, with an hour of slack, because ids grow with time but not strictly. */
function conditionsOf({ tableName: table, recordId, operateType, userName, operationId, beginTime, endTime }: Query, alias: string) {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  const firstId = (time: string, slack: string) =>
    sql`(select b.id from data_history b where b.create_time >= ${time}::timestamptz + ${slack}::interval order by b.create_time limit 1)`
  return [
    sql<boolean>`true`,
    ...(table === undefined ? [] : [sql`${at('table_name')} = ${table}`]),
    ...(recordId === undefined ? [] : [sql`${at('record_id')} = ${recordId}`]),
    ...(operateType === undefined ? [] : [sql`${at('operate_type')} = ${operateType}`]),
    ...(operationId === undefined ? [] : [sql`${at('trace_id')} = ${operationId}`]),
    ...(userName === undefined
      ? []
      : [sql`${at('user_id')} = any (array(${idsNamed(userName)}))`]), // prettier-ignore
    ...(beginTime === undefined
      ? []
      : [sql`${at('create_time')} >= ${beginTime}::timestamptz and ${at('id')} >= coalesce(${firstId(beginTime, '-1 hour')}, 0)`]),
    ...(endTime === undefined
      ? []
      : [sql`${at('create_time')} < ${endTime}::timestamptz + interval '1 second' and ${at('id')} <= coalesce(${firstId(endTime, '1 hour')}, 9223372036854775807)`]), // prettier-ignore
  ]
}

const allOf = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

/** Newest first; `collapsed`: only the newest matching row of each operation. */
export async function pageHistory(db: Db, query: Query) {
  const where = allOf(conditionsOf(query, 'h'))
  const isFirst = query.collapsed
    ? sql<boolean>`(x.trace_id is null or not exists (select from data_history l where l.trace_id = x.trace_id and l.id > x.id
        and ${allOf(conditionsOf(query, 'l'))}))`
    : sql<boolean>`true`
  const found = sql`select h.id, h.trace_id from data_history h where ${where}`
  const { rows: counted } = await sql<{ n: number }>`${planAnew} select count(*) as n from (${found} limit ${COUNT_MAX + 1}) x`.execute(db)
  const seen = counted[0]!.n
  const isCapped = seen > COUNT_MAX
  // A count that was cut off does not say how many there are.
  const newestFirst = sql`select h.id, h.trace_id from (${found} ${collected(isCapped ? Number.POSITIVE_INFINITY : seen)}) h order by h.id desc`
  const total = query.collapsed ? await countOperations(db, sql`${newestFirst} limit ${COUNT_MAX + 1}`, isFirst) : seen
  const { rows } = await sql<ListedChange>`${planAnew} select ${columns} from data_history h ${joined}
    where h.id = any (array(select x.id from (${newestFirst}) x where ${isFirst} limit ${query.size} offset ${offsetOf(query)}))
    order by h.id desc`.execute(db)
  return { ...pageOf(query, Math.min(total, COUNT_MAX), await withSummaries(db, rows, query.collapsed)), isCapped }
}

async function countOperations(db: Db, rows: RawBuilder<unknown>, isFirst: RawBuilder<boolean>): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`${planAnew} select count(*) as n from (${rows}) x where ${isFirst}`.execute(db)
  return counted[0]!.n
}

export async function historyOfRecord(db: Db, { tableName: table, recordId, beforeId }: QueryOf<typeof dataHistory.listByRecord>) {
  const { rows } = await sql<ListedChange>`select ${columns} from data_history h ${joined}
    where h.table_name = ${table} and h.record_id = ${recordId} and h.id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
    order by h.id desc limit ${RECORD_ROWS_MAX}`.execute(db)
  return withSummaries(db, rows)
}

const ID = /^\d{1,18}$/

export async function findHistory(db: Db, id: string): Promise<FoundChange> {
  if (!ID.test(id)) refuse('historyMissing')
  const { rows } =
    await sql<FoundChange>`select ${columns}, h.user_id, h.before, h.after from data_history h ${joined} where h.id = ${id}::bigint`.execute(
      db,
    )
  return rows[0] ?? refuse('historyMissing')
}

/** These changes, the last one first. */
export async function historyByIds(db: Db, ids: readonly string[]): Promise<FoundChange[]> {
  const { rows } = await sql<FoundChange>`select ${columns}, h.user_id, h.before, h.after from data_history h ${joined}
    where h.id = any (${[...ids]}::bigint[]) order by h.id desc`.execute(db)
  return rows
}

/** The changes of these operations, the last one first. */
export async function historyOfOperations(db: Db, ids: readonly string[], most: number): Promise<FoundChange[]> {
  const { rows } = await sql<FoundChange>`select ${columns}, h.user_id, h.before, h.after from data_history h ${joined}
    where h.trace_id = any (${[...ids]}) order by h.id desc limit ${most}`.execute(db)
  return rows
}
