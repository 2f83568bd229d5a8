import { sql } from 'kysely'
import type { SmsType } from '@hufu/contract/messages/sms'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'

export const CODE_SECONDS = 300
const MAX_TRIES = 5

interface NewCode {
  telephone: string
  code: string
  /** '': the code serves every purpose. */
  purpose: SmsType | ''
}

/** Stores the telephone's only valid code and replaces an earlier one. */
export async function keepCode({ keys }: Pick<Kernel, 'keys'>, db: Db, { telephone, code, purpose }: NewCode): Promise<void> {
  const row = { codeHash: keys.blindIndex('smsCode', `${telephone}:${code}`), purpose, tries: 0 }
  const expiresAt = sql<string>`now() + ${sql.lit(CODE_SECONDS)} * interval '1 second'`
  await db
    .insertInto('smsCode')
    .values({ phoneHash: keys.blindIndex('phone', telephone), ...row, expiresAt })
    .onConflict(conflict => conflict.column('phoneHash').doUpdateSet({ ...row, expiresAt }))
    .execute()
}

/**
 * Whether this is the telephone's code; a right one is used up. The attempt is counted first and outside the transaction,
 * so of a thousand concurrent guesses five are checked. A code sent for another purpose counts as wrong.
 */
export async function useCode(
  { db, keys }: Pick<Kernel, 'db' | 'keys'>,
  telephone: string,
  code: string,
  purpose: SmsType,
): Promise<boolean> {
  const phoneHash = keys.blindIndex('phone', telephone)
  const tried = await sql<{ one: number }>`update sms_code set tries = tries + 1
    where phone_hash = ${phoneHash} and expires_at > now() and tries < ${sql.lit(MAX_TRIES)} returning 1 as one`.execute(db)
  if (tried.rows.length === 0) return false
  const { rows } = await sql<{ one: number }>`delete from sms_code
    where phone_hash = ${phoneHash} and code_hash = ${keys.blindIndex('smsCode', `${telephone}:${code}`)}
      and purpose in (${purpose}, '') and expires_at > now() returning 1 as one`.execute(db)
  return rows.length > 0
}
