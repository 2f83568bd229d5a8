import { inTransaction, SYSTEM, type Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { certificateOf } from './certificate.ts'
import { AHEAD_DAYS, DAY_MS, newKey, privateKeyOf, type Published, lockKeys } from './key.sql.ts'
import type { SigningPair } from './signature.ts'

/** The newest first: who takes one of those our metadata name takes it for the longest time. */
const listDecryptionKeys = (db: Db): Promise<Published[]> =>
  db.selectFrom('samlDecryptionKey').select(['kid', 'certificate', 'sealed']).orderBy('kid', 'desc').execute()

async function insertDecryptionKey(kernel: Kernel, db: Db): Promise<void> {
  await db
    .insertInto('samlDecryptionKey')
    .values(await newKey(kernel))
    .execute()
}

/** What identity providers encrypt to us with: keys that sign nothing. Made when the first is needed. */
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
 * A new one is published before the certificate of the old one ends, and the old one goes so long after its end: by then every provider
 * has read our metadata. Whoever comes second finds it done. Answers when the certificate ends that made a new key necessary.
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
