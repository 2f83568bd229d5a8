import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** Ends the sessions of these users and forgets their devices (disable, delete, password change, reset: D-17, N-04). */
export async function endSessions(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`with devices as (delete from remembered_device where user_id = any (${[...userIds]}))
    update session set ended_by = 'forced' where user_id = any (${[...userIds]}) and ended_by is null`.execute(db)
}

/** Ends these sessions of others; answers how many were still going on. */
export async function forceEndSessions(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`update session set ended_by = 'forced' where id = any (${[...ids]}) and ended_by is null
    and expires_at > now() returning id`.execute(db)
  return rows.length
}

export const endSession = (db: Db, id: string) =>
  db.updateTable('session').set({ endedBy: 'logout' }).where('id', '=', id).where('endedBy', 'is', null).execute()
