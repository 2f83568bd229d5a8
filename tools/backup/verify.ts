import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/database/db.ts'
import { WrongMasterKey } from '../../server/src/platform/secrets/master-key.ts'
import { openKeys } from '../../server/src/platform/secrets/open-keys.ts'
import { Summing, type Sum } from './format.ts'
import { linesOf, type Table } from './tables.ts'
import { BackupError, text } from './text.ts'

export interface Verified {
  tables: number
  rows: number
  /** Whether there was an encrypted field to decrypt. */
  fieldOpened: boolean
  auditRecords: number
}

/** Verifies that the restored rows match their digests, that fields can be decrypted, and that the audit chains are unbroken. */
export async function verify(db: Db, tables: readonly Table[], sums: ReadonlyMap<string, Sum>, master: Buffer): Promise<Verified> {
  let rows = 0
  for (const table of tables) {
    const summing = new Summing()
    for await (const lines of linesOf(db, table)) summing.add(lines)
    const found = summing.sum(table.name)
    if (found.sha256 !== sums.get(table.name)?.sha256) throw new BackupError(text.countDiffers(table.name))
    rows += found.rows
  }
  return { tables: tables.length, rows, fieldOpened: await openField(db, master), auditRecords: await walkChain(db) }
}

async function openField(db: Db, master: Buffer): Promise<boolean> {
  try {
    const keys = await openKeys(db, master)
    const { rows } = await sql<{ sealed: string }>`select coalesce(phone_cipher, id_card_cipher) as sealed from users
      where phone_cipher is not null or id_card_cipher is not null limit 1`.execute(db)
    if (!rows[0]) return false
    keys.openField(rows[0].sealed)
    return true
  } catch (error) {
    throw new BackupError(error instanceof WrongMasterKey ? text.keyWrong : text.fieldUnreadable, { cause: error })
  }
}

/**
 * The digest of each record must match its text, and each record must follow its predecessor in the chain (D-73). The first
 * record left may follow a removed one, because a checkpoint confirms what cleaning removed from the beginning of a chain.
 */
export async function walkChain(db: Db): Promise<number> {
  const { rows } = await sql<{ records: number; broken: string | null }>`
    select count(*) as records, min(id) filter (where not whole) as broken from (
      select o.id, o.digest = encode(sha256(convert_to(oper_log_text(o), 'UTF8')), 'hex')
        and (lag(o.seq) over lane is null and (o.seq > 1 or o.prev_digest = '') or lag(o.seq) over lane = o.seq - 1 and lag(o.digest) over lane = o.prev_digest) as whole
      from oper_log o window lane as (partition by o.lane order by o.seq)) record`.execute(db)
  const { records, broken } = rows[0]!
  if (broken !== null) throw new BackupError(text.chainBroken(broken))
  return records
}
