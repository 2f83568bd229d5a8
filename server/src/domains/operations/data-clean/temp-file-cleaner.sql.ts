import { sql } from 'kysely'
import type { Cleaner } from '../../../platform/database/cleaner.ts'

/** Smaller than the batches of other cleaners, as the bytes of the files are deleted, too. */
const BATCH = 200
const isOldTemporary = (before: string) => sql`f.temporary and f.create_time < ${before}::timestamptz`
const isKept = sql`exists (select 1 from file_use u where u.file_id = f.id and u.keeps)`

/** Makes old temporary files permanent if something refers to them, and deletes the others. */
export const tempFileCleaner: Cleaner = {
  count: async (db, before) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from file f where ${isOldTemporary(before)} and not ${isKept}`.execute(
      db,
    )
    return rows[0]!.n
  },
  batch: async (db, before) => {
    await sql`update file f set temporary = false where ${isOldTemporary(before)} and ${isKept}`.execute(db)
    const { numAffectedRows } = await sql`delete from file where id = any (array(
      select f.id from file f where ${isOldTemporary(before)} and not ${isKept} order by f.create_time limit ${sql.lit(BATCH)}))`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0n)
  },
}
