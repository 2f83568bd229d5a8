import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import { LEASE_SECONDS } from '../tasks/running-task.ts'

/** `at`: the minute of the hour or the time of the day, in Asia/Shanghai. */
export interface Period {
  every: 'minute' | 'hour' | 'day'
  at?: `${number}:${number}`
}
export interface Claim {
  name: string
  attempt: number
}

const lease = sql`now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second'`

function nextTime({ every, at = '00:00' }: Period): RawBuilder<string> {
  const length = sql`${`1 ${every}`}::interval`
  return sql`date_bin(${length}, now(), ${`2000-01-01 ${at}+08`}::timestamptz) + ${length}`
}

/** Plans the next run; a shortened period takes effect at once. */
export const planPeriodic = (db: Db, name: string, period: Period) =>
  sql`insert into periodic_job (name, due_time) values (${name}, ${nextTime(period)})
    on conflict (name) do update set due_time = least(periodic_job.due_time, excluded.due_time)`.execute(db)

/** Claims the due jobs for one node; a dead node's job becomes free when its lease expires. */
export async function claimPeriodic(db: Db, names: readonly string[]): Promise<Claim[]> {
  const { rows } = await sql<Claim>`update periodic_job set attempt = attempt + 1, lease_until = ${lease}
    where name = any (${names}) and due_time <= now() and coalesce(lease_until < now(), true) returning name, attempt`.execute(db)
  return rows
}

export const renewPeriodic = (db: Db, { name, attempt }: Claim) =>
  sql`update periodic_job set lease_until = ${lease} where name = ${name} and attempt = ${attempt}`.execute(db)

/** A failed run is tried again a minute later. */
export const endPeriodic = (db: Db, { name, attempt }: Claim, period: Period, isDone: boolean) =>
  sql`update periodic_job set lease_until = null,
      due_time = ${isDone ? nextTime(period) : sql`least(${nextTime(period)}, now() + interval '1 minute')`}
    where name = ${name} and attempt = ${attempt}`.execute(db)
