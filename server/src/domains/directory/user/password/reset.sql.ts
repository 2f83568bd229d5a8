import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { endSessions } from '../../../../platform/access/session-lifecycle.ts'

export interface Reset {
  id: string
  userName: string
  password: string
  hash: string
}

export const accountsOf = (db: Db, ids: readonly string[]) =>
  everyone('aimedAccounts has found these users within the scope', db.selectFrom('users'))
    .select(['id', 'userName'])
    .where('id', 'in', [...ids])
    .orderBy('userName')
    .execute()

/** The sealed telephone numbers of those who have one. */
export async function phonesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await everyone(
    'aimedAccounts has found these users within the scope',
    sql<{ id: string; phoneCipher: string }>`select id, phone_cipher from users
    where id = any (${[...ids]}) and phone_cipher is not null`,
  ).execute(db)
  return new Map(rows.map(row => [row.id, row.phoneCipher]))
}

/** Stores the passwords, ends all sessions and unlocks the accounts; the password must be changed at the next sign-in. */
export async function writeResets(db: Db, resets: readonly Pick<Reset, 'id' | 'hash'>[], passwordType: number): Promise<void> {
  const ids = resets.map(reset => reset.id)
  await everyone(
    'aimedAccounts has found these users within the scope',
    sql`update users u set password_hash = fresh.hash, password_from = 'reset', password_type = ${passwordType}, password_time = now(),
      version = version + 1, update_time = now()
    from unnest(${ids}::text[], ${resets.map(reset => reset.hash)}::text[]) as fresh (id, hash) where u.id = fresh.id`,
  ).execute(db)
  await sql`delete from login_failure where user_id = any (${ids})`.execute(db)
  await endSessions(db, ids)
}
