import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { hashToken } from '../../../platform/access/sessions.ts'

/** The owner of the secrets: an application or an API client. */
export type SecretOwner = { appId: string } | { apiClientId: string }
const columnOf = (owner: SecretOwner) => ('appId' in owner ? sql`app_id = ${owner.appId}` : sql`api_client_id = ${owner.apiClientId}`)

/** How long former secrets stay valid, so that clients can change over. */
export const OVERLAP_HOURS = 24

/** Stores the hash only: 256 random bits cannot be guessed, so a fast hash is enough. */
export async function addSecret(db: Db, owner: SecretOwner, secret: string): Promise<void> {
  await sql`update client_secret set end_time = now() + make_interval(hours => ${OVERLAP_HOURS})
    where ${columnOf(owner)} and (end_time is null or end_time > now() + make_interval(hours => ${OVERLAP_HOURS}))`.execute(db)
  await sql`delete from client_secret where ${columnOf(owner)} and end_time <= now()`.execute(db)
  await db
    .insertInto('clientSecret')
    .values({
      id: newId(),
      appId: 'appId' in owner ? owner.appId : null,
      apiClientId: 'apiClientId' in owner ? owner.apiClientId : null,
      secretHash: hashToken(secret),
    })
    .execute()
}

/** Ends former secrets at once, in case one has leaked. */
export async function endFormerSecrets(db: Db, owner: SecretOwner): Promise<void> {
  await sql`delete from client_secret where ${columnOf(owner)} and end_time is not null`.execute(db)
}
