import { foldName } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import type { QueryOf, ReplyOf } from '@hufu/contract/call'
import type { IncorrectLogin, incorrectLogin, UserLock } from '@hufu/contract/sign-in/incorrect-login'
import { secondJobOnlyAmong, higherAmong, refuseElsewhere, refuseHigher } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { addressLike, collected, contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, personInScope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { personConditions } from '../../directory/index.ts'

type Query = QueryOf<typeof incorrectLogin.page>
const ADDRESSES_SHOWN = 20
type CallContext = Pick<Context, 'db' | 'scope' | 'who' | 'kernel'>

/** A name without a user belongs to no organisation, so only an unlimited scope sees it. Names of deleted users are left out. */
function conditionsOf({ scope, kernel }: CallContext, { searchKey, ip, locked, beginTime, endTime }: Query): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [personInScope(scope, 'f.user_id'), sql`(f.user_id is null or u.deleted_at is null)`]
  if (searchKey !== undefined) {
    const person = sql.join(personConditions({ scope, keys: kernel.keys, filter: { searchKey } }), sql` and `)
    conditions.push(
      everyone(
        'a condition on failures that personInScope narrows',
        // Two finds of their own: joined by "or", every failure would be looked up.
        sql`f.id in (select n.id from login_failure n where n.login_name ilike ${contains(searchKey)}
      union all select n.id from live_user u join login_failure n on n.user_id = u.id where ${person})`,
      ),
    )
  }
  if (ip !== undefined) conditions.push(addressLike('f.last_ip', ip))
  if (locked !== undefined) conditions.push(sql`coalesce(f.locked_until > now(), false) = ${locked}`)
  if (beginTime !== undefined) conditions.push(sql`f.last_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`f.last_time < ${endTime}::timestamptz + interval '1 second'`)
  return sql.join(conditions, sql` and `)
}

export async function pageIncorrectLogins(ctx: CallContext, query: Query): Promise<ReplyOf<typeof incorrectLogin.page>> {
  const conditions = conditionsOf(ctx, query)
  const from = everyone(
    'conditionsOf narrows the failures; the main organisation of a user in scope is shown',
    sql`login_failure f left join users u on u.id = f.user_id`,
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${from} where ${conditions}`.execute(ctx.db)
  const { n: total } = counted[0]!
  const { rows } = await sql<Omit<IncorrectLogin, 'isAbove'>>`
    select f.id, f.login_name, f.user_id, u.real_name, o.name as org_name, f.fail_count, f.last_ip, f.last_time,
      f.method, coalesce(f.locked_until > now(), false) as locked,
      case when not coalesce(f.locked_until > now(), false) then null when f.locked_by is not null then 'account'
        when f.all_until > now() then 'all' else 'address' end as locked_for,
      array(select a.address from login_failure_address a where a.name_key = f.name_key and a.locked_until > now()
        order by a.locked_until desc limit ${sql.lit(ADDRESSES_SHOWN)}) as locked_addresses, case when f.locked_until > now() then f.locked_until end as unlock_time,
      case when f.locked_until > now() then b.real_name end as locked_by,
      case when f.locked_until > now() then f.lock_reason end as lock_reason
    from (select f.* from (select f.* from ${from} where ${conditions} ${collected(total)}) f
      order by f.last_time desc, f.id desc limit ${query.size} offset ${offsetOf(query)}) f left join users u on u.id = f.user_id left join users b on b.id = f.locked_by and (b.id = ${ctx.who.userId} or ${personInScope(ctx.scope, 'b.id')})
    left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id
    order by f.last_time desc, f.id desc`.execute(ctx.db)
  const above = (await higherAmong(ctx.db, ctx.who, userIdsIn(rows))).union(await secondJobOnlyAmong(ctx.db, ctx.scope, userIdsIn(rows)))
  const records = rows.map(row => ({ ...row, isAbove: row.userId !== null && above.has(row.userId) }))
  return pageOf(query, total, records)
}

const userIdsIn = (rows: readonly { userId: string | null }[]): string[] => rows.flatMap(({ userId }) => userId ?? [])

/**
 * Resets counters. Nobody may unlock themselves or a user ranking above them (docs/decisions/rights.md, 0012), because guessing and unlocking
 * in turn would allow unlimited guesses.
 */
export async function unlock(
  { db, scope, who, auditTarget }: Pick<Context, 'db' | 'scope' | 'who' | 'auditTarget'>,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ userId: string | null; loginName: string }>`select f.user_id, f.login_name from login_failure f
    where f.id = any (${wanted}) and ${personInScope(scope, 'f.user_id')} order by f.id for update`.execute(db)
  if (rows.length < wanted.length) refuse('incorrectLoginMissing')
  const people = userIdsIn(rows)
  if (people.includes(who.userId)) refuse('ownUnlock')
  await refuseHigher(db, who, people)
  await refuseElsewhere(db, scope, people)
  for (const { userId, loginName } of rows) auditTarget(userId ?? loginName, userId === null ? 'loginName' : 'user')
  await sql`delete from login_failure where id = any (${wanted})`.execute(db)
  return wanted.length
}

/** The ids of the counters that lock each of these names now. */
export async function locksOf(db: Db, named: readonly { userId: string | null; userName: string }[]): Promise<(string | undefined)[]> {
  const keys = named.map(({ userId, userName }) => userId ?? `name:${foldName(userName)}`)
  const { rows } = await sql<{ nameKey: string; id: string }>`select name_key, id from login_failure
    where name_key = any (${[...new Set(keys)]}) and locked_until > now()`.execute(db)
  const locks = new Map(rows.map(row => [row.nameKey, row.id]))
  return keys.map(key => locks.get(key))
}

interface ManualLock {
  userIds: readonly string[]
  minutes: number
  by: string
  reason: string
}

/** Locks these accounts for every sign-in method; a longer existing lock keeps its end. */
export const lockByHand = (db: Db, { userIds, minutes, by, reason }: ManualLock) =>
  everyone(
    'lockEach has found these users within the scope',
    sql`insert into login_failure as known (name_key, id, login_name, user_id, fail_count, first_time, last_time, last_ip,
      locked_until, locked_by, lock_reason, lock_time)
    select u.id, n.id, u.user_name, u.id, 0, now(), now(), '', now() + ${minutes} * interval '1 minute', ${by}, ${reason}, clock_timestamp()
    from unnest(${[...userIds]}::text[], ${userIds.map(() => newId())}::text[]) as n (user_id, id) join users u on u.id = n.user_id
    order by u.id
    on conflict (name_key) do update set locked_until = greatest(known.locked_until, excluded.locked_until),
      locked_by = excluded.locked_by, lock_reason = excluded.lock_reason, lock_time = excluded.lock_time`,
  ).execute(db)

/** The user's lock now in force; the administrator who set it is named if they are in the caller's scope. */
export async function lockOfUser({ db, scope, who }: Pick<CallContext, 'db' | 'scope' | 'who'>, userId: string): Promise<UserLock | null> {
  const { rows } =
    await sql<UserLock>`select f.id, f.locked_until as unlock_time, f.fail_count, f.last_ip, b.real_name as locked_by, f.lock_reason
    from login_failure f left join users b on b.id = f.locked_by and (b.id = ${who.userId} or ${personInScope(scope, 'b.id')})
    where f.name_key = ${userId} and f.locked_until > now() and ${personInScope(scope, 'f.user_id')}`.execute(db)
  return rows[0] ?? null
}
