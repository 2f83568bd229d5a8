import { sql, type RawBuilder } from 'kysely'
import type { OperLogFilter } from '@hufu/contract/audit/audit'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { and, timeConditions } from './audit-filter.sql.ts'

export const CHAINS = [0, 1, 2, 3, 4, 5, 6, 7] as const
export interface Link {
  seq: number
  digest: string
}
/** A period of one chain: the link before its first record, its last record, and the next record after the period. */
export interface ChainSection {
  lane: number
  before: Link
  last: Link
  after: { seq: number; prevDigest: string } | null
}
const START: Link = { seq: 0, digest: '' }

type Period = Pick<OperLogFilter, 'beginTime' | 'endTime'>

export async function sectionsOf(db: Db, period: Period): Promise<ChainSection[]> {
  const stretches: ChainSection[] = []
  for (const chain of CHAINS) stretches.push(await sectionOf(db, chain, period))
  return stretches
}

/** Times increase along a chain, so the first and the last record by time bound the period. */
async function sectionOf(db: Db, chain: number, period: Period): Promise<ChainSection> {
  const inTime = and([sql`o.lane = ${chain}`, ...timeConditions(period)])
  const isWhole = period.beginTime === undefined && period.endTime === undefined
  const first = await linkOf(db, inTime, isWhole ? sql`o.seq` : sql`o.create_time`)
  const last = await linkOf(db, inTime, isWhole ? sql`o.seq desc` : sql`o.create_time desc`)
  if (!first || !last) {
    const before = await beforePeriod(db, chain, period)
    return { lane: chain, before, last: before, after: await following(db, chain, before.seq) }
  }
  return { lane: chain, before: await linkBefore(db, chain, first.seq), last, after: await following(db, chain, last.seq) }
}

async function linkOf(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Link | undefined> {
  const { rows } = await sql<Link>`${planAnew} select o.seq, o.digest from oper_log o where ${where} order by ${order} limit 1`.execute(db)
  return rows[0]
}

/** Where the empty stretch of a period without records lies: at the last record before the period. */
async function beforePeriod(db: Db, chain: number, { beginTime }: Period): Promise<Link> {
  if (beginTime === undefined) return linkBefore(db, chain, 1)
  const earlier = and([sql`o.lane = ${chain}`, sql`o.create_time < ${beginTime}::timestamptz`])
  return (await linkOf(db, earlier, sql`o.create_time desc`)) ?? linkBefore(db, chain, 1)
}

/** The record before number `seq`, or the checkpoint that cleaning left; `walk` finds gaps between them. */
async function linkBefore(db: Db, chain: number, seq: number): Promise<Link> {
  const { rows } = await sql<Link>`select seq, digest from (
      (select seq, digest from oper_log where lane = ${chain} and seq < ${seq} order by seq desc limit 1)
      union all (select seq, digest from audit_checkpoint where lane = ${chain} and kind = 'cleaned' order by seq desc limit 1)) found
    order by seq desc limit 1`.execute(db)
  return rows[0] ?? START
}

async function following(db: Db, chain: number, seq: number) {
  const { rows } = await sql<{ seq: number; prevDigest: string }>`select seq, prev_digest from oper_log
    where lane = ${chain} and seq > ${seq} order by seq limit 1`.execute(db)
  return rows[0] ?? null
}

export interface LinkMismatch {
  seq: number
  id: string
  /** the content matches the digest */
  isOwn: boolean
  beforeSeq: number
}
export interface WalkResult {
  count: number
  last: Link | null
  mismatch: LinkMismatch | null
}

/** Checks the records after `from` up to number `to`, and stops at the first that does not match the one before. */
export async function walk(db: Db, chain: number, from: Link, to: number): Promise<WalkResult> {
  const { rows } = await sql<WalkResult>`with part as (
      select o.seq, o.id, o.prev_digest, o.digest, encode(sha256(convert_to(oper_log_text(o), 'UTF8')), 'hex') = o.digest as is_own,
        lag(o.seq, 1, ${from.seq}::bigint) over line as before_seq, lag(o.digest, 1, ${from.digest}::text) over line as before_digest
      from oper_log o where o.lane = ${chain} and o.seq > ${from.seq} and o.seq <= ${to} window line as (order by o.seq))
    select (select count(*) from part) as count,
      (select json_build_object('seq', seq, 'digest', digest) from part order by seq desc limit 1) as last,
      (select json_build_object('seq', seq, 'id', id, 'isOwn', is_own, 'beforeSeq', before_seq) from part
        where not is_own or seq <> before_seq + 1 or prev_digest <> before_digest order by seq limit 1) as mismatch`.execute(db)
  return rows[0]!
}

/** How far around its place a moved record is searched for. */
const NEAR = 1000

/** Whether the record was moved: with another number nearby, its content matches its digest. */
export async function isMoved(db: Db, chain: number, seq: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from oper_log o, generate_series(greatest(1, o.seq - ${sql.lit(NEAR)}), o.seq + ${sql.lit(NEAR)}) place
    where o.lane = ${chain} and o.seq = ${seq} and place <> o.seq
      and encode(sha256(convert_to(oper_log_text(jsonb_populate_record(o, jsonb_build_object('seq', place))), 'UTF8')), 'hex') = o.digest
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the next record or a checkpoint confirms this record's digest; undefined if there is neither. */
export async function isOwned(db: Db, chain: number, seq: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ owned: boolean }>`
    select n.prev_digest = o.digest as owned from oper_log o join oper_log n on n.lane = o.lane and n.seq = o.seq + 1
      where o.lane = ${chain} and o.seq = ${seq}
    union all select c.digest = o.digest from oper_log o join audit_checkpoint c on c.lane = o.lane and c.seq = o.seq
      where o.lane = ${chain} and o.seq = ${seq} limit 1`.execute(db)
  return rows[0]?.owned
}

export async function idAt(db: Db, chain: number, seq: number): Promise<string | null> {
  const row = await db.selectFrom('operLog').select('id').where('lane', '=', chain).where('seq', '=', seq).executeTakeFirst()
  return row?.id ?? null
}
