import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

/** Mail goes only to verified addresses (N-03). */
export async function provenEmailsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await everyone(
    'the users whom a request asks, or its applicant',
    sql<{ id: string; email: string }>`select id, email from live_user
    where id = any (${[...ids]}) and email_proven = 1 and email is not null and status = 1`,
  ).execute(db)
  return new Map(rows.map(row => [row.id, row.email]))
}
