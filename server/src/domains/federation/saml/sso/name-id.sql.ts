import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

export async function persistentIdOf(db: Db, appId: string, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from saml_name_id where app_id = ${appId} and user_id = ${userId}`.execute(db)
  return rows[0]?.value
}

/** Stores the identifier and returns the stored one, so that two sign-ins of a user at once get the same. */
export async function keepPersistentId(db: Db, appId: string, userId: string, value: string): Promise<string> {
  await sql`insert into saml_name_id (app_id, user_id, value) values (${appId}, ${userId}, ${value}) on conflict do nothing`.execute(db)
  return (await persistentIdOf(db, appId, userId))!
}
