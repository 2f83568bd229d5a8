import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** How many passwords were queued since midnight. The lock keeps the counts right until the transaction ends. */
export async function passwordsToday(db: Db): Promise<{ total: number; byPhone: Map<string, number> }> {
  await sql`select pg_advisory_xact_lock(hashtext('sms password'))`.execute(db)
  const { rows } = await sql<{ phoneHash: string; count: number }>`select phone_hash, count(*)::int as count from sms
    where type = 'password' and create_time >= date_trunc('day', now()) group by phone_hash`.execute(db)
  return { total: rows.reduce((sum, { count }) => sum + count, 0), byPhone: new Map(rows.map(row => [row.phoneHash, row.count])) }
}
