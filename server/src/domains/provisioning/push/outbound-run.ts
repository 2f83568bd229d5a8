import type { SyncReport } from '@hufu/contract/provisioning/sync'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import { pushAnswer } from '../../apps/index.ts'
import { isStatementTooSlow } from '../../../platform/http/errors.ts'
import { text as platformText } from '../../../platform/text/text.ts'
import { Refused } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { Withdrawn, type RunningTask } from '../../../platform/tasks/running-task.ts'
import { loadSync, type StoredSync } from '../sync/config.sql.ts'
import { addWritten, endRun, findRun, replaceWaiting, savePlan, setRunState, taskStatus, type StoredRun } from '../sync/run/run.sql.ts'
import { text as syncText } from '../sync/text.ts'
import { notifyOfRun } from '../watcher/watcher.ts'
import { writeSyncLog } from '../sync-log/write-log.sql.ts'
import { openTarget } from './align.ts'
import { queueChanged } from './differences.sql.ts'
import { sendAll } from './outbound-send.ts'
import { compared, planOf } from './outbound-plan.ts'
import { isEnding, type Order } from './orders.ts'
import { PUSH_JOB } from './push-job.ts'
import type { Target } from './push-queue.sql.ts'
import { RemoteState, isScimStop } from './scim/remote-state.ts'
import { forgetPushed } from './scim/groups.sql.ts'
import { text } from './text.ts'
import { readMapping } from './push-data.ts'

export const SEND_TASK = 'sync.send'
/** The report of objects that exist only in the application. */
const reportOf = (remoteState: RemoteState | undefined): SyncReport | undefined =>
  remoteState && { org: null, user: null, ...remoteState.unknownObjects() }

interface SendOrder {
  runId: string
}
export type Task = RunningTask<SendOrder, never>
export type OutboundTarget = Target & { pushObject: PushType | 'all' }

export const sendTask = (kernel: Kernel): void =>
  kernel.tasks.define<SendOrder, never>({
    kind: SEND_TASK,
    run: task => runOutbound(kernel, task),
    giveUp: async (db, { runId }, message) => {
      const run = await findRun(db, runId)
      if (run) await endIn(db, kernel, await loadSync(db, run.syncId), run, { state: 'failed', message })
    },
  })

/** The target of a task: an application that receives pushes, or the address of the task itself. */
export const targetOf = async (db: Db, sync: StoredSync): Promise<OutboundTarget> =>
  sync.appId === null ? outboundTargetOf(sync) : { ...(await openTarget(db, sync.appId)), pushObject: sync.objectType }

/** Compares all objects with what was pushed, then pushes the differences, unless the run is a dry run or held by the brake. */
async function runOutbound(kernel: Kernel, task: Task): Promise<{ message: string }> {
  const { db } = kernel
  const run = await findRun(db, task.payload.runId)
  if (!run) throw new Refused('syncRunMissing', {})
  const sync = await loadSync(db, run.syncId)
  try {
    return { message: await executeRun(kernel, task, run, sync) }
  } catch (error) {
    if (task.mayRunAgain(error)) throw error
    const isCancelled = error instanceof Withdrawn && (await taskStatus(db, task.id)) === 'CANCEL'
    if (error instanceof Withdrawn && !isCancelled) throw error
    const message = isScimStop(error)
      ? text.run.farFailed(pushAnswer(error.pushed).message)
      : isCancelled
        ? text.run.cancelled
        : isStatementTooSlow(error)
          ? platformText.taskTooSlow
          : text.run.failed
    await end(kernel, sync, run, { state: isCancelled ? 'cancelled' : 'failed', message })
    throw isScimStop(error) ? new Refused('syncFailed', { sentence: message }) : error
  }
}

async function executeRun(kernel: Kernel, task: Task, run: StoredRun, sync: StoredSync): Promise<string> {
  const { db } = kernel
  const target = await targetOf(db, sync)
  const remoteState = target.kind === 'scim' ? await RemoteState.read(kernel, target, target.pushObject) : undefined
  const { orders, others } = await compared(kernel, task, run, target, remoteState)
  if (run.state === 'reading') {
    const plan = await planOf(db, sync, target, run, orders)
    const isBraked = plan.brake.length > 0
    const state = isBraked ? 'blocked' : run.mode === 'plan' ? 'planned' : 'writing'
    await db.transaction().execute(async trx => {
      const replaced = await replaceWaiting(trx, sync.id)
      await savePlan(trx, run.id, { state, replaced }, plan)
    })
    if (state !== 'writing') {
      await end(kernel, sync, run, { state, message: plan.message, report: reportOf(remoteState) })
      return plan.message
    }
  } else await setRunState(db, run.id, 'writing')
  const wantedOrders = run.onlyAdd ? orders.filter(order => !isEnding(order)) : orders
  const telling = { run, sync, target, remoteState, others }
  return sync.appId === null ? sendOrders(kernel, task, telling, wantedOrders) : queue(kernel, task, telling, wantedOrders)
}

