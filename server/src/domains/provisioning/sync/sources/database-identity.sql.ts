import { sql } from 'kysely'
import { POSTGRES_IDENTITY } from '../../../../outside/database/postgres.ts'
import type { Db } from '../../../../platform/database/db.ts'

/** Identifies Hufu's own database, which must not be a source. */
export async function databaseIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`${sql.raw(POSTGRES_IDENTITY)}`.execute(db)
  return rows[0]!.identity
}
