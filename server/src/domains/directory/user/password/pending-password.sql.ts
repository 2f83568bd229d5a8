import type { EncryptMethod } from '@hufu/contract/credentials/password'
import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

export interface PendingPassword {
  userId: string
  origin: EncryptMethod
  sealed: string
}

export async function findPending(db: Db, userId: string): Promise<PendingPassword | undefined> {
  const { rows } = await sql<PendingPassword>`select user_id, origin, sealed from pending_password where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Claims digests for half a minute, after which another node may claim what a crashed node left. */
export async function claimPending(db: Db, limit: number): Promise<PendingPassword[]> {
  const { rows } = await sql<PendingPassword>`update pending_password set claimed_until = now() + interval '30 seconds'
    where user_id in (select user_id from pending_password where claimed_until < now() order by claimed_until, user_id limit ${limit} for update skip locked)
    returning user_id, origin, sealed`.execute(db)
  return rows
}

/** Stores the hashes, except for users who have set a password meanwhile or were deleted. */
export async function storeHashes(db: Db, hashed: readonly { userId: string; passwordHash: string }[]): Promise<void> {
  await everyone(
    "run by a background job or at the user's own sign-in",
    sql`
    with gone as (delete from pending_password where user_id = any (${hashed.map(one => one.userId)}) returning user_id)
    update users u set password_hash = h.password_hash
    from unnest(${hashed.map(one => one.userId)}::text[], ${hashed.map(one => one.passwordHash)}::text[]) as h (user_id, password_hash)
    where u.id = h.user_id and u.id in (select user_id from gone) and u.password_hash is null and u.password_from = 'created'
      and u.deleted_at is null`,
  ).execute(db)
}

export async function storedHash(db: Db, userId: string): Promise<string | null> {
  const row = await everyone("run by a background job or at the user's own sign-in", db.selectFrom('users'))
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}
