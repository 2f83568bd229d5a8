import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

const FILE_HOURS = 24

/** A day old: what something refers to stays, the rest goes (N-07). */
export async function cleanTempFiles(db: Db): Promise<number> {
  const isOld = sql`f.temporary and f.create_time < now() - ${sql.lit(FILE_HOURS)} * interval '1 hour'`
  const isKept = sql`exists (select 1 from file_use u where u.file_id = f.id and u.keeps)`
  await sql`update file f set temporary = false where ${isOld} and ${isKept}`.execute(db)
  const { numAffectedRows } = await sql`delete from file f where ${isOld} and not ${isKept}`.execute(db)
  return Number(numAffectedRows)
}

/** A day after it ran out. */
export async function cleanSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from session where expires_at < now() - interval '1 day'`.execute(db)
  return Number(numAffectedRows)
}

const TASK_DAYS = 7

export async function cleanTasks(db: Db): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from async_task where create_time < now() - ${sql.lit(TASK_DAYS)} * interval '1 day'`.execute(db)
  return Number(numAffectedRows)
}
