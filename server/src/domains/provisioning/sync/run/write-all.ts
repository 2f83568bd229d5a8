import type { Db } from '../../../../platform/database/db.ts'
import type { RunningTask } from '../../../../platform/tasks/running-task.ts'
import { commitAsynchronously } from '../../../../sheets/index.ts'
import { Places, type PersonMeaning } from '../../../directory/index.ts'
import { batchNumbers, batchRows, updateRowStatistics, type PlannedRow } from '../compare/rows.sql.ts'
import { endBatch, findRun, type StoredRun } from './run.sql.ts'
import { text } from '../text.ts'
import { writeBatch, type Writing } from './write.ts'

/** The last batch that was written. */
export interface SyncCursor {
  batch: number
}

/** New users without other jobs are independent, so the next batch of them may be written while one is still being written. */
const isNewUser = ({ objectType, verdict, meaning }: PlannedRow) =>
  objectType === 'user' && verdict === 'new' && (meaning as PersonMeaning).addOrgIds.length === 0

/**
 * Gives new users their sort numbers beforehand, because the numbers of the batch before are not committed and cannot be read
 * yet.
 */
async function withSortNumbers(places: Places, rows: readonly PlannedRow[]): Promise<PlannedRow[]> {
  const people = await places.give(rows.map(({ meaning }) => (meaning as PersonMeaning).person!))
  return rows.map((row, n) => ({ ...row, meaning: { ...(row.meaning as PersonMeaning), person: people[n]! } }))
}

/** The promise of a batch is awaited a moment later; until then its failure must not count as an unhandled rejection. */
const ignoreFailure = () => undefined

export async function writeAll(task: RunningTask<unknown, SyncCursor>, writing: Writing & { run: StoredRun }): Promise<void> {
  const { db, giving } = writing.work
  const { readOrg, readUser } = (await findRun(db, writing.run.id))!
  const batches = await batchNumbers(db, writing.run.id)
  const from = task.cursor?.batch ?? 0
  let progress = batches.filter(batch => batch <= from).length
  await task.report({ stage: text.run.writing, progress, total: batches.length })
  let last = Promise.resolve()
  let places = new Places(db)
  for (const batch of batches.slice(progress)) {
    const rows = await batchRows(db, writing.run.id, batch)
    const isApart = rows.every(isNewUser)
    const ready = isApart ? await withSortNumbers(places, rows) : rows
    const before = last
    if (!isApart) {
      await before
      places = new Places(db)
    }
    const write = async (trx: Db) => {
      await commitAsynchronously(trx)
      const written = await writeBatch(trx, writing, ready)
      // `endBatch` locks the run's row, which the batch before needs to commit; so it comes only after that batch.
      await before
      await endBatch(trx, writing.run.id, batch, written)
    }
    last = task.batch({ batch }, { progress: ++progress }, write, { before, giving, giver: writing.editor.userId })
    last.catch(ignoreFailure)
    await (isApart ? before : last)
  }
  await last
  await updateRowStatistics(db, { org: readOrg, user: readUser })
}
