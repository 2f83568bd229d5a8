import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { storeFile, XLSX } from '../platform/files/files.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { RunningTask } from '../platform/tasks/running-task.ts'
import { writeTable } from './xlsx/index.ts'
import { text } from './text.ts'

/** A sheet has 1,048,576 rows, one of them the titles. */
export const EXPORT_MAX = 1_000_000
const BATCH = 2000

/** The named columns in their own order; absent: all. An unknown name is refused. */
export function readAttributes<A extends string>(offered: readonly (readonly [A, string])[], wanted: string | undefined): A[] {
  const names = (wanted ?? '').split(',').map(name => name.trim()).filter(name => name !== '') // prettier-ignore
  if (names.length === 0) return offered.map(([attribute]) => attribute)
  const attributes = new Set<string>(offered.map(([attribute]) => attribute))
  if (names.some(name => !attributes.has(name))) refuse('attributeProblem')
  return [...new Set(names)] as A[]
}

interface Export {
  fileName: string
  titles: readonly string[]
  ids: readonly string[]
  rows: (ids: readonly string[]) => Promise<(string | null)[][]>
}

/** Writes the rows of these ids as a sheet, batch by batch; the next batch is read while one is written. */
export async function exportTable<P, C>(
  db: Kysely<Tables>,
  task: RunningTask<P, C>,
  { fileName, titles, ids, rows }: Export,
): Promise<{ message: string; fileId: string }> {
  if (ids.length > EXPORT_MAX) refuse('tableProblem', { sentence: text.tooManyToExport })
  await task.report({ stage: text.stages.file, progress: 0, total: ids.length })
  let count = 0
  async function* batches() {
    let next = rows(ids.slice(0, BATCH))
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = await next
      next = rows(ids.slice(at + BATCH, at + 2 * BATCH))
      // Awaited in the next iteration; if the task ends earlier, its failure must not be unhandled.
      next.catch(() => undefined)
      count += batch.length
      yield batch
      await task.report({ progress: Math.min(at + BATCH, ids.length) })
    }
  }
  const table = writeTable(titles.map(title => ({ title })), batches()) // prettier-ignore
  const fileId = await storeFile(db, { fileName, contentType: XLSX, ownerId: task.ownerId, purpose: 'taskResult', temporary: true }, table)
  return { message: text.exported(count), fileId }
}
