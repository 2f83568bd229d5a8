import { sync as calls } from '@hufu/contract/provisioning/sync'
import type { CheckGiven } from '../../../../platform/access/giving.ts'
import { givingOf, type Acting } from '../../../../platform/access/seniority.ts'
import { everything, type Scope } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { isStatementTooSlow, refusedFrom } from '../../../../platform/http/errors.ts'
import { Refused, sentenceOf } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { Withdrawn, type RunningTask } from '../../../../platform/tasks/running-task.ts'
import { actingNow } from '../../../../sheets/index.ts'
import { sharedSecret } from '../../../directory/index.ts'
import { ROOT_ORG } from '@hufu/contract/screens'
import { notifyOfRun } from '../../watcher/watcher.ts'
import { loadSync, type StoredSync } from '../config.sql.ts'
import { exportPlanTask } from '../report/export-plan.ts'
import { keepWatermark, watermarkOf, readWhole } from './watermark.sql.ts'
import { leaveOutDisablingRows, numberGoneBatches } from './gone.sql.ts'
import { actingSource, type CompareContext } from '../compare/compare-context.ts'
import { BATCH, makePlan } from './plan.ts'
import { readAll } from './read.ts'
import { runRelink } from '../relink/relink-run.ts'
import { reportRun } from '../report/report.ts'
import {
  disableAtOnce,
  endRun,
  findRun,
  replaceWaiting,
  savePlan,
  setRunState,
  taskStatus,
  type PlanResult,
  type StoredRun,
} from './run.sql.ts'
import { SourceError, type NamedObject } from '../sources/source.ts'
import { logRun } from '../report/log-run.ts'
import { text as platformText } from '../../../../platform/text/text.ts'
import { text } from '../text.ts'
import { writeAll, type SyncCursor } from './write-all.ts'

const emptyScope: Scope = { all: false, roots: [] }

export const SYNC_TASK = 'sync.run'
export interface OneObject extends NamedObject {
  /** The source said that the user has left. */
  isLeaving?: boolean
}
export interface SyncOrder {
  runId: string
  only?: readonly OneObject[]
}
type Task = RunningTask<SyncOrder, SyncCursor>

export function syncTasks(kernel: Kernel, checkGiven: CheckGiven): void {
  kernel.tasks.define<SyncOrder, SyncCursor>({
    kind: SYNC_TASK,
    run: task => runSync(kernel, task, checkGiven),
    giveUp: (db, { runId }, message) => failRun(kernel, db, runId, message),
  })
  exportPlanTask(kernel)
}

/**
 * Reads, plans, checks the brakes, writes and reports. A run interrupted while writing resumes at the next batch; one interrupted
 * while reading starts over.
 */
async function runSync(kernel: Kernel, task: Task, checkGiven: CheckGiven): Promise<{ message: string }> {
  const { db } = kernel
  const run = await findRun(db, task.payload.runId)
  if (!run) throw new Refused('syncRunMissing', {})
  const sync = await loadSync(db, run.syncId)
  try {
    return { message: await executeRun(kernel, task, { run, sync, checkGiven }) }
  } catch (error) {
    await endBroken(kernel, task, { run, sync }, error)
    throw error instanceof SourceError ? new Refused('syncFailed', { sentence: text.run.incomplete(error.sentence) }) : error
  }
}

interface Running {
  run: StoredRun
  sync: StoredSync
  checkGiven: CheckGiven
}

async function executeRun(kernel: Kernel, task: Task, { run, sync, checkGiven }: Running): Promise<string> {
  const { db } = kernel
  const editor = await editorOf(kernel, sync)
  const { rootOrgId } = sync.policy
  const scope: Scope = rootOrgId === ROOT_ORG ? everything : { all: false, roots: [{ orgId: rootOrgId, below: true }] }
  const context: CompareContext = { kernel, db, sync, runId: run.id, scope, who: actingSource(sync.editedBy ?? '') }
  if (run.mode === 'relink') return runRelink(task, context, run)
  if (run.state === 'reading') {
    const waits = await planned(task, context, run)
    if (waits !== undefined) return waits
  }
  if (run.state === 'released') await takeReleased(db, run, sync)
  // Rights that users gain are checked against what the user who saved the task administers, even if the task writes only in a
  // part of it.
  const giving = givingOf(editor, editor.rights.scopeOf(calls.update.permit) ?? emptyScope)
  const work = {
    kernel,
    db,
    who: context.who,
    scope,
    giving,
    checkGiven: async (trx: Db) => giving && checkGiven(trx, editor),
    options: {},
  }
  const secret = sync.policy.password === 'initial' ? await sharedSecret(kernel) : { passwordHash: null, passwordType: null }
  await writeAll(task, { run, syncName: sync.name, work, editor, secret })
  return reportRun(db, run, sync)
}

