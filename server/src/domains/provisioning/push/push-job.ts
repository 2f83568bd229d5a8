import { closePush } from '../../apps/index.ts'
import { appSender } from '../../../outside/push.ts'
import { inTransaction, SYSTEM, type Db } from '../../../platform/database/db.ts'
import type { JobKind } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { writeSyncLog } from '../sync-log/write-log.sql.ts'
import { notifyOfBrake } from '../watcher/watcher.ts'
import { brake, lockTarget, markOutside } from './brake.sql.ts'
import { dropClosed, fanOut, isAnythingDue, markCompared } from './fan-out.sql.ts'
import { queueEntitled } from './entitled.sql.ts'
import { isEnding, ordersOf, type Order } from './orders.ts'
import { readObjects } from './push-object.sql.ts'
import { claimTarget, dueItems, type Item, type Target } from './push-queue.sql.ts'
import type { Line } from './deliver.ts'
import { Round } from './round.ts'
import { keepNoExternalId } from './scim/abilities.sql.ts'
import { abilitiesOf } from './scim/abilities.ts'
import { ScimClient } from './scim/client.ts'
import { pushedOrgs } from './scim/deliver.ts'
import { storePartialGroups, remoteGroups } from './scim/groups.sql.ts'
import { settleDropped, settleFailed, settleLater, settleSent, settleTarget } from './settle.sql.ts'

export const PUSH_JOB = 'push'
/** How many applications one node serves at the same time. */
const TARGETS_AT_ONCE = 8

const isLeaving = (order: Order) => order.isOutside && isEnding(order)

export const pushJobs = (kernel: Kernel): JobKind[] => [
  {
    name: 'push-changes',
    run: async () => (await isAnythingDue(kernel.db)) && inTransaction(kernel.db, SYSTEM, takeChanges),
  },
  {
    name: PUSH_JOB,
    atOnce: TARGETS_AT_ONCE,
    run: async () => {
      const target = kernel.isStopping ? undefined : await claimTarget(kernel.db)
      if (target) await pushDueItems(kernel, target)
      return target !== undefined
    },
  },
  { name: 'push-entitled', run: () => inTransaction(kernel.db, SYSTEM, queueEntitled) },
  { name: 'push-closed', period: { every: 'minute' }, run: () => inTransaction(kernel.db, SYSTEM, dropClosed) },
]

/** Locks applications (in markCompared) before their waiting pushes, the order used everywhere, to avoid deadlocks. */
async function takeChanges(db: Db): Promise<boolean> {
  await markCompared(db)
  return fanOut(db)
}

/** Sends the due pushes of one application. */
async function pushDueItems(kernel: Kernel, target: Target): Promise<void> {
  const { db, keys } = kernel
  const items = await dueItems(db, target)
  const objects = await readObjects(db, target, items)
  const { orders, dropped, missing } = ordersOf(items, objects, target, keys)
  const line = { sender: appSender(kernel.settings), target, secret: keys.openField(target.secretCipher) }
  const scim = target.kind === 'scim' && orders.length > 0 ? await scimOf(kernel, line, orders) : undefined
  const round = new Round({ ...line, ...(scim && { scim }) })
  if (items.length === 0) round.rest()
  const isHeld = orders.some(isEnding) && (await brakeHolds(kernel, target.appId, orders.filter(isLeaving)))
  for (const item of missing) round.refuseMissing(item)
  await round.send(isHeld ? orders.filter(order => !isEnding(order)) : orders, () => kernel.isStopping)
  await settle(kernel, target, round, dropped)
  if (scim && !scim.abilities.byExternalId) await keepNoExternalId(db, target)
}

async function scimOf({ db }: Kernel, { sender, target, secret }: Line, orders: readonly Order[]): Promise<Line['scim']> {
  const abilities = await abilitiesOf(db, target, new ScimClient(sender, target.url, secret))
  return {
    groups: await remoteGroups(db, target.appId, orders.flatMap(pushedOrgs)),
    abilities,
    storePartialGroups: users => inTransaction(db, SYSTEM, trx => storePartialGroups(trx, target, users)),
  }
}

/** Whether the brake holds pushes of the application. Its administrators are notified once, when the brake begins to hold. */
const brakeHolds = (kernel: Kernel, appId: string, leaving: readonly Order[]): Promise<boolean> =>
  inTransaction(kernel.db, SYSTEM, async db => {
    await lockTarget(db, appId)
    await markOutside(db, appId, leaving.map(({ item }) => item.objectId)) // prettier-ignore
    const isHeld = await brake(db, appId)
    if (isHeld === 'heldAnew') await notifyOfBrake(db, kernel, appId)
    return isHeld !== 'free'
  })

const settle = (kernel: Kernel, target: Target, round: Round, dropped: readonly Item[]) =>
  inTransaction(kernel.db, SYSTEM, async db => {
    const { appId } = target
    if (!(await settleTarget(db, target, round.state))) return
    await settleSent(db, appId, round.sent)
    await settleDropped(db, appId, dropped)
    await settleFailed(db, appId, round.failed)
    await settleLater(db, appId, round.later)
    await writeSyncLog(db, round.logs)
    if (round.isStopped) await closePush(db, appId)
  })