export interface OutboundRun {
  run: StoredRun
  sync: StoredSync
  target: OutboundTarget
  remoteState?: RemoteState | undefined
  others: number
}

const QUEUED = 1000
const othersMessage = (others: number) => (others > 0 ? text.run.others(others) : '')

/** Queues the objects for an application as if each had just changed, so that its usual order, retries and brake apply. */
async function queue(
  kernel: Kernel,
  task: Task,
  { run, sync, target, remoteState, others }: OutboundRun,
  orders: readonly Order[],
): Promise<string> {
  const { db, jobs } = kernel
  for (let at = 0; at < orders.length; at += QUEUED) {
    const part = orders.slice(at, at + QUEUED).map(({ item }) => item)
    await db.transaction().execute(async trx => {
      await forgetPushed(trx, target.appId, part.filter(({ reason }) => reason !== undefined)) // prettier-ignore
      await queueChanged(trx, target.appId, task.ownerId, part)
    })
    jobs.wake(PUSH_JOB)
    await task.report({ stage: text.stages.queue, progress: at + part.length, total: orders.length })
  }
  const report = reportOf(remoteState)
  const unknownObjects = report?.differenceCount ?? 0
  const message = text.queued(orders.length) + (unknownObjects > 0 ? text.far.unknownObjects(unknownObjects) : '') + othersMessage(others)
  await end(kernel, sync, run, { state: unknownObjects + others > 0 ? 'part' : 'done', message, report })
  return message
}

async function sendOrders(kernel: Kernel, task: Task, telling: OutboundRun, orders: readonly Order[]): Promise<string> {
  const { run, sync, others } = telling
  const { taken, failed, rest } = await sendAll(kernel, telling, orders, progress =>
    task.report({ stage: text.stages.send, progress, total: orders.length }),
  )
  await addWritten(kernel.db, run.id, { done: taken, failed: failed + rest })
  const message = (rest > 0 ? text.run.stopped(taken, rest) : text.done(taken, failed, 0)) + othersMessage(others)
  await end(kernel, sync, run, { state: failed + rest + others > 0 ? 'part' : 'done', message })
  return message
}

interface RunEnd {
  state: StoredRun['state']
  message: string
  report?: SyncReport | undefined
}

const end = (kernel: Kernel, sync: StoredSync, run: StoredRun, result: RunEnd): Promise<void> =>
  kernel.db.transaction().execute(trx => endIn(trx, kernel, sync, run, result))

async function endIn(trx: Db, kernel: Kernel, sync: StoredSync, run: StoredRun, { state, message, report }: RunEnd): Promise<void> {
  if (state === 'blocked') await notifyOfRun(trx, kernel, sync, 'syncBlocked')
  if (state === 'failed') await notifyOfRun(trx, kernel, sync, 'syncFailed')
  await endRun(trx, run, { state, message, ...(report && { report }) })
  if (state === 'planned') return
  await writeSyncLog(trx, [
    {
      objectType: sync.objectType,
      operateType: 'run',
      sync: { id: sync.id, name: sync.name },
      runId: run.id,
      name: syncText.run.summary,
      isDone: state === 'done',
      message,
    },
  ])
}

/** The target of a task that names an address instead of an application: the task's secret signs, telephone numbers are masked. */
function outboundTargetOf(sync: StoredSync): Target & { pushObject: StoredSync['objectType'] } {
  const { id, name, objectType, url, mapping, sealed } = sync
  const linesFor = (object: 'org' | 'user') => {
    const lines = mapping.filter(line => line.object === object)
    return lines.length > 0 ? readMapping(lines) : undefined
  }
  const [user, org] = [linesFor('user'), linesFor('org')]
  return {
    appId: id,
    links: 'sync',
    name,
    attempt: 0,
    failures: 0,
    phone: 'masked',
    kind: 'json',
    scope: 'all',
    url: url ?? '',
    secretCipher: sealed.secret ?? '',
    mapping: { ...(user && { user }), ...(org && { org }) },
    syncs: { user: { id, name }, org: { id, name } },
    pushObject: objectType,
  }
}
