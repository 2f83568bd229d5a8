import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { counterNames, differencesOf, noteCheck, recount, rebuildAncestors, orgsWithWrongAncestors } from './counters.sql.ts'
import { inTransaction, SYSTEM, type Db } from './db.ts'
import type { PeriodicJob } from '../jobs/jobs.ts'
import type { Kernel } from '../kernel.ts'
import { text } from '../text/text.ts'

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
