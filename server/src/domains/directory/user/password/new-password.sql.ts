import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

export interface Owner {
  userName: string
  realName: string
  pinyin: string
  phoneCipher: string | null
  orgs: string[]
  passwordHash: string | null
}

/** The user a new password is for: their names and present password hash. */
export async function ownerOf(db: Db, userId: string): Promise<Owner | undefined> {
  const { rows } = await everyone(
    "the caller's own record, or that of a user whom a call has found within the scope",
    sql<Owner>`
    select u.user_name, u.real_name, u.pinyin, u.phone_cipher, u.password_hash,
      array(select o.name from job j join org o on o.id = j.org_id where j.user_id = u.id) as orgs
    from live_user u where u.id = ${userId}`,
  ).execute(db)
  return rows[0]
}

/** The hashes before the present one, newest first. */
export async function formerHashes(db: Db, userId: string, count: number): Promise<string[]> {
  if (count <= 0) return []
  const rows = await db
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(row => row.passwordHash)
}

export async function orgNames(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await everyone(
    "only compared with a password; the caller's scope is checked when the job is written",
    sql<{ name: string }>`select name from live_org where id = any (${[...ids]})`,
  ).execute(db)
  return rows.map(({ name }) => name)
}
