import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

export const noteReminder = (db: Db, id: string) => sql`update examine set reminded = reminded + 1 where id = ${id}`.execute(db)
