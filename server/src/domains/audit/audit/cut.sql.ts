import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { SignedCheckpoint } from './checkpoint.sql.ts'
import { CHAINS } from './chain.sql.ts'

const BATCH = 10_000

/** The first and the last record of each chain; a cut keeps the last. */
const chains = sql`unnest(${[...CHAINS]}::smallint[]) l (lane)
  cross join lateral (select seq from oper_log where lane = l.lane order by seq limit 1) first
  cross join lateral (select seq from oper_log where lane = l.lane order by seq desc limit 1) head`
/** Checkpoints signed before that moment whose record still has the signed digest. */
const usable = (before: string) => sql`audit_checkpoint c join oper_log o on o.lane = c.lane and o.seq = c.seq and o.digest = c.digest
  where c.lane = l.lane and c.kind <> 'cleaned' and c.create_time < ${before}::timestamptz and c.seq >= first.seq and c.seq < head.seq`

/** How many records a cut would remove: the numbers have no gaps, so the difference to the newest checkpoint tells. */
export async function countCut(db: Db, before: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(cut.seq - first.seq + 1), 0)::bigint as count
    from ${chains} cross join lateral (select c.seq from ${usable(before)} order by c.seq desc limit 1) cut`.execute(db)
  return rows[0]!.count
}

/** Lets only one cleaning run at a time, until its transaction ends. */
export const lockCut = (db: Db) => sql`select pg_advisory_xact_lock(7321)`.execute(db)

/** The checkpoint at which the next batch ends: the last one within BATCH records, or else the first one after them. */
export async function nextCut(db: Db, before: string): Promise<SignedCheckpoint | undefined> {
  const { rows } = await sql<SignedCheckpoint>`select cut.* from ${chains} cross join lateral (
      select c.lane, c.seq, c.digest, to_char(c.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, c.kind,
        c.signature, o.digest as held
      from ${usable(before)}
      order by c.seq < first.seq + ${sql.lit(BATCH)} desc,
        case when c.seq < first.seq + ${sql.lit(BATCH)} then -c.seq else c.seq end limit 1) cut
    order by l.lane limit 1`.execute(db)
  return rows[0]
}

export async function cutChain(db: Db, { lane: chain, seq }: Pick<SignedCheckpoint, 'lane' | 'seq'>): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select cut_oper_log(${chain}::smallint, ${seq}::bigint) as gone`.execute(db)
  return rows[0]!.gone
}
