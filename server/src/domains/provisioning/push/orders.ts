import type { PushOperate } from '@hufu/contract/provisioning/push'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { dataOf, operateFor } from './push-data.ts'
import type { PushObject } from './push-object.sql.ts'
import type { Item, Target } from './push-queue.sql.ts'

/** A push of one object to an application. */
export interface Order {
  item: Item
  name: string
  depth: number
  operateType: PushOperate
  /** Whether it is about a user who may not open the application. */
  isOutside: boolean
  /** Whether it was requested manually. */
  isForced: boolean
  /** The data as sent, and as logged. */
  sent: Record<string, unknown>
  logged: Record<string, unknown>
  /** What the application will know once it has accepted the push. */
  state: PushObject['state']
  hash: string
  keys: Record<string, unknown>
}

export interface Orders {
  orders: Order[]
  /** Items for which nothing needs to be sent. */
  dropped: Item[]
  /** Manually requested items for which there is nothing to send. */
  missing: Item[]
}

const isEmpty = (of: object) => Object.keys(of).length === 0

/** The pushes for these items. A manual request is always sent, a change only if the application does not know it yet. */
export function ordersOf(items: readonly Item[], objects: readonly PushObject[], target: Target, keys: Keys): Orders {
  const found = new Map(objects.map(object => [`${object.objectType} ${object.id}`, object]))
  const result: Orders = { orders: [], dropped: [], missing: [] }
  for (const item of items) {
    const object = found.get(`${item.objectType} ${item.objectId}`)
    const isForced = item.taskId !== null && !item.isCancelled
    if (!isForced && !item.isAuto) result.dropped.push(item)
    else {
      const order = orderOf(item, object, target, { keys, isForced })
      if (order) result.orders.push(order)
      else (isForced ? result.missing : result.dropped).push(item)
    }
  }
  return result
}

interface OrderOptions {
  keys: Keys
  isForced: boolean
}

function orderOf(item: Item, object: PushObject | undefined, target: Target, { keys, isForced }: OrderOptions): Order | undefined {
  const { pushed } = item
  if ((!object || object.isOutside) && (!pushed || pushed.state === 'gone')) return undefined
  const operateType = operateFor(object, pushed) ?? (isForced ? 'delete' : undefined)
  if (!operateType) return undefined
  const data = object && dataOf(object, { mapping: target.mapping, phone: target.phone, keys })
  const common = { item, isForced, isOutside: object?.isOutside ?? false, name: object?.name ?? '', depth: object?.depth ?? 0 }
  if (operateType === 'delete') {
    const objectKeys = pushed && !isEmpty(pushed.keys) ? pushed.keys : (data?.keys ?? { id: item.objectId })
    return { ...common, operateType, sent: objectKeys, logged: objectKeys, state: 'gone', hash: '', keys: {} }
  }
  const isKnown = pushed !== undefined && pushed.hash === data!.hash && pushed.state === object!.state
  if (isKnown && !isForced) return undefined
  const { sent, logged, hash, keys: names } = data!
  return { ...common, operateType, sent, logged, state: object!.state, hash, keys: names }
}

/** Whether the push deletes or disables an object in the application. Released and manual pushes do not count. */
export const isEnding = ({ item, isForced, operateType, state }: Order): boolean =>
  !isForced && !item.isReleased && (operateType === 'delete' || (state === 'disabled' && item.pushed?.state === 'there'))

const USERS = 1000
const DELETED_USERS = 2000
const DELETED_ORGS = 3000

/**
 * Groups pushes into waves that are sent one after the other: parent organisations before their children and before users.
 * Deletions come last, in the opposite order.
 */
export function wavesOf(orders: readonly Order[]): Order[][] {
  const waveOf = ({ item, depth, operateType }: Order) => {
    if (operateType !== 'delete') return item.objectType === 'org' ? depth : USERS
    return item.objectType === 'user' ? DELETED_USERS : DELETED_ORGS - depth
  }
  return [...Map.groupBy(orders, waveOf)].sort(([a], [b]) => a - b).map(([, wave]) => wave)
}
