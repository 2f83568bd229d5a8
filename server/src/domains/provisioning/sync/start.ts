import type { RunMode, sync } from '@hufu/contract/provisioning/sync'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { BodyOf } from '@hufu/contract/call'
import { inTransaction, SYSTEM, type Db } from '../../../platform/database/db.ts'
import type { Who } from '../../../platform/access/sessions.ts'
import { refuse } from '../../../platform/http/refuse.ts'

import { dueTimes } from '../../../platform/jobs/due-times.ts'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { writeSyncLog } from '../sync-log/write-log.sql.ts'
import { claimDue, findDue, type DueSync } from './clock.sql.ts'
import { loadSync, lockSyncs } from './config.sql.ts'
import { SYNC_TASK, type SyncOrder } from './run.ts'
import { closeAbandoned, dropOldRows, insertRun, lockRun, setReleased, setRunTask, type StoredRun } from './run.sql.ts'
import { otherReleasers, secondsSincePlan } from './run-read.sql.ts'
import { text } from './text.ts'

interface Start {
  syncId: string
  mode: RunMode
  trigger: StoredRun['trigger']
  /** Who starts it; null: nobody in particular. */
  userId: string | null
}

/** One run of a task at a time: the database refuses the second. The caller wakes the tasks after the commit. */
export async function startRun(db: Db, kernel: Kernel, { syncId, mode, trigger, userId }: Start): Promise<string> {
  const [stored] = await lockSyncs(db, [syncId])
  if (stored!.direction !== 'in') refuse('syncOutOnly')
  await closeAbandoned(db, syncId, text.run)
  const runId = await insertRun(db, { syncId, mode, trigger, userId })
  return begin(db, kernel, runId, userId ?? stored!.editedBy ?? BUILT_IN_ACCOUNT)
}

async function begin(db: Db, kernel: Kernel, runId: string, userId: string): Promise<string> {
  const order: SyncOrder = { runId }
  const taskId = await kernel.tasks.start(db, { userId }, SYNC_TASK, order)
  await setRunTask(db, runId, taskId)
  return taskId
}

const RELEASE_SECONDS = 24 * 3600
const ALONE_SECONDS = 600

/** A plan that waits, by somebody else than who started it; the only one who could waits ten minutes and says why (D-56). */
export async function releaseRun(db: Db, kernel: Kernel, who: Pick<Who, 'userId'>, body: BodyOf<typeof sync.release>): Promise<string> {
  const run = (await lockRun(db, body.runId)) ?? refuse('syncRunMissing')
  if (run.state === 'replaced' || (run.digest !== null && run.digest !== body.digest)) refuse('syncPlanChanged')
  if (run.state !== 'planned' && run.state !== 'blocked') refuse('syncPlanOver')
  const age = await secondsSincePlan(db, run.id)
  if (age > RELEASE_SECONDS) refuse('syncPlanOver')
  const reason = body.reason?.trim() || null
  if (run.state === 'blocked' && run.userId === who.userId) {
    const mayAlone = age >= ALONE_SECONDS && reason !== null && (await otherReleasers(db, who.userId)) === 0
    if (!mayAlone) refuse('syncOwnRelease')
  }
  await closeAbandoned(db, run.syncId, text.run)
  await setReleased(db, run.id, { userId: who.userId, reason, onlyAdd: body.only === 'addChange' })
  return begin(db, kernel, run.id, who.userId)
}

export const SYNC_CLOCK = 'sync'
/** Runs what is due by the schedules of the tasks; a time that finds the task running is passed over and told. */
export const syncClock = (kernel: Kernel): QueueJob => ({
  name: SYNC_CLOCK,
  run: async () => {
    const due = await findDue(kernel.db)
    if (!due) return false
    await inTransaction(kernel.db, SYSTEM, db => takeDue(db, kernel, due))
    kernel.tasks.wake()
    return true
  },
})

async function takeDue(db: Db, kernel: Kernel, due: DueSync): Promise<void> {
  const { next, isMissed } = dueTimes(due)
  if (!(await claimDue(db, due, next))) return
  await dropOldRows(db, ROWS_DAYS)
  const reason = isMissed ? text.run.missed : (await isRunning(db, due.id)) ? text.run.skipped : undefined
  if (reason === undefined) await startRun(db, kernel, { syncId: due.id, mode: 'full', trigger: 'clock', userId: null })
  else
    await writeSyncLog(db, [
      { objectType: due.objectType, operateType: 'run', sync: due, name: text.run.summary, isDone: false, message: reason },
    ])
}
const ROWS_DAYS = 7

async function isRunning(db: Db, syncId: string): Promise<boolean> {
  await lockSyncs(db, [syncId])
  await closeAbandoned(db, syncId, text.run)
  const row = await db
    .selectFrom('syncRun')
    .select('id')
    .where('syncId', '=', syncId)
    .where('state', 'in', ['reading', 'released', 'writing'])
    .executeTakeFirst()
  return row !== undefined
}

/** For a scheduled job (D-55): the same start; what runs already is no failure. */
export async function startByJob(kernel: Kernel, syncId: string): Promise<string> {
  const started = await inTransaction(kernel.db, SYSTEM, async db => {
    await loadSync(db, syncId)
    if (await isRunning(db, syncId)) return false
    await startRun(db, kernel, { syncId, mode: 'full', trigger: 'job', userId: null })
    return true
  })
  kernel.tasks.wake()
  return started ? text.run.started : text.run.skipped
}
