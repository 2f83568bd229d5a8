import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Cleaner } from '../../../platform/database/cleaner.ts'

const BATCH = 500

/** Removes deleted users for good. */
export const deletedUserCleaner: Cleaner = {
  count: async (db, before) =>
    one(
      await everyone(
        'run by a background job or by super administrators',
        sql<{ n: number }>`select count(*) as n from users where deleted_at < ${before}::timestamptz`,
      ).execute(db),
    ),
  batch: async (db, before) => one(await sql<{ n: number }>`select purge_users(${before}::timestamptz, ${BATCH}) as n`.execute(db)),
}

/** Removes deleted organisations that nothing refers to any more. */
export const deletedOrgCleaner: Cleaner = {
  count: async (db, before) => one(await sql<{ n: number }>`select count(*) as n from purgeable_orgs(${before}::timestamptz)`.execute(db)),
  batch: async (db, before) => one(await sql<{ n: number }>`select purge_orgs(${before}::timestamptz, ${BATCH}) as n`.execute(db)),
}

const one = ({ rows }: { rows: { n: number }[] }): number => rows[0]!.n
