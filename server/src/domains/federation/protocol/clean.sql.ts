import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

const AT_ONCE = 10_000
/** As long as the sign-in log is kept by default. */
const VISIT_DAYS = 180
/** Longer than any session. */
const CAS_DAYS = 2

/** Deletes in batches, because after a flood of requests one statement for all rows would exceed its time limit. */
async function deleteAll(db: Db, table: string, where: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where ctid = any (array(select ctid from ${sql.table(table)} where ${where} limit ${sql.lit(AT_ONCE)}))`.execute(db)
    if ((numAffectedRows ?? 0n) < AT_ONCE) return
  }
}

/** Deletes the protocols' temporary data once they have expired, and their records once they are old. */
export async function deleteOutdated(db: Db): Promise<void> {
  await deleteAll(db, 'oidc_payload', sql`expires_at < now()`)
  await deleteAll(db, 'app_request', sql`end_time < now() - interval '1 day'`)
  await deleteAll(db, 'oidc_key', sql`end_time < now()`)
  await deleteAll(db, 'cas_login', sql`due_time is null and create_time < now() - ${sql.lit(CAS_DAYS)} * interval '1 day'`)
  await deleteAll(db, 'saml_login', sql`due_time is null and create_time < now() - ${sql.lit(CAS_DAYS)} * interval '1 day'`)
  await deleteAll(db, 'app_visit', sql`visit_time < now() - ${sql.lit(VISIT_DAYS)} * interval '1 day'`)
}
