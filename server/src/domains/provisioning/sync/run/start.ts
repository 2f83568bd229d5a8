import { reportsChanges, type RunMode, type sync } from '@hufu/contract/provisioning/sync'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { BodyOf } from '@hufu/contract/call'
import { inTransaction, SYSTEM, type Db } from '../../../../platform/database/db.ts'
import type { Principal } from '../../../../platform/access/sessions.ts'
import { refuse } from '../../../../platform/http/refuse.ts'

import { dueTimes } from '../../../../platform/jobs/due-times.ts'
import type { QueueJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { SEND_TASK, targetOf } from '../../push/outbound-run.ts'
import { writeSyncLog } from '../../sync-log/write-log.sql.ts'
import { claimDelta, claimDue, findDue, findDueDelta, type DueSync } from './clock.sql.ts'
import { anyRunning, loadSync, lockSyncs, type StoredSync } from '../config.sql.ts'
import { voidLapsedPlan } from './lapse.ts'
import { watermarkOf } from './watermark.sql.ts'
import { SYNC_TASK, type OneObject, type SyncOrder } from './run.ts'
import { dropOldEvents, findHinted, takeHints } from './hints.sql.ts'
import {
  closeAbandoned,
  dropOldRows,
  insertRun,
  isWaiting,
  lockRun,
  setReleased,
  setRunTask,
  type Relink,
  type StoredRun,
} from './run.sql.ts'
import { otherReleasers, secondsSincePlan } from './run-read.sql.ts'
import { text } from '../text.ts'

interface Start {
  syncId: string
  mode: RunMode
  trigger: StoredRun['trigger']
  /** The user who starts the run; null for a schedule, a job or an event. */
  userId: string | null
  /** The objects to read again in the mode `one`; nothing is concluded about other objects. */
  only?: readonly OneObject[]
  /** Only in the mode `relink`. */
  relink?: Relink
}

/** Starts a run; the database refuses a second one of the same task. The caller wakes the background tasks after the commit. */
export async function startRun(db: Db, kernel: Kernel, { syncId, mode, trigger, userId, only, relink }: Start): Promise<string> {
  const [stored] = await lockSyncs(db, [syncId])
  if (stored!.direction === 'out' && mode === 'one') refuse('syncOneInwards')
  if (stored!.direction === 'out') await targetOf(db, stored!)
  await closeAbandoned(db, syncId, text.run)
  const runId = await insertRun(db, { syncId, mode: await effectiveMode(db, stored!, mode), trigger, userId, relink: relink ?? null })
  return begin(db, kernel, { runId, direction: stored!.direction, only }, userId ?? stored!.editedBy ?? BUILT_IN_ACCOUNT)
}

/** A delta run needs the watermark of an earlier run with the same settings; without one everything is read. */
async function effectiveMode(db: Db, stored: StoredSync, mode: RunMode): Promise<RunMode> {
  if (mode !== 'delta') return mode
  const { direction, type, objectType, options } = stored
  if (direction === 'out' || !reportsChanges(type, objectType, options)) refuse('syncNoDelta')
  return (await watermarkOf(db, stored)) === undefined ? 'full' : mode
}

/** Starts no run while one of the task is in progress; the next run reads what has come meanwhile. */
export const startRunUnlessRunning = async (db: Db, kernel: Kernel, start: Start): Promise<string | null> =>
  (await isRunning(db, start.syncId)) ? null : startRun(db, kernel, start)

interface StartedRun {
  runId: string
  direction: 'in' | 'out'
  only?: readonly OneObject[] | undefined
}

async function begin(db: Db, kernel: Kernel, { runId, direction, only }: StartedRun, userId: string): Promise<string> {
  const order: SyncOrder = { runId, ...(only && { only }) }
  const taskId = await kernel.tasks.start(db, { userId }, direction === 'in' ? SYNC_TASK : SEND_TASK, order)
  await setRunTask(db, runId, taskId)
  return taskId
}

const RELEASE_SECONDS = 24 * 3600
const SELF_RELEASE_SECONDS = 600

/**
 * Releases a waiting plan. A blocked plan needs another user than its starter; if nobody else could release it, the starter may
 * after ten minutes with a reason (D-56).
 */
export async function releaseRun(
  db: Db,
  kernel: Kernel,
  who: Pick<Principal, 'userId'>,
  body: BodyOf<typeof sync.release>,
): Promise<string> {
  const run = (await lockRun(db, body.runId)) ?? refuse('syncRunMissing')
  if (run.state === 'replaced' || (run.digest !== null && run.digest !== body.digest)) refuse('syncPlanChanged')
  if (run.state !== 'planned' && run.state !== 'blocked') refuse('syncPlanOver')
  const age = await secondsSincePlan(db, run.id)
  if (age > RELEASE_SECONDS) refuse('syncPlanOver')
  const reason = body.reason?.trim() || null
  if (run.state === 'blocked' && run.userId === who.userId) {
    const mayAlone = age >= SELF_RELEASE_SECONDS && reason !== null && (await otherReleasers(db, who.userId)) === 0
    if (!mayAlone) refuse('syncOwnRelease')
  }
  await closeAbandoned(db, run.syncId, text.run)
  await setReleased(db, run.id, { userId: who.userId, reason, onlyAdd: body.only === 'addChange' })
  const { direction } = await loadSync(db, run.syncId)
  return begin(db, kernel, { runId: run.id, direction }, who.userId)
}

export const SYNC_CLOCK = 'sync'
/**
 * Voids plans that have lapsed, and starts runs that are due by schedule, event or delta interval. A scheduled time is skipped
 * and logged if the task is still running or several times were missed.
 */
export const syncClock = (kernel: Kernel): QueueJob => ({
  name: SYNC_CLOCK,
  run: async () => {
    if (await voidLapsedPlan(kernel)) return true
    const syncs = await findDue(kernel.db)
    const hinted = syncs ? undefined : await findHinted(kernel.db, HINT_SECONDS)
    const delta = syncs || hinted !== undefined ? undefined : await findDueDelta(kernel.db)
    if (!syncs && hinted === undefined && delta === undefined) return false
    await inTransaction(kernel.db, SYSTEM, async db => {
      if (syncs) await takeDue(db, kernel, syncs)
      else if (hinted === undefined) await readChanges(db, kernel, delta!)
      else await startHintedRun(db, kernel, hinted)
    })
    kernel.tasks.wake()
    return true
  },
})

/** Seconds to wait after an event, so that one run reads events that belong together. */
const HINT_SECONDS = 3
const HINTS_MAX = 500

/**
 * Reads from the source the objects that events named, or everything if they are too many. The data of an event itself is not
 * used.
 */
async function startHintedRun(db: Db, kernel: Kernel, syncId: string): Promise<void> {
  if (await isRunning(db, syncId)) return
  const hints = await takeHints(db, syncId)
  if (hints.length === 0) return
  const isAll = hints.length > HINTS_MAX || hints.some(({ originId }) => originId === '*')
  const how = isAll ? { mode: 'full' as const } : { mode: 'one' as const, only: hints }
  await startRun(db, kernel, { syncId, trigger: 'event', userId: null, ...how })
}

/** Starts a delta run unless a plan waits for release, because nothing may be written past such a plan; the next delta is soon. */
async function readChanges(db: Db, kernel: Kernel, syncId: string): Promise<void> {
  if (!(await claimDelta(db, syncId)) || (await isRunning(db, syncId)) || (await isWaiting(db, syncId))) return
  await startRun(db, kernel, { syncId, mode: 'delta', trigger: 'clock', userId: null })
}

async function takeDue(db: Db, kernel: Kernel, dueSync: DueSync): Promise<void> {
  const { next, isMissed } = dueTimes(dueSync)
  if (!(await claimDue(db, dueSync, next))) return
  await dropOldRows(db, ROWS_DAYS)
  await dropOldEvents(db, ROWS_DAYS)
  const reason = isMissed ? text.run.missed : (await isRunning(db, dueSync.id)) ? text.run.skipped : undefined
  if (reason === undefined) await startRun(db, kernel, { syncId: dueSync.id, mode: 'full', trigger: 'clock', userId: null })
  else
    await writeSyncLog(db, [
      { objectType: dueSync.objectType, operateType: 'run', sync: dueSync, name: text.run.summary, isDone: false, message: reason },
    ])
}
const ROWS_DAYS = 7

async function isRunning(db: Db, syncId: string): Promise<boolean> {
  await lockSyncs(db, [syncId])
  await closeAbandoned(db, syncId, text.run)
  return anyRunning(db, [syncId])
}

/** Starts a full run for a scheduled job. A task that runs already is no failure. */
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
