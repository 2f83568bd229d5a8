import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Keys } from './keys.ts'

/**
 * False if this ciphertext has carried a password before, so that a recorded one cannot be replayed. Digests are kept as long
 * as the key, for all nodes; one per block, because blocks could be recombined.
 */
export async function spendCiphertext(db: Db, keys: Keys, ciphertext: string): Promise<boolean> {
  const digests = keys.blockDigests(ciphertext)
  const { rows } = await sql<{ one: number }>`
    insert into used_ciphertext (digest) select distinct unnest(${digests}::bigint[])
    on conflict do nothing returning 1 as one`.execute(db)
  return rows.length === digests.length
}
