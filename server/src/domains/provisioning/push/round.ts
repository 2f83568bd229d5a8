import { pushAnswer } from '../../apps/index.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { SyncLogEntry } from '../sync-log/write-log.sql.ts'
import { cutAnswer, deliver, withoutPhones, outcomeOf, retryAfter, scimLineOf, type Delivered, type Line } from './deliver.ts'
import { wavesOf, type Order } from './orders.ts'
import { BROKEN_AFTER, GAP_SECONDS, type Item } from './push-queue.sql.ts'
import { sendGroupChanges, type GroupChanges } from './scim/group-changes.ts'
import type { FailedItem, LaterItem, SentItem, TargetState } from './settle.sql.ts'
import { text } from './text.ts'

/** So many at once for one application. */
const AT_ONCE = 8
/** None is begun later; the lease is longer than this and one try. */
const ROUND_MS = 30_000
/** What is left of it is for groups: who was told, but is in none of theirs, would be told again. */
const GROUPS_MS = 10_000
/** After how many seconds what failed is tried again: what a change asks for, and what somebody waits for. */
const DELAYS = { auto: [30, 300], byHand: [1, 4] } as const
const PROBE_SECONDS = 60

const rowOf = ({ objectType, objectId, generation, taskId }: Item) => ({ objectType, objectId, generation, taskId })

interface PendingGroupChanges {
  order: Order
  delivered: Delivered
  moves: GroupChanges
}

/** What is sent to one application under one lease, and what came of it. */
export class Round {
  readonly sent: SentItem[] = []
  readonly later: LaterItem[] = []
  readonly failed: FailedItem[] = []
  readonly logs: SyncLogEntry[] = []
  /** It wants to be told no more. */
  isStopped = false
  readonly #line: Line
  /** It did not answer before: one is sent to see whether it does now. */
  readonly #isProbe: boolean
  readonly #until = performance.now() + ROUND_MS
  #faults: number
  #waitSeconds = 0
  #fault: string | undefined

  constructor(line: Line) {
    this.#line = line
    this.#faults = line.target.faults
    this.#isProbe = line.target.faults >= BROKEN_AFTER
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

  /** Who was told is put into their groups; those for whom time runs out are told again in the next round. */
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
    return { faults: this.#faults, waitSeconds: this.#waitSeconds, hasSent: this.sent.length > 0, fault: this.#fault }
  }

  #settle(order: Order, delivered: Delivered): void {
    const outcome = outcomeOf(delivered)
    const { item, state, hash, keys } = order
    if (outcome === 'silent') this.#faults++
    else this.#faults = 0
    if (outcome === 'taken') {
      this.sent.push({ ...rowOf(item), isReleased: item.isReleased, state, hash, keys: delivered.keys ?? keys })
      this.logs.push(this.#entry(order, delivered, true))
      return
    }
    this.#fault = pushAnswer(delivered.pushed).message
    if (outcome === 'gone') this.isStopped = true
    if (this.#faults >= BROKEN_AFTER) this.#waitSeconds = PROBE_SECONDS
    const retrySeconds = 'status' in delivered.pushed ? retryAfter(delivered.pushed) : undefined
    if (retrySeconds !== undefined) this.#waitSeconds = Math.max(this.#waitSeconds, retrySeconds)
    const again = this.#again(item, outcome === 'silent', retrySeconds)
    if ((outcome === 'later' || outcome === 'silent') && again) this.later.push({ ...rowOf(item), ...again })
    else this.#fail(item, this.#entry(order, delivered, false))
  }

  /** Undefined where it was the last try. */
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

  /** All that is due was told only just now. */
  rest(): void {
    this.#waitSeconds = GAP_SECONDS
  }

  /** There is nothing that could be told. */
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
