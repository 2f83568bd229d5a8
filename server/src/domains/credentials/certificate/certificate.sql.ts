import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'

export async function hasCertificate(db: Db, userId: string): Promise<boolean> {
  const { rows } = await everyone(
    'the caller themselves, or any user if a super administrator asks',
    sql<{ bound: boolean }>`select exists (
    select 1 from login_binding where user_id = u.id and kind = 'ca') as bound
    from live_user u where u.id = ${userId}`,
  ).execute(db)
  return (rows[0] ?? refuse('userMissing')).bound
}
