import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

const KEPT = sql.raw(`interval '7 days'`)

/**
 * Clears expired locks and deletes counters without activity for a week. Sign-in compares the times itself and does not depend on
 * this. Returns how many accounts had been locked.
 */
export async function liftEndedLocks(db: Db): Promise<number> {
  const { rows } = await sql`update login_failure set locked_until = null, locked_by = null, lock_reason = null, lock_time = null,
      fail_count = case when all_until < now() then 0 else fail_count end, all_until = case when all_until < now() then null else all_until end
    where locked_until < now() returning name_key`.execute(db)
  await sql`update login_failure_address set locked_until = null, fail_count = 0 where locked_until < now()`.execute(db)
  await sql`delete from login_failure where last_time < now() - ${KEPT} and locked_until is null`.execute(db)
  await sql`delete from login_failure_address where last_time < now() - ${KEPT} and locked_until is null`.execute(db)
  return rows.length
}
