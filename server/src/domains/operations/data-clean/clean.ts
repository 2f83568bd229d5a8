import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction, SYSTEM } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { cleaners } from './cleaners.sql.ts'
import { beginLog, dueCleanings, keepCount, type DueCleaning } from './data-clean.sql.ts'
import { text } from './text.ts'

export const CLEAN = 'dataClean'
export interface CleanOrder {
  ids: string[]
}
interface Part extends DueCleaning {
  logId: string
  count: number
  isDone: boolean
}
export interface CleanCursor {
  parts: Part[]
}
type CleanTask = RunningTask<CleanOrder, CleanCursor>

/** Pause between two batches, in milliseconds, to leave the database to other requests. */
const PAUSE_MS = 50

const nameOf = ({ objectType, count }: Part) => ({ name: text.objects[objectType], count })

/** A manual cleaning in batches: it resumes after a crash, and a cancel stops it between two batches. */
export async function cleanByTask(kernel: Kernel, task: CleanTask): Promise<{ message: string }> {
  const parts = task.cursor?.parts ?? (await begun(task))
  let total = 0
  for (const part of parts) if (!part.isDone) total += await cleaners[part.objectType].count(kernel.db, part.before)
  let progress = parts.reduce((sum, { count }) => sum + count, 0)
  total += progress
  for (const part of parts)
    while (!part.isDone) {
      const cursor: CleanCursor = { parts }
      const before = { ...part }
      await task.batch(cursor, { stage: text.cleaning(text.objects[part.objectType]), progress, total }, async db => {
        const gone = await cleaners[part.objectType].batch({ db, keys: kernel.keys }, part.before)
        Object.assign(part, { count: before.count + gone, isDone: gone === 0 })
        await keepCount(db, part.logId, part)
      })
      progress += part.count - before.count
      if (!part.isDone) await pause(PAUSE_MS)
    }
  return { message: text.cleaned(text.done(parts.map(nameOf))) }
}

/** Fixes the time limits at the start, so that rows that become old meanwhile are left for the next cleaning. */
async function begun(task: CleanTask): Promise<Part[]> {
  const parts: Part[] = []
  await task.batch({ parts }, {}, async trx => {
    parts.length = 0
    for (const cleaning of await dueCleanings(trx, task.payload.ids)) {
      parts.push({ ...cleaning, logId: await beginLog(trx, cleaning, task.ownerId), count: 0, isDone: false })
    }
  })
  return parts
}

/** The scheduled job: cleans by every enabled rule. */
export async function cleanEnabled(kernel: Kernel): Promise<string> {
  const parts = await dueCleanings(kernel.db, 'enabled')
  const done: { name: string; count: number }[] = []
  for (const cleaning of parts) done.push({ name: text.objects[cleaning.objectType], count: await cleanWhole(kernel, cleaning) })
  return text.done(done)
}

/** The hourly job: cleans temporary files only, by the same rule as cleanEnabled. */
export async function cleanTempFiles(kernel: Kernel): Promise<string> {
  const cleaning = (await dueCleanings(kernel.db, 'enabled')).find(({ objectType }) => objectType === 'tempFile')
  if (!cleaning) return text.off
  return text.done([{ name: text.objects.tempFile, count: await cleanWhole(kernel, cleaning) }])
}

async function cleanWhole({ db: kernelDb, keys }: Kernel, cleaning: DueCleaning): Promise<number> {
  let logId: string | undefined
  for (let count = 0; ; await pause(PAUSE_MS)) {
    const [total, log] = await inTransaction(kernelDb, SYSTEM, async db => {
      const gone = await cleaners[cleaning.objectType].batch({ db, keys }, cleaning.before)
      const id = logId ?? (gone > 0 ? await beginLog(db, cleaning, null) : undefined)
      await keepCount(db, id, { ...cleaning, count: count + gone, isDone: gone === 0 })
      return [count + gone, id] as const
    })
    if (total === count) return count
    count = total
    logId = log
  }
}
