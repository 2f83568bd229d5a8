import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Keys } from './keys.ts'

/**
 * False where this ciphertext has carried a password before: what was overheard is good for nothing (T4). Kept for the
 * key's life, on all nodes; each block by itself, because blocks can be put together anew.
 */
export async function spendCiphertext(db: Db, keys: Keys, ciphertext: string): Promise<boolean> {
  const digests = keys.blockDigests(ciphertext)
  const { rows } = await sql<{ one: number }>`
    insert into used_ciphertext (digest) select distinct unnest(${digests}::bigint[])
    on conflict do nothing returning 1 as one`.execute(db)
  return rows.length === digests.length
}
