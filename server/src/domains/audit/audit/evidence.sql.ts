import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** The columns the digest is computed from, in their order, and the digest. */
export interface EvidenceRow {
  lane: number
  seq: number
  id: string
  createTime: string
  userId: string | null
  userName: string | null
  sessionId: string | null
  ip: string
  traceId: string
  module: string
  operateType: string
  method: string
  path: string
  params: string
  code: string
  message: string
  cost: number
  target: string | null
  prevDigest: string
  digest: string
}

/** The records after number `seq`, with times to the microsecond as oper_log_text prints them. */
export async function rowsAfter(db: Db, chain: number, seq: number, last: number, limit: number): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`select lane, seq, id,
      to_char(create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as create_time,
      user_id, user_name, session_id, ip, trace_id, module, operate_type, method, path, params, code, message, cost, target, prev_digest, digest
    from oper_log where lane = ${chain} and seq > ${seq} and seq <= ${last} order by seq limit ${limit}`.execute(db)
  return rows
}
