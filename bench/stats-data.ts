import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { inTransaction, SYSTEM, type Db } from '../server/src/platform/database/db.ts'
import { inBulkMode } from '../tools/seed/bulk-mode.ts'
import { withoutLimits } from '../tools/seed/rows.ts'

export const DAYS = 90
/** Codes of the province and the city whose statistics are read. */
export const BRANCHES = { province: '33', city: '3301' } as const
const GRANT = 'bench-stats-'

/** Ninety days of attempts by all users, more by day and on working days; every fourteenth fails. */
export async function writeLogins(db: Kysely<Tables>, attempts: number): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await sql`set local synchronous_commit = off`.execute(trx)
    await inBulkMode(trx, ['login_log'], async () => {
      await sql`create temporary table person on commit drop as
        select row_number() over () - 1 as n, id, user_name, real_name from users where deleted_at is null`.execute(trx)
      await sql`analyze person`.execute(trx)
      // The last ninety whole days; most attempts are in working hours.
      await sql`insert into login_log (id, user_id, user_name, real_name, login_type, result, message, ip, browser, os, login_time)
        select 'b' || lpad(a.n::text, 31, '0'), p.id, p.user_name, p.real_name,
          (array['password', 'password', 'password', 'password', 'password', 'password', 'phone', 'phone', 'wx', 'ca'])[1 + a.n / ${sql.lit(DAYS)} % 10],
          (a.n / ${sql.lit(DAYS)} % 14 <> 0)::int,
          case when a.n / ${sql.lit(DAYS)} % 14 <> 0 then '登录成功' when a.n % 5 < 3 then '用户名或密码错误，还可尝试' || a.n % 5 || '次' else '验证码错误或已失效' end,
          '10.' || a.n % 199 || '.' || a.n % 97 || '.' || a.n % 251, 'Chrome', 'Windows',
          date_trunc('day', now()) - (1 + a.n % ${sql.lit(DAYS)}) * interval '1 day' + (8 + 6 * (random() + random() - random())) * interval '1 hour'
        from (select n, floor(random() * (select count(*) from person))::bigint as who from generate_series(0, ${attempts - 1}) n) a
        join person p on p.n = a.who`.execute(trx)
    })
    await sql`call recount_logins()`.execute(trx)
  })
  await db.connection().execute(async one => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum analyze login_log, login_tally, org_login_tally, active_tally, last_active`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

/** Removes all sign-ins, so that only those of the bench are there. */
export async function clearLogins(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await sql`truncate login_log`.execute(trx)
    await sql`call recount_logins()`.execute(trx)
    await sql`delete from grade_admin where id like ${`${GRANT}%`}`.execute(trx)
  })
}

/** Gives two of the seeded delegated administrators the statistics of a branch; returns their names. */
export async function createStatsAdmins(db: Db): Promise<Record<keyof typeof BRANCHES, string>> {
  const { rows } = await sql<{ userName: string }>`
    with watcher as (select user_id, row_number() over (order by user_id) as n from (select distinct user_id from grade_admin) all_of_them),
    appointed as (
      insert into grade_admin (id, user_id, org_id, has_include_child)
      select ${GRANT} || o.code, w.user_id, o.id, 1 from unnest(${Object.values(BRANCHES)}::text[]) with ordinality as c (code, n)
      join org o on o.code = c.code and o.deleted_at is null join watcher w on w.n = c.n returning id, user_id),
    pages as (insert into grade_admin_menu (grade_admin_id, menu_id) select id, 'audit_stats' from appointed)
    select u.user_name from appointed a join users u on u.id = a.user_id order by a.id`.execute(db)
  return { province: rows[0]!.userName, city: rows[1]!.userName }
}

const SINGLE_REQUESTS = 2000
/** How many milliseconds writing one log record takes, with or without the counters. */
export async function recordCost(db: Kysely<Tables>, isCounted: boolean): Promise<number> {
  const { rows: people } = await sql<{
    id: string
  }>`select id from users where deleted_at is null order by id limit ${SINGLE_REQUESTS}`.execute(db)
  if (!isCounted) await sql`alter table login_log disable trigger user`.execute(db)
  const begin = performance.now()
  for (const [n, { id }] of people.entries())
    await sql`insert into login_log (id, user_id, user_name, login_type, result, message, ip, browser, os)
      values (${`${isCounted ? 'c' : 'd'}${n}`}, ${id}, 'somebody', 'password', 1, '登录成功', '10.0.0.1', 'Chrome', 'Windows')`.execute(db)
  const taken = (performance.now() - begin) / people.length
  if (!isCounted) await sql`alter table login_log enable trigger user`.execute(db)
  return taken
}
