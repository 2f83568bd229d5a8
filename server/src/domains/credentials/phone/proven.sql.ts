import type { Db } from '../../../platform/database/db.ts'

/** A code that was sent to this number was given back. */
// everyone: whose number it is, before anybody is known
export const markPhoneProven = (db: Db, userId: string, phoneHash: string) =>
  db
    .updateTable('users')
    .set({ phoneProven: 1 })
    .where('id', '=', userId)
    .where('phoneHash', '=', phoneHash)
    .where('phoneProven', '=', 0)
    .execute()
