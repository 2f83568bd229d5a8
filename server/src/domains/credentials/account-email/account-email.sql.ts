import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'

export const CODE_SECONDS = 600
const MAX_TRIES = 5

type Keyed = Pick<Kernel, 'keys'>

/** A code is bound to one user and one address. */
const hashOf = ({ keys }: Keyed, userId: string, email: string, code: string) =>
  keys.blindIndex('emailCode', `${userId}:${email.toLowerCase()}:${code}`)

/** Stores the user's only valid code and replaces an earlier one. */
export async function keepEmailCode(kernel: Keyed, db: Db, userId: string, email: string, code: string): Promise<void> {
  const row = { codeHash: hashOf(kernel, userId, email, code), tries: 0 }
  const expiresAt = sql<string>`now() + ${sql.lit(CODE_SECONDS)} * interval '1 second'`
  await db
    .insertInto('emailCode')
    .values({ userId, ...row, expiresAt })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ ...row, expiresAt }))
    .execute()
}

/** Whether this is the code; a right one is used up. The attempt is counted first and outside the transaction, as with SMS. */
export async function useEmailCode(kernel: Pick<Kernel, 'db' | 'keys'>, userId: string, email: string, code: string): Promise<boolean> {
  const { db } = kernel
  const tried = await sql`update email_code set tries = tries + 1
    where user_id = ${userId} and expires_at > now() and tries < ${sql.lit(MAX_TRIES)} returning 1`.execute(db)
  if (tried.rows.length === 0) return false
  const { rows } = await sql`delete from email_code
    where user_id = ${userId} and code_hash = ${hashOf(kernel, userId, email, code)} and expires_at > now() returning 1`.execute(db)
  return rows.length > 0
}

/** Two statements: a change of the address resets its verification, then this one is marked verified. */
export async function setProvenEmail(db: Db, userId: string, email: string): Promise<void> {
  await everyone(
    "the caller's own account",
    sql`update users set email = ${email}, version = version + 1, update_time = now() where id = ${userId}`,
  ).execute(db)
  await everyone("the caller's own account", sql`update users set email_proven = 1 where id = ${userId}`).execute(db)
}

export const userNameOf = async (db: Db, userId: string): Promise<string> =>
  (await everyone("the caller's own account", db.selectFrom('users')).select('userName').where('id', '=', userId).executeTakeFirstOrThrow())
    .userName
