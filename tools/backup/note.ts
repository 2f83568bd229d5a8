import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'

const MESSAGE_MAX = 500

/** Records the backup, so that the console shows when the last one was made; `problem` is '' on success. */
export const noteBackup = (db: Db, begun: Date, problem: string) =>
  sql`insert into backup_run (id, begin_time, result, message)
    values (${newId()}, ${begun.toISOString()}::timestamptz, ${problem === '' ? 1 : 0}, ${problem.slice(0, MESSAGE_MAX)})`.execute(db)
