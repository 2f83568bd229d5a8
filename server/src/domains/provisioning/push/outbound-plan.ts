import type { SyncVerdict } from '@hufu/contract/provisioning/sync'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { StoredSync } from '../sync/config.sql.ts'
import { countWords } from '../sync/run/plan.ts'
import { clearRows, digestOf } from '../sync/compare/rows.sql.ts'
import type { PlanResult, StoredRun } from '../sync/run/run.sql.ts'
import { text as syncText } from '../sync/text.ts'
import { partsOf, placesOf } from './align.ts'
import { isEnding, type Order } from './orders.ts'
import type { Task, OutboundTarget } from './outbound-run.ts'
import type { RemoteState } from './scim/remote-state.ts'
import { allObjects, asPlanned, saveOrders, verdictOf } from './sync-push.sql.ts'
import { text } from './text.ts'

interface Compared {
  orders: Order[]
  /** How many objects have changed since the plan; the next run pushes them. */
  others: number
}

/** Compares all objects. The differences become the plan of the run; if it has a plan, only differences that match it remain. */
export async function compared(
  { db, keys }: Kernel,
  task: Task,
  run: StoredRun,
  target: OutboundTarget,
  remoteState: RemoteState | undefined,
): Promise<Compared> {
  const hasPlan = run.state !== 'reading'
  if (!hasPlan) await clearRows(db, run.id)
  await task.report({ stage: text.stages.compare })
  const found: Compared = { orders: [], others: 0 }
  let progress = 0
  for await (const part of partsOf(db, target, keys, placesOf(target), remoteState)) {
    const { same, others } = hasPlan ? await asPlanned(db, run.id, part.orders) : { same: part.orders, others: 0 }
    if (!hasPlan) await saveOrders(db, run.id, found.orders.length, same)
    found.orders.push(...same)
    found.others += others
    progress += part.compared
    await task.report({ progress, total: progress })
  }
  return found
}

const LEAST = 20
const PART = 0.05

/** Counts the plan and applies the brake to a task with an address. Pushes to an application have a brake of their own. */
export async function planOf(
  db: Db,
  sync: StoredSync,
  target: OutboundTarget,
  run: StoredRun,
  orders: readonly Order[],
): Promise<PlanResult> {
  const countOf = (type: PushType) => {
    const own = orders.filter(({ item }) => item.objectType === type)
    const of = (verdict: SyncVerdict) => own.filter(order => verdictOf[order.operateType] === verdict).length
    const none = { unchanged: 0, back: 0, conflict: 0, refused: 0, ignored: 0 }
    return { ...none, new: of('new'), changed: of('changed'), gone: of('gone') }
  }
  const counts = { org: countOf('org'), user: countOf('user') }
  const ends = orders.filter(isEnding).length
  const all = await allObjects(db, target.pushObject)
  const limit = Math.max(LEAST, Math.floor(all * PART))
  const isBraked = sync.appId === null && ends > limit
  const brake = isBraked ? [{ rule: 'goneCount' as const, limit, found: ends, words: text.run.ends(ends, limit) }] : []
  const words = countWords(counts)
  return {
    isComplete: true,
    readOrg: counts.org.new + counts.org.changed + counts.org.gone,
    readUser: counts.user.new + counts.user.changed + counts.user.gone,
    counts,
    brake,
    losses: [],
    digest: await digestOf(db, run.id),
    message: isBraked ? syncText.run.blocked(brake[0]!.words) : words,
  }
}
