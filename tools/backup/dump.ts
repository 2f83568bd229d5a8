import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import type { Db } from '../../server/src/platform/database/db.ts'
import { version } from '../../server/src/platform/version.ts'
import { chinaTime, withoutLimits } from '../seed/rows.ts'
import { doneLine, endLine, FORMAT, FORMAT_VERSION, headLine, macLine, macOf, Summing, tableLine, type Sum } from './format.ts'
import { sealKey } from './key.ts'
import { linesOf, readSteps, readTables, type Table } from './tables.ts'
import { BackupError, text } from './text.ts'
import { removeStale, removingOnSignal, unfinishedName } from './unfinished.ts'

/** gzip level 1 is three times as fast as level 6, and the file is a tenth larger. */
const LEVEL = 1

/**
 * Writes a snapshot of the whole database into one file, with the master key in it if
 * a passphrase is given. The file gets its name once it is complete.
 */
export async function writeBackup(
  db: Kysely<Tables>,
  file: string,
  { master, passphrase }: { master: Buffer; passphrase?: string },
): Promise<Sum[]> {
  if (existsSync(file)) throw new BackupError(text.exists(file))
  const sealed = passphrase === undefined ? null : await sealKey(master, passphrase)
  const unfinished = unfinishedName(file)
  await removeStale(file)
  await rm(unfinished, { force: true })
  return removingOnSignal(unfinished, async () => {
    const sums = await withSnapshot(db, async trx => {
      const [steps, tables] = [await readSteps(trx), await readTables(trx)]
      if (steps.length === 0) throw new BackupError(text.notInitialised)
      const head = headLine({
        format: FORMAT,
        formatVersion: FORMAT_VERSION,
        version,
        time: chinaTime(Date.now()),
        steps,
        tables,
        key: sealed,
      })
      const written: Sum[] = []
      const target = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
      await pipeline(
        Readable.from(withMac(contents(trx, head, tables, written), master), { objectMode: true }),
        createGzip({ level: LEVEL }),
        target,
      )
      return written
    })
    await rename(unfinished, file)
    return sums
  })
}

/** Repeatable read: changes made meanwhile are not seen, and no other transaction waits for this one. */
const withSnapshot = <T>(db: Kysely<Tables>, work: (trx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      await withoutLimits(trx)
      return work(trx)
    })

async function* contents(db: Db, head: string, tables: readonly Table[], written: Sum[]): AsyncGenerator<string> {
  yield head
  for (const table of tables) {
    yield tableLine(table.name)
    const summing = new Summing()
    for await (const lines of linesOf(db, table)) {
      summing.add(lines)
      yield `${lines.join('\n')}\n`
    }
    const sum = summing.sum(table.name)
    written.push(sum)
    yield endLine(sum)
  }
}

/** The pieces, followed by the MAC over all of them. */
async function* withMac(pieces: AsyncIterable<string>, master: Buffer): AsyncGenerator<string> {
  const whole = createHash('sha256')
  for await (const piece of pieces) {
    whole.update(piece)
    yield piece
  }
  yield macLine(macOf(whole.digest(), master))
  yield doneLine
}
