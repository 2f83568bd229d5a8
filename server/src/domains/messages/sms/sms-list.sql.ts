import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { sms, Sms, SmsFilter } from '@hufu/contract/messages/sms'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { collected, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { text } from './text.ts'

const WAITING = 2

export interface Search {
  scope: Scope
  filter: SmsFilter
  keys: Keys
}

/** Messages to unknown telephones have no user, so only callers with an unlimited scope see them. */
function conditionOf({ scope, filter, keys }: Search): RawBuilder<unknown> {
  const { telephone, type, result, userId, beginTime, endTime } = filter
  const parts: RawBuilder<unknown>[] = [personInScope(scope, 's.user_id')]
  if (telephone !== undefined) parts.push(telephoneCondition(keys, telephone.trim()))
  if (type !== undefined) parts.push(sql`s.type = ${type}`)
  if (result !== undefined) parts.push(result === WAITING ? sql`s.result is null` : sql`s.result = ${result}`)
  if (userId !== undefined) parts.push(sql`s.user_id = ${userId}`)
  if (beginTime !== undefined) parts.push(sql`s.create_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) parts.push(sql`s.create_time < ${endTime}::timestamptz + interval '1 second'`)
  return sql.join(parts, sql` and `)
}

const telephoneCondition = (keys: Keys, telephone: string): RawBuilder<unknown> =>
  /^\d{4}$/.test(telephone)
    ? sql`s.phone_tail = ${keys.blindIndex('phoneTail', telephone)}`
    : sql`s.phone_hash = ${keys.blindIndex('phone', telephone)}`

const columns = sql`s.id, s.phone_mask as telephone, s.user_id, u.user_name, u.real_name, s.type, s.content, s.gateway,
  coalesce(s.result, ${sql.lit(WAITING)})::int as result, s.message, s.receipt, s.tries, s.create_time, s.send_time`

export async function pageSms(db: Db, search: Search, query: QueryOf<typeof sms.page>) {
  const where = conditionOf(search)
  const counted = await sql<{ total: number }>`select count(*)::int as total from sms s where ${where}`.execute(db)
  const { total } = counted.rows[0]!
  const { rows } = await everyone(
    'conditionOf limits the messages to the scope',
    sql<Sms>`select ${columns} from (select s.* from (select s.* from sms s where ${where} ${collected(total)}) s
      order by s.create_time desc, s.id desc limit ${query.size} offset ${offsetOf(query)}) s
    left join users u on u.id = s.user_id order by s.create_time desc, s.id desc`,
  ).execute(db)
  return pageOf(query, total, rows)
}

/** A message out of scope is answered like an unknown one (D-75). */
export async function findSms(db: Db, scope: Scope, id: string): Promise<Sms> {
  const { rows } = await sql<Sms>`select ${columns} from sms s left join users u on u.id = s.user_id
    where s.id = ${id} and ${personInScope(scope, 's.user_id')}`.execute(db)
  return rows[0] ?? refuse('smsMissing')
}

export async function smsToday(db: Db, scope: Scope) {
  const { rows } = await sql<{ sent: number; failed: number; waiting: number }>`select
      count(*) filter (where s.result = 1)::int as sent, count(*) filter (where s.result = 0)::int as failed,
      count(*) filter (where s.result is null)::int as waiting
    from sms s where s.create_time >= date_trunc('day', now()) and ${personInScope(scope, 's.user_id')}`.execute(db)
  return rows[0]!
}

/** Newest first, as in the list. */
export async function idsOfSms(db: Db, search: Search, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.id from sms s where ${conditionOf(search)}
    order by s.create_time desc, s.id desc limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

const moment = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`
/** A row for each id, a cell for each column of the sheet. */
export async function smsRows(db: Db, scope: Scope, ids: readonly string[]): Promise<(string | null)[][]> {
  const words = (column: string, of: Readonly<Record<string, string>>) => sql`${JSON.stringify(of)}::jsonb ->> ${sql.ref(column)}::text`
  const { rows } = await sql<{ cells: (string | null)[] }>`select array[${moment('s.create_time')}, s.phone_mask, u.user_name, u.real_name,
      ${words('s.type', text.types)}, s.content, coalesce(${words('s.gateway', text.gateways)}, s.gateway),
      coalesce(${words('s.result', text.results)}, ${text.waiting}), s.message, s.receipt, ${moment('s.send_time')}]::text[] as cells
    from unnest(${[...ids]}::text[]) with ordinality as want (id, n) join sms s on s.id = want.id left join users u on u.id = s.user_id
    where ${personInScope(scope, 's.user_id')} order by want.n`.execute(db)
  return rows.map(row => row.cells)
}
