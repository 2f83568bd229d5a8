import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { inTransaction, SYSTEM, type Db } from '../server/src/platform/database/db.ts'
import { inBulkMode } from '../tools/seed/bulk-mode.ts'
import { withoutLimits } from '../tools/seed/rows.ts'
import { LATE, LATE_ACCOUNT, LATE_IP, LATE_NAME, LATE_YEAR } from './late-people.ts'

/** Rows of the tables that grow by a fraction of what happens. */
const SOME = 300_000
/** In the inbox of one user. */
const MESSAGES = 20_000
const FIRST_DAY = sql`make_timestamptz(${sql.lit(LATE_YEAR)}, 1, 1, 0, 0, 0)`
const isLate = sql`n <= ${sql.lit(LATE)}`
/** The value of late rows, else that of all others. */
const late = (value: unknown, other: unknown) => sql`case when ${isLate} then ${typed(value)} else ${typed(other)} end`
const typed = (value: unknown) => (typeof value === 'number' ? sql.lit(value) : typeof value === 'string' ? sql`${value}::text` : value)
const account = late(sql`${LATE_ACCOUNT} || n`, sql`user_name`)
const name = late(sql`${LATE_NAME}::text`, sql`real_name`)
const ip = late(sql`${LATE_IP} || n % 250`, sql`'10.' || n % 199 || '.' || n % 97 || '.' || n % 251`)
const time = late(sql`${FIRST_DAY} + n * interval '1 second'`, sql`now() - n * interval '20 seconds'`)

/** The audit records of late people, which must be written before all others. */
export const writeLateAudit = (db: Kysely<Tables>) =>
  inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await sql`select count(write_audit(jsonb_build_object('lane', n % 8, 'id', 'late' || n, 'user_id', 'late', 'user_name', ${LATE_ACCOUNT} || n,
        'session_id', 'late', 'ip', ${LATE_IP} || n % 250, 'trace_id', 'late', 'module', 'dict', 'operate_type', 'sort', 'method', 'POST',
        'path', '/v3/dict/sort', 'params', '{}', 'code', 'late', 'message', '最末', 'cost', 1, 'target', 'late')))
      from generate_series(1, ${sql.lit(LATE)}) n`.execute(trx)
  })

