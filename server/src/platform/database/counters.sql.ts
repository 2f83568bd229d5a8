import { sql, type RawBuilder } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { everyone } from '../access/scope.ts'
import { type Db, inTransaction, SYSTEM } from './db.ts'
import { exclusiveTree } from './tree-lock.sql.ts'
import { writeAudit } from '../audit/audit.ts'
import type { PeriodicJob } from '../jobs/jobs.ts'
import type { Kernel } from '../kernel.ts'
import { text } from '../text/text.ts'

/** A kept counter: its table of summands, the column it counts by, and a query that counts the same from the rows themselves. */
interface Counter {
  table: string
  key: string
  /** Selects (key, people). */
  counted: RawBuilder<unknown>
}

const counters = {
  org: {
    table: 'org_tally',
    key: 'org_id',
    counted: everyone(
      'background work without a caller',
      sql`select a.ancestor_id as key, count(distinct j.user_id) as people
      from job j join org_ancestor a on a.org_id = j.org_id group by a.ancestor_id`,
    ),
  },
  label: {
    table: 'label_tally',
    key: 'label_id',
    counted: sql`select label_id as key, count(*) as people from user_label_member group by label_id`,
  },
  gram: {
    table: 'gram_tally',
    key: 'gram',
    counted: everyone(
      'background work without a caller',
      sql`select gram as key, count(*) as people from live_user cross join counted_grams(grams) gram group by gram`,
    ),
  },
} satisfies Record<string, Counter>
export type CounterName = keyof typeof counters
const counterNames = Object.keys(counters) as CounterName[]

export interface Difference {
  key: string
  kept: number
  counted: number
}

const storedCounts = ({ table, key }: Counter) =>
  sql`select ${sql.ref(key)} as key, sum(people) as people from ${sql.table(table)} group by ${sql.ref(key)}`

/** One statement sees one snapshot, so a difference is an error and not a change in progress. */
async function differencesOf(db: Db, name: CounterName): Promise<Difference[]> {
  const counter = counters[name]
  const { rows } = await sql<Difference>`with kept as (${storedCounts(counter)}), counted as (${counter.counted})
    select key, coalesce(kept.people, 0)::bigint as kept, coalesce(counted.people, 0)::bigint as counted
    from kept full join counted using (key) where coalesce(kept.people, 0) <> coalesce(counted.people, 0) order by key`.execute(db)
  return rows
}

/** Recounts wrong keys. The locks keep folding and moves out, and one statement deletes and counts. */
async function recount(db: Db, name: CounterName, keys: readonly string[]): Promise<void> {
  const counter = counters[name]
  const table = sql.table(counter.table)
  await sql`select pg_advisory_xact_lock_shared(7311), pg_advisory_xact_lock(7348)`.execute(db)
  await sql`with gone as (delete from ${table} where ${sql.ref(counter.key)} = any (${[...keys]}))
    insert into ${table} select key, people from (${counter.counted}) counted where key = any (${[...keys]})`.execute(db)
}

/** Organisations whose rows of org_ancestor do not match their parent links: missing or too many. */
async function orgsWithWrongAncestors(db: Db): Promise<string[]> {
  const { rows } = await everyone(
    'background work without a caller',
    sql<{ orgId: string }>`with recursive up as (
      select id as org_id, id as ancestor_id, 0::smallint as depth, parent_id from org
      union all select up.org_id, p.id, (up.depth + 1)::smallint, p.parent_id from up join org p on p.id = up.parent_id)
    select distinct org_id from (
      (select org_id, ancestor_id, depth from up except select org_id, ancestor_id, depth from org_ancestor)
      union all (select org_id, ancestor_id, depth from org_ancestor except select org_id, ancestor_id, depth from up)) wrong
    order by org_id`,
  ).execute(db)
  return rows.map(row => row.orgId)
}

/** Rewrites rows of org_ancestor from the parent links; the lock lets no organisation move meanwhile. */
async function rebuildAncestors(db: Db, orgIds: readonly string[]): Promise<void> {
  await sql`select from ${exclusiveTree}`.execute(db)
  await everyone('background work without a caller', sql`delete from org_ancestor where org_id = any (${[...orgIds]})`).execute(db)
  await everyone(
    'background work without a caller',
    sql`insert into org_ancestor with recursive up as (
      select id as org_id, id as ancestor_id, 0 as depth, parent_id from org where id = any (${[...orgIds]})
      union all select up.org_id, p.id, up.depth + 1, p.parent_id from up join org p on p.id = up.parent_id)
    select org_id, ancestor_id, depth from up`,
  ).execute(db)
}

const noteCheck = (db: Db, counter: string, differences: number) =>
  sql`insert into counter_check as c (counter, differences, wrong_time) values (${counter}, ${differences}, ${differences > 0 ? sql`now()` : null})
    on conflict (counter) do update set check_time = now(), differences = excluded.differences,
      wrong_time = coalesce(excluded.wrong_time, c.wrong_time)`.execute(db)

/** The result of the last comparison; it remains until the next one finds nothing. */
export async function lastChecks(db: Db): Promise<{ counter: string; differences: number }[]> {
  return db.selectFrom('counterCheck').select(['counter', 'differences']).orderBy('counter').execute()
}

const SHOWN = 20

/**
 * Compares every kept counter with the rows it counts, and org_ancestor with the parent links. Differences are corrected and
 * reported in the log, the operation log and at /metrics, because each one is a bug in Hufu.
 */
export async function compareCounters({ db }: Pick<Kernel, 'db'>, log: FastifyBaseLogger): Promise<void> {
  // org_ancestor first, because users are counted along it.
  const wrong = await withoutTimeout(db, orgsWithWrongAncestors)
  await settle(db, log, 'waysUp', wrong, trx => rebuildAncestors(trx, wrong))
  for (const name of counterNames) {
    const differences = await withoutTimeout(db, trx => differencesOf(trx, name))
    await settle(db, log, name, differences, trx => recount(trx, name, differences.map(({ key }) => key))) // prettier-ignore
  }
}

const withoutTimeout = <T>(db: Kernel['db'], work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, SYSTEM, async trx => {
    await sql`set local statement_timeout = 0`.execute(trx)
    return work(trx)
  })

async function settle(
  db: Kernel['db'],
  log: FastifyBaseLogger,
  counter: string,
  wrong: readonly unknown[],
  mend: (db: Db) => Promise<void>,
): Promise<void> {
  const shown = wrong.slice(0, SHOWN)
  if (wrong.length > 0) log.error({ counter, count: wrong.length, wrong: shown }, 'kept counters differ from what they count')
  await withoutTimeout(db, async trx => {
    if (wrong.length > 0) await mend(trx)
    await noteCheck(trx, counter, wrong.length)
    if (wrong.length > 0) await writeAudit(trx, recordOf(counter, wrong.length, shown))
  })
}

/** The record names no user, because a job makes it. */
const recordOf = (counter: string, count: number, wrong: readonly unknown[]) => ({
  who: undefined,
  ip: '',
  traceId: '',
  module: 'counters',
  operateType: 'recount',
  method: '',
  path: '',
  params: { counter, count, wrong },
  code: 'service_error',
  message: text.countersDiffer(counter, count),
  cost: 0,
})

/** Every night, on one node. */
export const counterComparison = (kernel: Kernel, log: FastifyBaseLogger): PeriodicJob => ({
  name: 'compare-counters',
  period: { every: 'day', at: '03:40' },
  run: () => compareCounters(kernel, log),
})
