import { user } from '@hufu/contract/directory/user'
import { apiItem } from '@hufu/contract/federation/api-item'
import { review } from '@hufu/contract/governance/review'
import { dataClean } from '@hufu/contract/operations/data-clean'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { dict } from '@hufu/contract/operations/dict'
import { task } from '@hufu/contract/task'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { inTransaction, SYSTEM } from '../server/src/platform/database/db.ts'
import { waitForNames } from './data.ts'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import { signInAs, type Running } from './server.ts'

const HISTORY_ROWS = 3_000_000
const LOGINS = 1_000_000
const SIGN_INS = 60
const JOBS = 20
const CLOSED_JOBS = 10
const IDLE_SECONDS = 30

/** What running the system costs (G14). */
export async function operations(server: Running, db: Kysely<Tables>, password: string): Promise<Row[]> {
  const list = await latency(() => server.call(dict.list, { query: { type: 'orgType' } }))
  return [
    ['a dictionary read by a form, c1', `${ms(list.p50)} ms, p95 ${ms(list.p95)}`, '0.3 ms in the server'],
    await idle(db),
    await closing(server, db, password),
    await dueJobs(db),
    ...(await history(server, db)),
    ...(await cleaning(server, db, password)),
  ]
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** The queries of a node without requests: its timers for jobs, tasks and settings, and its heartbeat. */
async function idle(db: Kysely<Tables>): Promise<Row> {
  const counted = async () => {
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql<{
      n: number
    }>`select xact_commit::int as n from pg_stat_database where datname = current_database()`.execute(db)
    return rows[0]!.n
  }
  const before = await counted()
  await wait(IDLE_SECONDS * 1000)
  return ['transactions of a node nobody asks anything', `${(((await counted()) - before) / IDLE_SECONDS).toFixed(1)} /s`, '']
}

/** How long a call is still answered after it was closed. */
async function closing(server: Running, db: Kysely<Tables>, password: string): Promise<Row> {
  const { records } = await server.call(user.page, { query: { size: 1, status: 1, current: 400, orderBy: 'createTime', asc: true } })
  await db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', records[0]!.id).execute()
  const they = server.with(await signInAs(records[0]!.userName, password))
  // The user must be able to make the call while it is open, or a refusal would prove nothing.
  await they.call(review.count)
  const [item] = (await server.call(apiItem.page, { query: { path: review.count.path } })).records
  const isOpen = () => they.call(review.count).then(() => true, (error: Error) => !error.message.includes('4403')) // prettier-ignore
  const taken: number[] = []
  for (let n = 0; n < CLOSED_JOBS; n++) {
    await server.call(apiItem.setStatus, { query: { status: 0 }, body: { ids: [item!.id] } })
    const begin = performance.now()
    while (await isOpen()) await wait(5)
    taken.push(performance.now() - begin)
    await server.call(apiItem.setStatus, { query: { status: 1 }, body: { ids: [item!.id] } })
    while (!(await isOpen())) await wait(5)
  }
  return ['a closed call is refused after', `${ms(Math.max(...taken))} ms at most of ${CLOSED_JOBS}`, '1 s']
}

/** Jobs due one after the other: how long after its due time each one starts. */
async function dueJobs(db: Kysely<Tables>): Promise<Row> {
  await clearJobs(db)
  await sql`insert into quartz (id, name, job_code, cron, next_time, built_in)
    select 'bench-' || n, 'bench-' || n, 'cleanSession', '0 0 4 1 1 ?', now() + n * interval '700 milliseconds', 0
    from generate_series(1, ${sql.lit(JOBS)}) n`.execute(db)
  const { rows: jobs } = await sql<{ id: string; at: number }>`select id, extract(epoch from next_time)::float8 * 1000 as at
    from quartz where id like 'bench-%'`.execute(db)
  const times = new Map(jobs.map(row => [row.id, row.at]))
  for (let seen = 0; seen < JOBS; await wait(200)) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from quartz_log where quartz_id like 'bench-%'`.execute(db)
    seen = rows[0]!.n
  }
  const { rows } = await sql<{ id: string; at: number }>`select quartz_id as id, extract(epoch from begin_time)::float8 * 1000 as at
    from quartz_log where quartz_id like 'bench-%'`.execute(db)
  await clearJobs(db)
  const late = rows.map(({ id, at }) => at - times.get(id)!).toSorted((a, b) => a - b)
  return ['a scheduled job begins after its time', `${ms(late[JOBS / 2]!)} ms, at most ${ms(late.at(-1)!)} of ${JOBS}`, 'p99 2 s']
}

async function clearJobs(db: Kysely<Tables>): Promise<void> {
  await sql`delete from quartz where id like 'bench-%'`.execute(db)
  await sql`delete from quartz_log where quartz_id like 'bench-%'`.execute(db)
}

/** Three million rows, spread over a year. */
async function fillHistory(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql<{ n: number }>`select count(*) as n from data_history`.execute(trx)
    await sql`insert into data_history (table_name, record_id, operate_type, before, after, user_id, trace_id, create_time)
      select (array['users', 'org', 'job', 'app_grant'])[1 + n % 4], 'bench-' || n % 100000, 'update', '{"name": "旧", "version": 1}',
        '{"name": "新", "version": 2}', '1', 'bench-' || n / 3, now() - (${sql.lit(HISTORY_ROWS)} - n) * interval '10 seconds'
      from generate_series(${rows[0]!.n}::int + 1, ${sql.lit(HISTORY_ROWS)}) n`.execute(trx)
  })
  await sql`analyze data_history`.execute(db)
}

async function history(server: Running, db: Kysely<Tables>): Promise<Row[]> {
  await fillHistory(db)
  const day = (back: number) => new Date(Date.now() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  const cases: [string, Record<string, unknown>][] = [
    ['newest first', {}],
    ['of a table', { tableName: 'org' }],
    ['of a table, a day a month ago', { tableName: 'org', beginTime: day(31), endTime: day(30) }],
    ['collapsed by operation', { collapsed: true }],
  ]
  const rows: Row[] = []
  for (const [what, query] of cases) {
    const { p50, p95 } = await latency(() => server.call(dataHistory.page, { query: { size: 20, ...query } }), 40)
    rows.push([`20 of ${HISTORY_ROWS.toLocaleString('en-US')} changes, ${what}, c1`, `${ms(p50)} ms, p95 ${ms(p95)}`, '30 ms'])
  }
  rows.push(await restoreRun(server))
  await sql`delete from data_history where trace_id like 'bench-%'`.execute(db).catch(() => undefined)
  return rows
}

async function restoreRun(server: Running): Promise<Row> {
  const { id } = await server.call(dict.save, { body: { type: 'orgType', code: `bench${Date.now()}`, name: '压测' } })
  const change = async (n: number) => {
    const { code, version } = await server.call(dict.byId, { query: { id } })
    await server.call(dict.update, { body: { id, code, name: `压测${n}`, version } })
    return (await server.call(dataHistory.page, { query: { recordId: id, size: 1 } })).records[0]!.id
  }
  const taken: number[] = []
  for (let n = 0; n < 40; n++) {
    const entry = await change(n)
    const begin = performance.now()
    await server.call(dataHistory.restore, { query: { id: entry } })
    taken.push(performance.now() - begin)
  }
  await server.call(dict.remove, { body: { ids: [id] } })
  taken.sort((a, b) => a - b)
  return ['a change taken back, c1', `${ms(taken[20]!)} ms, p95 ${ms(taken[37]!)}`, '50 ms']
}

/** A million sign-ins older than half a year, cleaned by the task while users read and sign in. */
async function cleaning(server: Running, db: Kysely<Tables>, password: string): Promise<Row[]> {
  await inTransaction(db, SYSTEM, async trx => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into login_log (id, user_id, user_name, real_name, login_type, ip, browser, os, result, message, login_time)
      select 'bench-' || n, '1', 'admin', '系统管理员', 'password', '10.0.0.1', 'Chrome', 'Windows', 1, '登录成功',
        now() - interval '200 days' - n * interval '1 second'
      from generate_series(1, ${sql.lit(LOGINS)}) n on conflict do nothing`.execute(trx)
  })
  const names = await waitForNames(server)
  const signIns = () => latency(n => signInAs(names[n % names.length]!, password), SIGN_INS)
  const before = await signIns()
  const rule = (await server.call(dataClean.list)).find(({ objectType }) => objectType === 'loginLog')!
  const begin = performance.now()
  const taskId = await server.call(dataClean.execute, { body: { ids: [rule.id] } })
  const signed = signIns()
  const reads = latency(() => server.call(user.pick, { query: { size: 10 } }), 200)
  for (;;) {
    const { status, message } = await server.call(task.progress, { query: { taskId } })
    if (status === 'ERROR' || status === 'CANCEL') throw new Error(message)
    if (status === 'FINISH') break
    await wait(50)
  }
  const seconds = (performance.now() - begin) / 1000
  const { p95 } = await reads
  const meanwhile = await signed
  const rate = Math.round(LOGINS / seconds).toLocaleString('en-US')
  return [
    [`${LOGINS.toLocaleString('en-US')} sign-ins cleaned`, `${rate} rows/s, a read meanwhile p95 ${ms(p95)} ms`, '30,000 rows/s'],
    ['a sign-in meanwhile, c1', `p95 ${ms(meanwhile.p95)} ms, before ${ms(before.p95)}`, '1.5 × before'],
  ]
}