/** The records that lists read, `count` of the most frequent kinds; the late ones are the oldest. */
export async function seedRecords(db: Kysely<Tables>, count: number): Promise<void> {
  let isWritten = false
  for (const [table, write] of Object.entries(writers)) {
    const isHistory = table === 'data_history'
    const { rows } =
      await sql`select from ${sql.table(table)} where ${isHistory ? sql`table_name = 'menu' and record_id = 'late'` : sql`id = 'late-1'`} limit 1`.execute(
        db,
      )
    if (rows.length > 0) continue
    console.log(`writing ${table}`)
    isWritten = true
    await inTransaction(db, SYSTEM, async trx => {
      await withoutLimits(trx)
      // Its order is that of the numbers it gives, and the late rows must have the first.
      if (isHistory) await sql`truncate data_history cascade`.execute(trx)
      await sql`set local synchronous_commit = off`.execute(trx)
      await numberPeople(trx)
      await inBulkMode(trx, [table], async () => void (await write(count).execute(trx)))
    })
  }
  if (!isWritten) return
  await db.connection().execute(async one => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum analyze`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

/** Late people have the first numbers. */
async function numberPeople(db: Db): Promise<void> {
  await sql`create temporary table person on commit drop as
    select id as user_id, user_name, real_name, row_number() over (order by user_name not like ${`${LATE_ACCOUNT}%`}, id) as n
    from live_user where id <> '1'`.execute(db)
  await sql`analyze person`.execute(db)
}

/** Rows `n, user_id, user_name, real_name`. */
const from = (count: number) => sql`from (select g as n, p.user_id, p.user_name, p.real_name from generate_series(1, ${sql.lit(count)}) g
  join person p on p.n = 1 + (g - 1) % (select count(*) from person)) numbered`

const writers = {
  login_log: (count: number) => sql`insert into login_log (id, user_id, user_name, real_name, login_type, result, message, ip, browser, os, login_time)
    select 'late-' || n, user_id, ${account}, ${name}, ${late('face', sql`case when n % 7 = 0 then 'phone' else 'password' end`)}, (n % 14 <> 0)::int, '登录', ${ip},
      'Chrome', 'Windows', ${time} ${from(count)}`,
  app_visit: (count: number) => sql`insert into app_visit (id, app_id, user_id, session_id, protocol, fault, ip, browser, os, visit_time)
    select 'late-' || n, 'bench-app-0', user_id, 'late', 'oauth2', ${late('noAccess', '')}, ${ip}, 'Chrome', 'Windows', ${time} ${from(count)}`,
  sync_log: (count: number) => sql`insert into sync_log (id, sync_id, sync_name, app_id, app_name, run_id, object_type, operate_type, object_id, origin_id, name, result,
      message, create_time)
    select 'late-' || n, ${late('late', 'sync-1')}, '同步', ${late('bench-app-8', 'bench-app-0')}, '应用', ${late('late', sql`'run-' || n / 1000`)}, ${late('org', 'user')},
      ${late('delete', 'update')}, user_id, 'o' || n, ${name}, (not ${isLate})::int, ${late('没有响应', '')}, ${time} ${from(count)}`,
  sms: (count: number) => sql`insert into sms (id, phone_mask, phone_hash, phone_tail, user_id, type, content, gateway, result, create_time)
    select 'late-' || n, '138****0000', 'h' || n % 500000, 't' || n % 10000, user_id, ${late('bind', 'login')}, '验证码 ******', 'mock', (not ${isLate})::int, ${time}
    ${from(count)}`,
  data_history: (count: number) => sql`insert into data_history (table_name, record_id, operate_type, before, after, user_id, trace_id, create_time)
    select ${late('menu', sql`(array['users', 'org', 'job', 'app_grant'])[1 + n % 4]`)}, ${late('late', sql`'r' || n % 100000`)}, ${late('delete', 'update')},
      '{"name": "旧", "version": 1}', '{"name": "新", "version": 2}', ${late(sql`user_id`, '1')}, ${late('late', sql`'t' || n / 3`)}, ${time} ${from(count)} order by n`,
  session: () => sql`insert into session (id, token_hash, link_hash, user_id, login_type, ip, agent, create_time, last_seen, expires_at)
    select 'late-' || n, 't' || n, 'l' || n, user_id, ${late('face', 'password')}, ${ip}, 'Chrome', now() - ${late(sql`interval '1 day'`, sql`n * interval '10 milliseconds'`)},
      now() + interval '10 days', now() + interval '20 days' ${from(SOME)}`,
  login_failure: () => sql`insert into login_failure (name_key, id, login_name, user_id, fail_count, first_time, last_time, last_ip, locked_until)
    select user_id, 'late-' || n, ${account}, user_id, 1, ${time}, ${time}, ${ip}, ${late(sql`now() + interval '10 days'`, null)} ${from(SOME)} on conflict do nothing`,
  examine: () => sql`insert into examine (id, object_type, object_id, object_name, org_id, operate_type, status, changes, form, apply_user_id, apply_time, steps, step_no)
    select 'late-' || n, case when n % 2 = 0 then 'user' else 'org' end, 'x' || n, ${name}, ${late('late', '1')}, ${late('delete', 'update')}, ${late(3, 1)}, '[]', '{}', ${late(sql`user_id`, '1')},
      ${time}, '[{"name": "审批"}]', 0 ${from(SOME)} order by n`,
  quartz_log: () => sql`insert into quartz_log (id, quartz_id, name, job_code, triggered_by, node, begin_time, end_time, result)
    select 'late-' || n, ${late('late', 'quartz-1')}, ${late(LATE_NAME, '清理')}, 'cleanSession', ${late('hand', 'clock')}, 'node', ${time}, ${time}, ${late(0, 1)} ${from(SOME)}`,
  inbox: () => sql`insert into inbox (id, user_id, kind, about, create_time, read_time)
    select 'late-' || n, '1', ${late('sync', 'task')}, 'a' || n, now() - ${late(sql`interval '80 days'`, sql`n * interval '1 second'`)}, ${late(null, sql`now()`)} ${from(MESSAGES)}`,
  file: () => sql`insert into file (id, file_name, file_size, content_type, sha256, purpose, owner_id, create_time)
    select 'late-' || n, ${late(sql`${LATE_NAME} || n`, sql`'导出' || n`)}, 1, 'text/plain', 'late', ${late('picture', 'taskResult')}, user_id, ${time} ${from(SOME)}`,
} // prettier-ignore
