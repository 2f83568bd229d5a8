import { sql, type RawBuilder } from 'kysely'
import type { LoginDay, LoginHour, Unit } from '@hufu/contract/audit/stats'
import type { Db } from '../../../platform/database/db.ts'
import { inScope, type Scope } from '../../../platform/access/scope.ts'

/** Whole days, `yyyy-MM-dd`, both ends included. */
export interface Days {
  beginTime: string
  endTime: string
}

/** Users with a job in scope; their attempts in a period are adjacent in login_log_person. */
const usersInScope = (scope: Scope) => sql`select distinct held.user_id from job held where ${inScope(scope, sql.ref('held.org_id'))}`
const between = (days: Days) => sql`log.login_time >= ${days.beginTime}::date and log.login_time < ${days.endTime}::date + 1`

/**
 * The attempts of these days as rows of `login_count`. With a limited scope they are counted from the log, because the users of
 * a scope change.
 */
function attempts(scope: Scope, days: Days, ...columns: ('day' | 'hour' | 'login_type' | 'reason')[]): RawBuilder<unknown> {
  const { beginTime, endTime } = days
  if (scope.all) return sql`select * from login_count where day between ${beginTime} and ${endTime}`
  const reckoned = {
    day: sql`login_day(log.login_time) as day`,
    hour: sql`login_hour(log.login_time) as hour`,
    login_type: sql`log.login_type`,
    reason: sql`login_reason(log.result, log.message) as reason`,
  }
  const shown = columns.map(column => reckoned[column])
  return sql`select log.result, ${sql.join(shown)}, count(*) as attempts from (${usersInScope(scope)}) mine
    join login_log log on log.user_id = mine.user_id and ${between(days)}
    group by ${sql.join([sql`log.result`, ...columns.map(column => sql.ref(column))])}`
}

export async function loginDays(db: Db, scope: Scope, days: Days): Promise<LoginDay[]> {
  const { rows } = await sql<LoginDay>`
    with counted as (
      select day, coalesce(sum(attempts) filter (where result = 1), 0) as success, coalesce(sum(attempts) filter (where result = 0), 0) as fail
      from (${attempts(scope, days, 'day')}) a group by day)
    select d.day::date as date, coalesce(c.success, 0)::bigint as success, coalesce(c.fail, 0)::bigint as fail
    from generate_series(${days.beginTime}::timestamp, ${days.endTime}::timestamp, '1 day') d (day) left join counted c on c.day = d.day::date
    order by 1`.execute(db)
  return rows
}

export async function loginTypes(db: Db, scope: Scope, days: Days): Promise<{ type: string; count: number }[]> {
  const { rows } = await sql<{ type: string; count: number }>`
    select login_type as type, sum(attempts)::bigint as count from (${attempts(scope, days, 'login_type')}) a
    where result = 1 group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

export async function failReasons(db: Db, scope: Scope, days: Days): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, sum(attempts)::bigint as count from (${attempts(scope, days, 'reason')}) a
    where result = 0 group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

export async function loginHours(db: Db, scope: Scope, days: Days): Promise<LoginHour[]> {
  const { rows } = await sql<LoginHour>`
    with counted as (
      select extract(isodow from day) as weekday, hour, sum(attempts) as attempts
      from (${attempts(scope, days, 'day', 'hour')}) a where result = 1 group by 1, 2)
    select w.weekday, h.hour, coalesce(c.attempts, 0)::bigint as count
    from generate_series(1, 7) w (weekday) cross join generate_series(0, 23) h (hour)
    left join counted c on c.weekday = w.weekday and c.hour = h.hour order by 1, 2`.execute(db)
  return rows
}

/** Extends to whole weeks and months, as an incomplete one would look like a decline. */
export async function activeUsers(db: Db, scope: Scope, { beginTime, endTime, unit }: Days & { unit: Unit }) {
  const first = sql`date_trunc(${unit}, ${beginTime}::timestamp)`
  const step = sql`('1 ' || ${unit})::interval`
  const counted = scope.all
    ? sql`select begin, sum(users) as users from active_count where unit = ${unit} and begin between ${first} and ${endTime}::date group by 1`
    : sql`select date_trunc(${unit}, log.login_time at time zone 'Asia/Shanghai')::date as begin, count(distinct log.user_id) as users
        from (${usersInScope(scope)}) mine join login_log log on log.user_id = mine.user_id and log.result = 1
          and log.login_time >= ${first} and log.login_time < date_trunc(${unit}, ${endTime}::timestamp) + ${step}
        group by 1`
  const { rows } = await sql<{ date: string; count: number }>`
    select p.begin::date as date, coalesce(c.users, 0)::bigint as count
    from generate_series(${first}, ${endTime}::timestamp, ${step}) p (begin) left join (${counted}) c on c.begin = p.begin::date
    order by 1`.execute(db)
  return rows
}
