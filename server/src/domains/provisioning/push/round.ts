import { pushAnswer } from '../../apps/index.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { SyncLogEntry } from '../sync-log/write-log.sql.ts'
import { cutAnswer, deliver, withoutPhones, outcomeOf, retryAfter, scimLineOf, type Delivered, type Line } from './deliver.ts'
import { wavesOf, type Order } from './orders.ts'
import { BROKEN_AFTER, GAP_SECONDS, type Item } from './push-queue.sql.ts'
import { sendGroupChanges, type GroupChanges } from './scim/group-changes.ts'
import type { FailedItem, LaterItem, SentItem, TargetState } from './settle.sql.ts'
import { text } from './text.ts'

/** How many pushes to one application run at the same time. */
const AT_ONCE = 8
/** No push begins after this time; the lease is longer than this and one try. */
const ROUND_MS = 30_000
/** The end of ROUND_MS that is kept for group memberships; a user whose groups are not sent would have to be pushed again. */
const GROUPS_MS = 10_000
/** Seconds before each retry, for pushes of changes and for manual pushes that a user waits for. */
const DELAYS = { auto: [30, 300], byHand: [1, 4] } as const
const PROBE_SECONDS = 60

const rowOf = ({ objectType, objectId, generation, taskId }: Item) => ({ objectType, objectId, generation, taskId })

interface PendingGroupChanges {
  order: Order
  delivered: Delivered
  moves: GroupChanges
}

/** The pushes to one application under one lease, and their results. */
export class Round {
  readonly sent: SentItem[] = []
  readonly later: LaterItem[] = []
  readonly failed: FailedItem[] = []
  readonly logs: SyncLogEntry[] = []
  /** Whether the application wants no more pushes. */
  isStopped = false
  readonly #line: Line
  /** Whether this is a probe: the application did not answer before, and one push is sent to see whether it does now. */
  readonly #isProbe: boolean
  readonly #until = performance.now() + ROUND_MS
  #failures: number
  #waitSeconds = 0
  #error: string | undefined

  constructor(line: Line) {
    this.#line = line
    this.#failures = line.target.failures
    this.#isProbe = line.target.failures >= BROKEN_AFTER
  }

  async send(orders: readonly Order[], isStopping: () => boolean): Promise<void> {
    const goesOn = (until: number) => !isStopping() && !this.isStopped && this.#waitSeconds === 0 && performance.now() < until
    const usersUntil = this.#until - (this.#line.scim ? GROUPS_MS : 0)
    for (const wave of wavesOf(orders)) {
      const rest = wave.values()
      const moving: PendingGroupChanges[] = []
      const worker = async () => {
        for (const order of rest) {
          if (!goesOn(usersUntil)) return
          const delivered = await deliver(this.#line, order)
          if (delivered.moves && outcomeOf(delivered) === 'taken') moving.push({ order, delivered, moves: delivered.moves })
          else this.#settle(order, delivered)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      await this.#move(moving, () => goesOn(this.#until))
    }
  }

  /** Sends the group memberships of users already pushed; those that time does not allow are pushed again in the next round. */
  async #move(moving: readonly PendingGroupChanges[], goesOn: () => boolean): Promise<void> {
    const line = scimLineOf(this.#line)
    if (!line || moving.length === 0) return
    const users = moving.map(({ order: { item, state }, moves: { userId, stays, joins, leaves } }) => ({
      objectId: item.objectId,
      state,
      keys: { remoteId: userId, groups: stays, moving: [...joins, ...leaves] },
    }))
    if (!(await line.storePartialGroups(users))) return
    const moved = await sendGroupChanges(line, moving.map(({ moves }) => moves), goesOn) // prettier-ignore
    for (const { order, delivered, moves } of moving) {
      const { refused, isOpen, sent } = moved.get(moves.userId)!
      const requests = [...(delivered.requests ?? []), ...sent]
      if (refused || !isOpen) this.#settle(order, { ...delivered, pushed: refused ?? delivered.pushed, requests })
    }
  }

  get state(): TargetState {
    return { failures: this.#failures, waitSeconds: this.#waitSeconds, hasSent: this.sent.length > 0, error: this.#error }
  }

  #settle(order: Order, delivered: Delivered): void {
    const outcome = outcomeOf(delivered)
    const { item, state, hash, keys } = order
    if (outcome === 'silent') this.#failures++
    else this.#failures = 0
    if (outcome === 'taken') {
      this.sent.push({ ...rowOf(item), isReleased: item.isReleased, state, hash, keys: delivered.keys ?? keys })
      this.logs.push(this.#entry(order, delivered, true))
      return
    }
    this.#error = pushAnswer(delivered.pushed).message
    if (outcome === 'gone') this.isStopped = true
    if (this.#failures >= BROKEN_AFTER) this.#waitSeconds = PROBE_SECONDS
    const retrySeconds = 'status' in delivered.pushed ? retryAfter(delivered.pushed) : undefined
    if (retrySeconds !== undefined) this.#waitSeconds = Math.max(this.#waitSeconds, retrySeconds)
    const again = this.#again(item, outcome === 'silent', retrySeconds)
    if ((outcome === 'later' || outcome === 'silent') && again) this.later.push({ ...rowOf(item), ...again })
    else this.#fail(item, this.#entry(order, delivered, false))
  }

  /** When to try again; undefined after the last try. */
  #again({ taskId, tries }: Item, isSilent: boolean, retrySeconds: number | undefined): Pick<LaterItem, 'seconds' | 'counts'> | undefined {
    if (retrySeconds !== undefined) return { seconds: retrySeconds, counts: false }
    if (this.#isProbe && isSilent) return { seconds: PROBE_SECONDS, counts: false }
    const seconds = DELAYS[taskId === null ? 'auto' : 'byHand'][tries]
    return seconds === undefined ? undefined : { seconds, counts: true }
  }

  #fail(item: Item, entry: SyncLogEntry): void {
    const logId = newId()
    this.logs.push({ ...entry, id: logId })
    this.failed.push({ ...rowOf(item), logId })
  }

  /** Pauses the application, because all its due objects were pushed only a moment ago. */
  rest(): void {
    this.#waitSeconds = GAP_SECONDS
  }

  /** Fails a manual push for which there is nothing to send. */
  refuseMissing(item: Item): void {
    this.#fail(item, { ...this.#about(item), operateType: 'delete', name: '', isDone: false, message: text.missing })
  }

  #entry({ item, name, logged }: Order, { operateType, pushed, requests: sentRequests }: Delivered, isDone: boolean): SyncLogEntry {
    const message = 'status' in pushed && pushed.status === 410 ? text.stopped : pushAnswer(pushed).message
    const request =
      sentRequests === undefined
        ? JSON.stringify({ objectType: item.objectType, operateType, data: logged })
        : withoutPhones(JSON.stringify(sentRequests))
    const response = 'status' in pushed ? cutAnswer(pushed.text, this.#line.secret) : undefined
    return { ...this.#about(item), operateType, name, isDone, message, request, response }
  }

  #about({
    objectType,
    objectId,
    taskId,
    retryOf,
    attempt,
  }: Item): Pick<SyncLogEntry, 'app' | 'sync' | 'runId' | 'attempt' | 'retryOf' | 'objectId'> & Pick<Item, 'objectType'> {
    const { appId, name, syncs, links } = this.#line.target
    return {
      app: links === 'sync' ? undefined : { id: appId, name },
      sync: syncs[objectType],
      objectType,
      objectId,
      runId: taskId ?? undefined,
      attempt,
      retryOf: retryOf ?? undefined,
    }
  }
}
