import { pushTypes, type PushDryRun, type PushName, type PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { findApps } from './manual-push.sql.ts'
import type { Starting } from './manual-push.ts'
import { nextPart, queueChanged, type WalkPosition } from './differences.sql.ts'
import { ordersOf, type Order } from './orders.ts'
import { PUSH_JOB } from './push-job.ts'
import { readObjects, type PushObject } from './push-object.sql.ts'
import { findClosedTarget, findTarget, type Item, type Target } from './push-queue.sql.ts'
import type { RemoteState } from './scim/remote-state.ts'
import { text } from './text.ts'

const ALIGN_TASK = 'alignPush'
const DRY_RUN_MS = 5000
const NAMES = 10

export async function openTarget(db: Db, appId: string) {
  const [app] = await findApps(db, [appId])
  if (!app) refuse('appMissing')
  return (await findTarget(db, appId)) ?? refuse('pushNotOpen', { app: app.name })
}

/** The walks over all objects: organisations before users, and of each type the existing objects before the lost ones. */
export function placesOf({ pushObject }: { pushObject: PushType | 'all' }): WalkPosition[] {
  const types = (['org', 'user'] as const).filter(type => pushObject === type || pushObject === 'all')
  return types.flatMap(objectType => [false, true].map(isLost => ({ objectType, isLost, after: '' })))
}

interface Part {
  position: WalkPosition
  compared: number
  orders: Order[]
}

/** All objects, part by part, with the pushes that the application needs. */
export async function* partsOf(
  db: Db,
  target: Target,
  keys: Keys,
  places: readonly WalkPosition[],
  remoteState?: RemoteState,
): AsyncGenerator<Part> {
  for (const position of places) {
    let { after } = position
    for (let part = await nextPart(db, target, position); part; part = await nextPart(db, target, { ...position, after })) {
      after = part.last
      const objects = await readObjects(db, target, part.items)
      const { orders } = ordersOf(remoteState ? observedItems(remoteState, part.items, objects) : part.items, objects, target, keys)
      yield { position: { ...position, after }, compared: part.items.length, orders }
    }
  }
}

function observedItems(remoteState: RemoteState, items: readonly Item[], objects: readonly PushObject[]): Item[] {
  const found = new Map(objects.map(object => [`${object.objectType} ${object.id}`, object]))
  return items.map(item => remoteState.observe(item, found.get(`${item.objectType} ${item.objectId}`)))
}

const isDisabling = ({ state, item, operateType }: Order) =>
  operateType === 'update' && state === 'disabled' && item.pushed?.state === 'there'

/** Counts the pushes the application needs, and ends when time runs out. Nothing is sent, so pushes need not be open. */
export async function dryRun({ db, keys }: Kernel, appId: string): Promise<PushDryRun> {
  const target = (await findTarget(db, appId)) ?? (await findClosedTarget(db, appId)) ?? refuse('appMissing')
  const until = performance.now() + DRY_RUN_MS
  const found = new Map<PushType, PushDryRun['counts'][number]>()
  const names: PushName[] = []
  let [compared, isWhole] = [0, true]
  for await (const { position, orders, compared: read } of partsOf(db, target, keys, placesOf(target))) {
    compared += read
    const { objectType } = position
    const counts = found.get(objectType) ?? { objectType, insert: 0, update: 0, disable: 0, delete: 0, unchanged: 0 }
    found.set(objectType, counts)
    counts.unchanged += read - orders.length
    for (const order of orders) {
      if (counts[order.operateType] < NAMES)
        names.push({ objectType, operateType: order.operateType, id: order.item.objectId, name: order.name })
      counts[order.operateType]++
      if (isDisabling(order)) counts.disable++
    }
    isWhole = performance.now() < until
    if (!isWhole) break
  }
  return { counts: pushTypes.flatMap(type => found.get(type) ?? []), names, isWhole, compared }
}

export async function startAlign({ db, who, kernel, auditTarget, afterCommit }: Starting, appId: string): Promise<string> {
  auditTarget(appId)
  await openTarget(db, appId)
  afterCommit(() => kernel.tasks.wake())
  return kernel.tasks.start(db, who, ALIGN_TASK, { appId })
}

interface AlignOrder {
  appId: string
}
interface Cursor {
  places: WalkPosition[]
  queued: number
}

export const alignTask = (kernel: Kernel): void =>
  kernel.tasks.define<AlignOrder, Cursor>({ kind: ALIGN_TASK, run: task => align(kernel, task) })

/** Queues the objects that the application does not know, or knows in another state. */
async function align({ jobs, keys }: Kernel, task: RunningTask<AlignOrder, Cursor>): Promise<{ message: string }> {
  const { appId } = task.payload
  const target = await openTarget(task.db, appId)
  const places = task.cursor?.places ?? placesOf(target)
  let queued = task.cursor?.queued ?? 0
  let { progress } = task
  await task.report({ stage: text.stages.compare })
  for await (const { position, compared, orders } of partsOf(task.db, target, keys, places)) {
    progress += compared
    queued += orders.length
    const at = places.findIndex(({ objectType, isLost }) => objectType === position.objectType && isLost === position.isLost)
    const cursor = { places: [position, ...places.slice(at + 1)], queued }
    await task.batch(cursor, { progress, total: progress }, async db => {
      await queueChanged(
        db,
        appId,
        task.ownerId,
        orders.map(({ item }) => item),
      )
    })
    jobs.wake(PUSH_JOB)
  }
  return { message: text.queued(queued) }
}
