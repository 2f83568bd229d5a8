import { sql } from 'kysely'
import type { Strength } from '@hufu/contract/sign-in/strength'
import type { Db } from '../../../platform/database/db.ts'

/** What somebody could show besides their first factor, and the most any of their roles asks for. */
export interface Held {
  demand: Strength
  phone: boolean
  totp: boolean
  passkeys: number
  recoveryCodes: number
  certificates: number
}

// everyone: of whoever is signing in, before anybody is known
export async function heldBy(db: Db, userId: string): Promise<Held> {
  const { rows } = await sql<Held>`select
    coalesce((select r.second_factor from user_role h join role r on r.id = h.role_id
      where h.user_id = ${userId} and h.status = 1 and r.status = 1
      order by array_position(array['', 'any', 'crypto'], r.second_factor) desc limit 1), '') as demand,
    exists (select 1 from users where id = ${userId} and phone_hash is not null) as phone,
    exists (select 1 from totp where user_id = ${userId}) as totp,
    (select count(*) from passkey where user_id = ${userId}) as passkeys,
    (select count(*) from recovery_code where user_id = ${userId} and used_at is null) as recovery_codes,
    (select count(*) from login_binding where user_id = ${userId} and kind = 'ca') as certificates`.execute(db)
  return rows[0]!
}

/** Their factors are counted by one at a time: of two that are taken away at once, the second finds the first gone. */
// everyone: of whoever is signing in, before anybody is known
export const lockFactors = (db: Db, userId: string) => sql`select 1 from users where id = ${userId} for no key update`.execute(db)
