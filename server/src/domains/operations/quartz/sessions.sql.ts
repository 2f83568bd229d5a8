import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** Deletes sessions a day after they expired. */
export async function cleanSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from session where expires_at < now() - interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
