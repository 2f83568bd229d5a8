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
import { tempFileCleaner } from './temp-file-cleaner.sql.ts'

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
