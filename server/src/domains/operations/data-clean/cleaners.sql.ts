import { sql } from 'kysely'
import type { CleanObject } from '@hufu/contract/operations/data-clean'
import { agedRows, type Cleaner } from '../../../platform/database/cleaner.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { operLogCleaner } from '../../audit/index.ts'
import { deletedOrgCleaner, deletedUserCleaner } from '../../directory/index.ts'
import { smsCleaner } from '../../messages/index.ts'
import { syncLogCleaner } from '../../provisioning/index.ts'
import { loginLogCleaner } from '../../sign-in/index.ts'

/** Smaller than the batches of other cleaners, as the bytes of the files are deleted, too. */
const BATCH = 200
const isOldTemporary = (before: string) => sql`f.temporary and f.create_time < ${before}::timestamptz`
const isKept = sql`exists (select 1 from file_use u where u.file_id = f.id and u.keeps)`

/** Makes old temporary files permanent if something refers to them, and deletes the others. */
const tempFileCleaner: Cleaner = {
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

type CleanerContext = { db: Db; keys: Keys }
const withDb = ({ count, batch }: Cleaner): Cleaner<CleanerContext> => ({ count, batch: ({ db }, before) => batch(db, before) })

/** The cleaner of each object of D-54. */
export const cleaners: Readonly<Record<CleanObject, Cleaner<CleanerContext>>> = {
  loginLog: withDb(loginLogCleaner),
  operLog: operLogCleaner,
  sms: withDb(smsCleaner),
  syncLog: withDb(syncLogCleaner),
  dataHistory: withDb(agedRows({ table: 'data_history', time: 'create_time' })),
  asyncTask: withDb(agedRows({ table: 'async_task', time: 'create_time', only: sql`t.status not in ('WAIT', 'RUNNING')` })),
  tempFile: withDb(tempFileCleaner),
  deletedUser: withDb(deletedUserCleaner),
  deletedOrg: withDb(deletedOrgCleaner),
}
