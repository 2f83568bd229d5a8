import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'

/** Whether the request is younger than a day and may still be confirmed. */
const isConfirmable = sql`q.create_time > now() - interval '1 day'`

interface RequestRow {
  historyId: string
  /** The name of the requester. */
  askedBy: string
  reason: string
  askTime: string
}

export async function requestsOf(db: Db, historyId?: string): Promise<RequestRow[]> {
  const one = historyId === undefined ? sql`true` : sql`q.history_id = ${historyId}::bigint`
  const { rows } = await everyone(
    'requests of one of the segregated administrators, shown to the others',
    sql<RequestRow>`select q.history_id::text as history_id, u.real_name as asked_by, q.reason, q.create_time as ask_time
    from restore_request q join users u on u.id = q.asked_by where ${isConfirmable} and ${one} order by q.create_time`,
  ).execute(db)
  return rows
}

export async function askRestore(db: Db, historyId: string, userId: string, reason: string): Promise<void> {
  await sql`insert into restore_request (history_id, asked_by, reason) values (${historyId}::bigint, ${userId}, ${reason})
    on conflict (history_id) do update set asked_by = excluded.asked_by, reason = excluded.reason, create_time = now()`.execute(db)
}

/** Confirms the request of another user and deletes it. A request older than a day must be made again. */
export async function takeRequest(db: Db, historyId: string, userId: string): Promise<void> {
  const { rows } =
    await sql`delete from restore_request q where q.history_id = ${historyId}::bigint and q.asked_by <> ${userId} and ${isConfirmable}
    returning 1`.execute(db)
  if (rows.length === 0) refuse('restoreNotAsked')
}
