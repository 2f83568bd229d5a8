import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

const REMIND_HOURS = 24

/** By the clock of the database; again a day after each reminder. */
export async function isOverdue(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{
    yes: boolean
  }>`select coalesce(deadline + reminded * ${sql.lit(REMIND_HOURS)} * interval '1 hour' < now(), false) as yes
    from examine where id = ${id} and status = 0`.execute(db)
  return rows[0]?.yes ?? false
}

export const noteReminder = (db: Db, id: string) => sql`update examine set reminded = reminded + 1 where id = ${id}`.execute(db)
