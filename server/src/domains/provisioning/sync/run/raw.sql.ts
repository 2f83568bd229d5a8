import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { Exchange, ObjectType } from '../sources/source.ts'

export interface RawOf {
  originId: string
  /** As JSON, without secrets and with masked numbers. */
  raw: string
}

/** Keeps source rows and the requests for them until the sync log is written. */
export async function saveRaw(
  db: Db,
  runId: string,
  { objectType, request }: { objectType: ObjectType; request: string },
  rows: readonly RawOf[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into sync_raw (run_id, object_type, origin_id, request, raw)
    select ${runId}, ${objectType}, r."originId", ${request}, r.raw from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("originId" text, raw text)
    on conflict do nothing`.execute(db)
}

type Key = { objectType: ObjectType; originId: string }
export const keyOf = ({ objectType, originId }: Key): string => `${objectType} ${originId}`

/** Requests and source rows by object. */
export async function readRaw(db: Db, runId: string, keys: readonly Key[]): Promise<Map<string, Exchange>> {
  const { rows } = await sql<Key & { request: string; raw: string }>`select object_type, origin_id, request, raw from sync_raw
    where run_id = ${runId} and object_type in ('org', 'user') and origin_id = any (${keys.map(({ originId }) => originId)})`.execute(db)
  return new Map(rows.map(({ request, raw, ...key }) => [keyOf(key), { request, response: raw }]))
}

export const clearRaw = (db: Db, runId: string) => sql`delete from sync_raw where run_id = ${runId}`.execute(db)
