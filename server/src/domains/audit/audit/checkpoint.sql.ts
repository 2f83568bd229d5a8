import { sql } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { CHAINS, type Link, type ChainSection } from './chain.sql.ts'

/** `file`: made for one exported file only. */
export type CheckpointKind = Tables['auditCheckpoint']['kind'] | 'file'
/** The signed fields, in this order. */
export interface Checkpoint extends Link {
  lane: number
  time: string
  kind: CheckpointKind
}
export interface SignedCheckpoint extends Checkpoint {
  signature: string
  /** The present digest of the record; null if the record is gone. */
  held: string | null
}

/** The last record of each chain. */
export async function headsOf(db: Db): Promise<(Link & { lane: number })[]> {
  const { rows } = await sql<Link & { lane: number }>`${planAnew} select o.lane, o.seq, o.digest
    from unnest(${[...CHAINS]}::smallint[]) l (lane)
    cross join lateral (select lane, seq, digest from oper_log where lane = l.lane order by seq desc limit 1) o`.execute(db)
  return rows
}

/** Does nothing for a chain that has not grown since its last checkpoint. */
export const keepCheckpoint = (db: Db, { time, ...rest }: Checkpoint & { kind: Tables['auditCheckpoint']['kind'] }, signature: string) =>
  db
    .insertInto('auditCheckpoint')
    .values({ ...rest, createTime: time, signature })
    .onConflict(row => row.doNothing())
    .execute()

/** The checkpoints of a stretch: those up to its last record, and those for later records that were made within the period. */
export async function checkpointsOf(
  db: Db,
  { lane: chain, before, last }: ChainSection,
  endTime: string | undefined,
): Promise<SignedCheckpoint[]> {
  const inTime = endTime === undefined ? sql`true` : sql`c.create_time < ${endTime}::timestamptz + interval '1 second'`
  const { rows } = await sql<SignedCheckpoint>`select c.lane, c.seq, c.digest,
      to_char(c.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, c.kind, c.signature, o.digest as held
    from audit_checkpoint c left join oper_log o on o.lane = c.lane and o.seq = c.seq
    where c.lane = ${chain} and c.seq >= ${before.seq} and (c.seq <= ${last.seq} or ${inTime}) order by c.seq, c.kind`.execute(db)
  return rows
}

export async function lastCheckpointTime(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('auditCheckpoint')
    .select(({ fn }) => fn.max('createTime').as('time'))
    .executeTakeFirst()
  return row?.time ?? null
}

/** When cleaning last removed the beginning of a chain. */
export async function lastCutTime(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('auditCheckpoint')
    .select(({ fn }) => fn.max('createTime').as('time'))
    .where('kind', '=', 'cleaned')
    .executeTakeFirst()
  return row?.time ?? null
}