/** The current rights of the user who last saved the task; refuses if that user may no longer act. */
async function editorOf(kernel: Kernel, { editedBy }: StoredSync): Promise<Acting> {
  try {
    return await actingNow(kernel, editedBy ?? '')
  } catch (error) {
    throw error instanceof Refused ? new Refused('syncFailed', { sentence: text.run.editorGone }) : error
  }
}

/** Reads and plans; returns a message if the plan is not to be carried out now. */
async function planned(task: Task, context: CompareContext, run: StoredRun): Promise<string | undefined> {
  const { kernel, db, sync } = context
  await task.report({ stage: text.run.reading })
  const { only } = task.payload
  const since = run.mode === 'delta' ? await watermarkOf(db, sync) : undefined
  const read = await readAll(kernel, db, sync, { runId: run.id, only, isHinted: run.trigger === 'event', since }, rows =>
    task.report({ total: rows }),
  )
  await task.report({ stage: text.run.planning, total: read.org + read.user })
  const isPartial = only !== undefined || !read.isWhole
  const leavers = (only ?? []).flatMap(({ isLeaving, originId }) => (isLeaving ? [originId] : []))
  const plan = await makePlan(context, read, { isPartial, leavers, report: () => task.report({}) })
  const state = plan.brake.length > 0 ? 'blocked' : run.mode === 'plan' ? 'planned' : 'writing'
  await db.transaction().execute(async trx => {
    // A partial plan that is written at once does not replace a waiting plan.
    const replaced = !isPartial || state !== 'writing' ? await replaceWaiting(trx, sync.id) : null
    if (run.mode === 'delta' && read.isWhole) await readWhole(trx, run.id)
    if (only === undefined) await keepWatermark(trx, run.id, sync, read.watermark)
    await savePlan(trx, run.id, { state, replaced }, plan)
    if (state !== 'writing') await endRun(trx, run, { state, message: plan.message })
    if (state !== 'blocked') return
    await logRun(trx, sync, run, { isDone: false, message: plan.message })
    await notifyOfRun(trx, kernel, sync, 'syncBlocked')
  })
  return state === 'writing' ? undefined : state === 'planned' ? text.run.planned(plan.message) : plan.message
}

export type { PlanResult }

/** Prepares a released plan: gone objects are disabled or trashed at once, or left if only additions and changes were released. */
async function takeReleased(db: Kernel['db'], run: StoredRun, sync: StoredSync): Promise<void> {
  const { onGone } = sync.policy
  await db.transaction().execute(async trx => {
    if (run.onlyAdd) await leaveOutDisablingRows(trx, run.id, text.row.left)
    else if (run.brake.length > 0 && onGone !== 'ignore') {
      await disableAtOnce(trx, run.id, onGone)
      await numberGoneBatches(trx, run.id, BATCH)
    }
    await setRunState(trx, run.id, 'writing')
  })
}

/** Ends a run that was cancelled or has failed. A run interrupted by a shutdown or an outage of the database is resumed later. */
async function endBroken(kernel: Kernel, task: Task, { run, sync }: Omit<Running, 'checkGiven'>, error: unknown): Promise<void> {
  if (task.mayRunAgain(error)) return
  const { db } = kernel
  const isCancelled = error instanceof Withdrawn && (await taskStatus(db, task.id)) === 'CANCEL'
  if (error instanceof Withdrawn && !isCancelled) return
  const message = isCancelled ? text.run.cancelled : sentenceFor(error)
  await db.transaction().execute(async trx => {
    await endRun(trx, run, { state: isCancelled ? 'cancelled' : 'failed', message })
    await logRun(trx, sync, run, { isDone: false, message, ...(error instanceof SourceError && error.exchange) })
    if (!isCancelled) await notifyOfRun(trx, kernel, sync, 'syncFailed')
  })
}

/** Ends a run whose task was given up because it broke off too often, usually by crashing its node. */
async function failRun(kernel: Kernel, db: Db, runId: string, message: string): Promise<void> {
  const run = await findRun(db, runId)
  if (!run) return
  const sync = await loadSync(db, run.syncId)
  await endRun(db, run, { state: 'failed', message })
  await logRun(db, sync, run, { isDone: false, message })
  await notifyOfRun(db, kernel, sync, 'syncFailed')
}

function sentenceFor(error: unknown): string {
  if (isStatementTooSlow(error)) return platformText.taskTooSlow
  if (error instanceof SourceError) return text.run.incomplete(error.sentence)
  const refused = refusedFrom(error)
  return refused ? sentenceOf(refused.refusal, refused.detail) : text.run.failed
}
