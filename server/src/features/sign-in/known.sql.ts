import { sql } from 'kysely'
import { foldName, phoneForm } from '@hufu/contract/text-rules'
import type { Db } from '../../kernel/db.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** Somebody who may be at the door. */
export interface Known {
  id: string
  userName: string
  realName: string
  status: number
  expired: boolean
  passwordHash: string | null
}

/** loginName is matched with userName, then phone (D-23). */
export async function findByLoginName({ db, keys }: Kernel, loginName: string): Promise<Known | undefined> {
  const folded = foldName(loginName)
  const columns = sql.raw('id, user_name, real_name, status, password_hash, coalesce(valid_end_time <= now(), false) as expired')
  const byName = await sql<Known>`select ${columns} from users where lower(user_name) = ${folded} and deleted_at is null`.execute(db)
  if (byName.rows[0] || !phoneForm.test(folded)) return byName.rows[0]
  const byPhone =
    await sql<Known>`select ${columns} from users where phone_hash = ${keys.blindIndex('phone', folded)} and deleted_at is null`.execute(db)
  return byPhone.rows[0]
}

/** Only if nobody has changed it meanwhile. */
export const renewPassword = (db: Db, known: Pick<Known, 'id' | 'passwordHash'>, passwordHash: string) =>
  db.updateTable('users').set({ passwordHash }).where('id', '=', known.id).where('passwordHash', '=', known.passwordHash).execute()
