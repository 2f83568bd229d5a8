import { setTimeout as pause } from 'node:timers/promises'
import { appSender } from '../../../outside/push.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { writeSyncLog } from '../sync-log/write-log.sql.ts'
import type { Order } from './orders.ts'
import type { OutboundRun } from './outbound-run.ts'
import { BROKEN_AFTER } from './push-queue.sql.ts'
import { Round } from './round.ts'
import { recordSyncPushes } from './sync-push.sql.ts'

const AT_A_TIME = 200
/** If the receiver asks for a longer pause, the run ends, and the next run sends the rest. */
const WAIT_MAX_SECONDS = 30

export interface SendResult {
  taken: number
  failed: number
  /** How many were not sent, because the receiver stopped answering. */
  rest: number
}

/** Sends all pushes in order, with the short retry delays of manual pushes. The results are stored after each part. */
export async function sendAll(
  kernel: Kernel,
  { run, sync, target }: OutboundRun,
  orders: readonly Order[],
  report: (progress: number) => Promise<void>,
): Promise<SendResult> {
  const secret = target.secretCipher === '' ? '' : kernel.keys.openField(target.secretCipher)
  const totals = { taken: 0, failed: 0 }
  // The id of the run takes the place of a task id, which gives these pushes the retry delays of manual pushes.
  let open: Order[] = orders.map(order => ({ ...order, item: { ...order.item, taskId: run.id } }))
  let failures = 0
  while (open.length > 0) {
    const part = open.slice(0, AT_A_TIME)
    const round = new Round({ sender: appSender(kernel.settings), target: { ...target, failures }, secret })
    await round.send(part, () => kernel.isStopping)
    await kernel.db.transaction().execute(async db => {
      await recordSyncPushes(db, sync.id, round.sent)
      await writeSyncLog(db, round.logs)
    })
    totals.taken += round.sent.length
    totals.failed += round.failed.length
    await report(totals.taken + totals.failed)
    const { waitSeconds } = round.state
    failures = round.state.failures
    const settled = new Set([...round.sent, ...round.failed].map(keyOf))
    const later = new Map(round.later.map(one => [keyOf(one), one]))
    const again = part.filter(({ item }) => !settled.has(keyOf(item))).map(order => withCountedTry(order, later.get(keyOf(order.item))))
    open = [...again, ...open.slice(part.length)]
    if (round.isStopped || failures >= BROKEN_AFTER || waitSeconds > WAIT_MAX_SECONDS) return { ...totals, rest: open.length }
    const seconds = Math.max(waitSeconds, ...round.later.map(one => one.seconds), 0)
    if (seconds > 0) await pause(seconds * 1000)
  }
  return { ...totals, rest: 0 }
}

const keyOf = ({ objectType, objectId }: { objectType: string; objectId: string }) => `${objectType} ${objectId}`
const withCountedTry = (order: Order, later: { counts: boolean } | undefined): Order =>
  later?.counts ? { ...order, item: { ...order.item, tries: order.item.tries + 1 } } : order
