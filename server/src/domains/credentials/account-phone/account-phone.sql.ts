import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { phoneColumns } from '../../directory/index.ts'

/** False if the user was to bind their first telephone but has one. A unique index refuses a telephone of another user. */
// everyone: the caller's own account
export async function setAccountPhone(db: Db, keys: Keys, userId: string, phone: string | null, from: 'none' | 'any'): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set(column => ({ ...phoneColumns(keys, phone), version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', userId)
    .$if(from === 'none', rows => rows.where('phoneHash', 'is', null))
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  // A separate statement, because the one that changes the number resets its verification.
  if (phone !== null) await markPhoneProven(db, userId, keys.blindIndex('phone', phone))
  return true
}

/** Marks the number verified by a code sent to it. */
// everyone: the owner of the number, before any caller is known
export const markPhoneProven = (db: Db, userId: string, phoneHash: string) =>
  db
    .updateTable('users')
    .set({ phoneProven: 1 })
    .where('id', '=', userId)
    .where('phoneHash', '=', phoneHash)
    .where('phoneProven', '=', 0)
    .execute()

// everyone: the caller's own account
export async function hasPhone(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('phoneHash').where('id', '=', userId).executeTakeFirst()
  return (row?.phoneHash ?? null) !== null
}

// everyone: the caller's own account
export async function hasIdCard(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('idCardHash').where('id', '=', userId).executeTakeFirst()
  return (row?.idCardHash ?? null) !== null
}
