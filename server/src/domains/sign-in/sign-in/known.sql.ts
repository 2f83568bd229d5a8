import { sql } from 'kysely'
import { foldName, phoneForm } from '@hufu/contract/text-rules'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'

/** Somebody who may sign in. */
export interface KnownUser {
  id: string
  userName: string
  realName: string
  status: number
  expired: boolean
  passwordHash: string | null
  phoneHash: string | null
  phoneMask: string | null
}

const columns = sql.raw(
  'u.id, u.user_name, u.real_name, u.status, u.password_hash, u.phone_hash, u.phone_mask, coalesce(u.valid_end_time <= now(), false) as expired',
)

/** loginName is matched with userName, then phone (D-23). */
// everyone: of whoever is signing in, before anybody is known
export async function findByLoginName(kernel: Pick<Kernel, 'db' | 'keys'>, loginName: string): Promise<KnownUser | undefined> {
  const folded = foldName(loginName)
  const byName = await sql<KnownUser>`select ${columns} from live_user u where lower(u.user_name) = ${folded}`.execute(kernel.db)
  if (byName.rows[0] || !phoneForm.test(folded)) return byName.rows[0]
  return findByPhone(kernel, folded)
}

// everyone: of whoever is signing in, before anybody is known
export async function findByPhone({ db, keys }: Pick<Kernel, 'db' | 'keys'>, telephone: string): Promise<KnownUser | undefined> {
  const phoneHash = keys.blindIndex('phone', telephone)
  const { rows } = await sql<KnownUser>`select ${columns} from live_user u where u.phone_hash = ${phoneHash}`.execute(db)
  return rows[0]
}

// everyone: of whoever is signing in, before anybody is known
export async function findById(db: Db, id: string): Promise<KnownUser | undefined> {
  const { rows } = await sql<KnownUser>`select ${columns} from live_user u where u.id = ${id}`.execute(db)
  return rows[0]
}

/** Whom this identity of another provider belongs to (login_binding). */
// everyone: of whoever is signing in, before anybody is known
export async function findByBinding(db: Db, kind: 'wx' | 'zfb' | 'ca', subjectHash: string): Promise<KnownUser | undefined> {
  const { rows } = await sql<KnownUser>`select ${columns} from login_binding b join live_user u on u.id = b.user_id
    where b.kind = ${kind} and b.subject_hash = ${subjectHash}`.execute(db)
  return rows[0]
}

/** Only if nobody has changed it meanwhile. */
// everyone: of whoever is signing in, before anybody is known
export const renewPassword = (db: Db, known: Pick<KnownUser, 'id' | 'passwordHash'>, passwordHash: string) =>
  db.updateTable('users').set({ passwordHash }).where('id', '=', known.id).where('passwordHash', '=', known.passwordHash).execute()
