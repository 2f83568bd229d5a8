import type { Db } from '../platform/database/db.ts'
import type { RunningTask } from '../platform/tasks/running-task.ts'
import { commitAsynchronously, countVerdicts, updateTableStatistics, markRefused, plannedRows, setPlanDone, type Plan } from './plan.sql.ts'
import type { SheetKind, Work, Writer } from './sheet-kind.ts'
import { text } from './text.ts'
import { asPlanned, writeBatch } from './write-batch.ts'

export interface ImportOrder {
  planId: string
  /** The result file lists every row, not only refused ones. */
  whole: boolean
}

/** The last row that was carried out. */
export interface ImportCursor {
  step: number
  row: number
}

const BATCH = 1000

interface Prepared {
  at: ImportCursor
  rows: readonly { row: number }[]
}

/**
 * Carries out a staged plan: each batch is committed with its cursor, so that no row is done twice. While the database
 * writes one batch the next is prepared and, if rows are independent, written too.
 */
export async function executePlan(task: RunningTask<ImportOrder, ImportCursor>, work: Work, kind: SheetKind, plan: Plan): Promise<void> {
  const writer = await kind.writer(work)
  const counts = await countVerdicts(work.db, plan.id)
  const idle = (counts.refused ?? 0) + (counts.unchanged ?? 0)
  let progress = task.cursor ? Math.max(task.progress, idle) : idle
  await task.report({ stage: text.stages.write, progress, total: plan.total })
  const write = async (db: Db, rows: Prepared['rows']) => {
    await commitAsynchronously(db)
    const refused = await writeBatch(db, work, kind, writer, rows)
    if (refused.size > 0) await markRefused(db, plan.id, refused)
  }
  let last = Promise.resolve()
  for await (const { at, rows } of prefetched(preparedBatches(work, kind, plan, writer, task.cursor ?? { step: 0, row: 0 }))) {
    progress += rows.length
    const before = last
    last = task.batch(at, { progress }, db => write(db, rows), { before, giving: work.giving })
    last.catch(ignoreFailure)
    await (writer.apart ? before : last)
  }
  await last
  await setPlanDone(work.db, plan.id)
  await updateTableStatistics(work.db, kind.tables, plan.total)
}

/** The failure is reported where the promise is awaited; until then it must not count as unhandled. */
const ignoreFailure = () => undefined

/** Prepares the next batch while one is in use. */
async function* prefetched<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  for (;;) {
    const { value, done } = await next
    if (done) return
    next = batches.next()
    next.catch(ignoreFailure)
    yield value
  }
}

async function* preparedBatches(work: Work, kind: SheetKind, plan: Plan, writer: Writer, from: ImportCursor): AsyncGenerator<Prepared> {
  const columns = kind.columns(plan.options)
  const keys = plan.titles.map(title => columns.find(column => column.title === title)!.key)
  let at = from
  while (at.step < plan.steps) {
    const rows = await plannedRows(work.db, plan.id, at, BATCH)
    if (rows.length === 0) at = { step: at.step + 1, row: 0 }
    else {
      at = { step: at.step, row: rows.at(-1)!.row }
      yield { at, rows: await writer.prepare(rows.map(row => asPlanned(keys, row))) }
    }
  }
}
