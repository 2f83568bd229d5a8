import type { Db } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { writeSyncLog } from '../../sync-log/write-log.sql.ts'
import type { StoredSync } from '../config.sql.ts'
import { objectsOf } from '../mapping/fields.ts'
import { readAgain } from '../run/hints.sql.ts'
import { settleLinks } from '../compare/links.sql.ts'
import { refusedEntry } from './log-entries.ts'
import { advanceWatermark } from '../run/watermark.sql.ts'
import { BATCH } from '../run/plan.ts'
import { clearRaw, keyOf, readRaw } from '../run/raw.sql.ts'
import { differencesOf, markDifferences, refusedRows, sumsOf } from './report.sql.ts'
import { endRun, findRun, messageOf, type StoredRun } from '../run/run.sql.ts'
import type { ObjectType } from '../sources/source.ts'
import { logRun } from './log-run.ts'
import { text } from '../text.ts'

/** Ends a run: compares source, links and stored objects after everything is written, and reports the differences (F9). */
export async function reportRun(db: Kernel['db'], { id }: StoredRun, sync: StoredSync): Promise<string> {
  return db.transaction().execute(async trx => {
    const run = (await findRun(trx, id))!
    await settleLinks(trx, run, !run.onlyAdd)
    if (run.mode === 'one' && !run.onlyAdd) await readAgain(trx, run)
    const objects = objectsOf(sync.objectType)
    for (const object of objects) await markDifferences(trx, run, object, text.difference)
    const sums = async (object: ObjectType) => (objects.includes(object) ? sumsOf(trx, run, object) : null)
    const found = await differencesOf(trx, run.id)
    const isWhole = found.differenceCount === 0
    const message = isWhole ? await messageOf(trx, run.id) : text.run.part(found.differenceCount)
    await endRun(trx, run, {
      state: isWhole ? 'done' : 'part',
      message,
      report: { org: await sums('org'), user: await sums('user'), ...found },
    })
    await advanceWatermark(trx, run.id)
    await logRefused(trx, run, sync)
    await clearRaw(trx, run.id)
    await logRun(trx, sync, run, { isDone: true, message })
    return message
  })
}

async function logRefused(db: Db, run: StoredRun, sync: StoredSync): Promise<void> {
  for (let after = 0; ;) {
    const rows = await refusedRows(db, run.id, after, BATCH)
    if (rows.length === 0) return
    after = rows.at(-1)!.place
    const raws = await readRaw(db, run.id, rows)
    await writeSyncLog(db, rows.map(row => refusedEntry({ id: sync.id, name: sync.name }, run.id, row, raws.get(keyOf(row))))) // prettier-ignore
  }
}
