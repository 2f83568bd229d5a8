import { sql } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

/** The only enabled user of this name and number; undefined for none or several. */
export async function findByNameAndCard(db: Db, name: string, idCardHash: string): Promise<string | undefined> {
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<{ id: string }>`select id from live_user
    where id_card_hash = ${idCardHash} and real_name = ${name} and status = 1
      and (valid_end_time is null or valid_end_time > now())`,
  ).execute(db)
  return rows[0]?.id
}

export async function isOf(db: Db, userId: string, name: string, idCardHash: string): Promise<boolean> {
  const { rows } = await everyone(
    'the user who is signing in, before any caller is known',
    sql<{ one: number }>`select 1 as one from users
    where id = ${userId} and id_card_hash = ${idCardHash} and real_name = ${name}`,
  ).execute(db)
  return rows.length > 0
}
