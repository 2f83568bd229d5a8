import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { hashToken } from '../../../platform/access/sessions.ts'

/** Whose secrets: an application's or an API client's. */
export type SecretOwner = { appId: string } | { apiClientId: string }
const columnOf = (owner: SecretOwner) => ('appId' in owner ? sql`app_id = ${owner.appId}` : sql`api_client_id = ${owner.apiClientId}`)

/** How long those that were there before go on, so that whoever uses them can change over. */
export const OVERLAP_HOURS = 24

/** Only its hash is kept: 256 bits of chance, so there is nothing to be guessed and nothing to be slowed down. */
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

/** Ends those of before at once: where one has got into strange hands. */
export async function endFormerSecrets(db: Db, owner: SecretOwner): Promise<void> {
  await sql`delete from client_secret where ${columnOf(owner)} and end_time is not null`.execute(db)
}
