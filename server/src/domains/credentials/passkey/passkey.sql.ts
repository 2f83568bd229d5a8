import { sql } from 'kysely'
import { PASSKEYS_MAX, type Passkey } from '@hufu/contract/credentials/passkey'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { NewPasskey, Use } from './ceremony.ts'

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'deviceType', 'createTime', 'lastUsed'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ deviceType, ...row }) => ({ ...row, synced: deviceType === 'multiDevice' }))
}

/** Descriptors in the form WebAuthn expects. */
export async function descriptorsOf(db: Db, userId: string) {
  const rows = await db.selectFrom('passkey').select(['credentialId', 'transports']).where('userId', '=', userId).orderBy('id').execute()
  return rows.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }))
}

export interface StoredPasskey {
  id: string
  userId: string
  credentialId: string
  publicKey: string
}

export const findPasskey = (db: Db, credentialId: string): Promise<StoredPasskey | undefined> =>
  db.selectFrom('passkey').select(['id', 'userId', 'credentialId', 'publicKey']).where('credentialId', '=', credentialId).executeTakeFirst()

export async function insertPasskey(db: Db, userId: string, name: string, fresh: NewPasskey): Promise<string> {
  // Locks the user, so that two concurrent inserts cannot exceed the limit together.
  await everyone("the caller's own account", sql`select 1 from users where id = ${userId} for no key update`).execute(db)
  if ((await listPasskeys(db, userId)).length >= PASSKEYS_MAX) refuse('passkeysFull')
  const id = newId()
  await db
    .insertInto('passkey')
    .values({ id, userId, name, ...fresh })
    .execute()
  return id
}

/** Records a use. False if the counter has not increased, which means a cloned key. Authenticators without a counter always send 0. */
export async function countUse(db: Db, id: string, { counter, backedUp }: Use): Promise<boolean> {
  const { rows } = await sql`update passkey set counter = ${counter}, backed_up = ${backedUp}, last_used = now()
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0) returning 1`.execute(db)
  return rows.length > 0
}

export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('passkeyMissing')
}

export async function removePasskey(db: Db, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('passkey').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('passkeyMissing')
}
