import { sql } from 'kysely'
import { endSessions } from '../../../../platform/access/session-lifecycle.ts'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

/** Ends the sessions of users past their valid end time and forgets their devices; returns how many users had one. */
export async function endExpiredUsers(db: Db): Promise<number> {
  const { rows } = await everyone(
    'run by a background job, not by a caller',
    sql<{ id: string }>`select u.id from users u where u.valid_end_time <= now() and (
      exists (select 1 from session s where s.user_id = u.id and s.ended_by is null)
      or exists (select 1 from remembered_device d where d.user_id = u.id))`,
  ).execute(db)
  await endSessions(
    db,
    rows.map(row => row.id),
  )
  return rows.length
}
