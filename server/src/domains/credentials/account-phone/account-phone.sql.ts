import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { phoneColumns } from '../../directory/index.ts'

/** False if the user was to bind their first telephone but has one. A unique index refuses a telephone of another user. */
export async function setAccountPhone(db: Db, keys: Keys, userId: string, phone: string | null, from: 'none' | 'any'): Promise<boolean> {
  const changed = await everyone("the caller's own account", db.updateTable('users'))
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
export const markPhoneProven = (db: Db, userId: string, phoneHash: string) =>
  everyone('the owner of the number, before any caller is known', db.updateTable('users'))
    .set({ phoneProven: 1 })
    .where('id', '=', userId)
    .where('phoneHash', '=', phoneHash)
    .where('phoneProven', '=', 0)
    .execute()

export async function hasPhone(db: Db, userId: string): Promise<boolean> {
  const row = await everyone("the caller's own account", db.selectFrom('users'))
    .select('phoneHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return (row?.phoneHash ?? null) !== null
}

export async function hasIdCard(db: Db, userId: string): Promise<boolean> {
  const row = await everyone("the caller's own account", db.selectFrom('users'))
    .select('idCardHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return (row?.idCardHash ?? null) !== null
}
