import { inTransaction, SYSTEM, type Db } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { certificateOf } from '../xml/certificate.ts'
import { AHEAD_DAYS, DAY_MS, newKey, privateKeyOf, type Published, lockKeys } from './key.sql.ts'
import type { SigningPair } from '../xml/signature.ts'

/** Newest first, so that an identity provider that takes the first key of the metadata can use it the longest. */
const listDecryptionKeys = (db: Db): Promise<Published[]> =>
  db.selectFrom('samlDecryptionKey').select(['kid', 'certificate', 'sealed']).orderBy('kid', 'desc').execute()

async function insertDecryptionKey(kernel: Kernel, db: Db): Promise<void> {
  await db
    .insertInto('samlDecryptionKey')
    .values(await newKey(kernel))
    .execute()
}

/** The keys that identity providers encrypt assertions to; they sign nothing. The first key is made on first use. */
export async function decryptionPairs(kernel: Kernel): Promise<SigningPair[]> {
  const found = await listDecryptionKeys(kernel.db)
  if (found.length === 0) {
    await inTransaction(kernel.db, SYSTEM, async db => {
      await lockKeys(db)
      if ((await listDecryptionKeys(db)).length === 0) await insertDecryptionKey(kernel, db)
    })
    return decryptionPairs(kernel)
  }
  return found.map(key => ({ kid: key.kid, certificate: key.certificate, key: privateKeyOf(kernel, key) }))
}

/**
 * Publishes a successor before the newest certificate ends, and deletes old keys `AHEAD_DAYS` after their end, when every provider
 * has read the new metadata. Returns the end of the certificate that needed a successor; a concurrent call returns undefined.
 */
export async function rollDecryptionKey(kernel: Kernel, db: Db): Promise<Date | undefined> {
  await lockKeys(db)
  const now = kernel.now().getTime()
  const [newest, ...older] = (await listDecryptionKeys(db)).map(({ kid, certificate }) => ({
    kid,
    end: certificateOf(certificate).validToDate,
  }))
  if (!newest) return undefined
  const over = older.filter(({ end }) => end.getTime() + AHEAD_DAYS * DAY_MS < now).map(({ kid }) => kid)
  if (over.length > 0) await db.deleteFrom('samlDecryptionKey').where('kid', 'in', over).execute()
  if (newest.end.getTime() >= now + AHEAD_DAYS * DAY_MS) return undefined
  await insertDecryptionKey(kernel, db)
  return newest.end
}
