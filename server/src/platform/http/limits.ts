import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { refuse } from './refuse.ts'

const KEPT_MAX = 10_000
/** After this time a node asks the database again, because the limit may have been raised or a count given back. */
const REMEMBERED_MS = 10_000

interface Counted {
  count: number
  restMs: number
}
/** A higher limit, asked for only when the normal one is reached. */
type WiderLimit = () => Promise<number>

/**
 * Counters of D-20, shared by all nodes: how often something of one kind happened for one key in one window. A node that has seen a
 * counter full refuses on its own for a while, so that a flood does not reach the database.
 */
export class Limits {
  readonly #db: Kysely<Tables>
  readonly #on: boolean
  readonly #full = new Map<string, { asksAgain: number; until: number }>()

  constructor(db: Kysely<Tables>, on: boolean) {
    this.#db = db
    this.#on = on
  }

  /** Counts one and refuses beyond `max` within `windowMs`; the refusal says how many seconds to wait. */
  async count(kind: string, key: string, max: number, windowMs: number, wide?: WiderLimit): Promise<void> {
    if (!this.#on) return
    this.refuseFull(kind, key)
    const counted = await this.#add(kind, key, windowMs)
    if (counted.count > max && (!wide || counted.count > (await wide()))) this.#refuse(kind, key, counted.restMs)
  }

  /** Refuses if this node has recently seen the counter full. */
  refuseFull(kind: string, key: string): void {
    const seen = this.#on ? this.#full.get(`${kind} ${key}`) : undefined
    const now = performance.now()
    if (seen && seen.asksAgain > now) refuse('tooOften', { seconds: secondsOf(seen.until - now) })
  }

  /** Refuses once `max` have been counted; counts nothing. */
  async refuseReached(kind: string, key: string, max: number, wide: WiderLimit): Promise<void> {
    if (!this.#on) return
    this.refuseFull(kind, key)
    const { rows } = await sql<Counted>`select count, (extract(epoch from window_end - now()) * 1000)::float8 as rest_ms
      from limit_count where kind = ${kind} and key = ${key} and window_end > now()`.execute(this.#db)
    const [counted] = rows
    if (counted && counted.count >= max && counted.count >= (await wide())) this.#refuse(kind, key, counted.restMs)
  }

  /** Counts one without refusing. */
  async add(kind: string, key: string, windowMs: number): Promise<void> {
    if (this.#on) await this.#add(kind, key, windowMs)
  }

  async giveBack(kind: string, key: string): Promise<void> {
    if (this.#on) await sql`update limit_count set count = greatest(count - 1, 0) where kind = ${kind} and key = ${key}`.execute(this.#db)
  }

  async mark(kind: string, key: string, windowMs: number): Promise<void> {
    if (!this.#on) return
    const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
    await sql`insert into limit_count (kind, key, count, window_end) values (${kind}, ${key}, 1, ${windowEnd})
      on conflict (kind, key) do update set window_end = excluded.window_end`.execute(this.#db)
  }

  async isMarked(kind: string, key: string): Promise<boolean> {
    const { rows } = await sql`select 1 from limit_count where kind = ${kind} and key = ${key} and window_end > now()`.execute(this.#db)
    return rows.length > 0
  }

  /** Committed on its own, so that refused attempts count, too. */
  async #add(kind: string, key: string, windowMs: number): Promise<Counted> {
    const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
    const { rows } = await sql<Counted>`
      insert into limit_count as known (kind, key, count, window_end) values (${kind}, ${key}, 1, ${windowEnd})
      on conflict (kind, key) do update set
        count = case when known.window_end <= now() then 1 else known.count + 1 end,
        window_end = case when known.window_end <= now() then excluded.window_end else known.window_end end
      returning count, (extract(epoch from window_end - now()) * 1000)::float8 as rest_ms`.execute(this.#db)
    return rows[0]!
  }

  #refuse(kind: string, key: string, restMs: number): never {
    this.#forgetOld()
    const now = performance.now()
    this.#full.set(`${kind} ${key}`, { asksAgain: now + Math.min(restMs, REMEMBERED_MS), until: now + restMs })
    return refuse('tooOften', { seconds: secondsOf(restMs) })
  }

  /** Keeps the map small under a flood of addresses. */
  #forgetOld(): void {
    if (this.#full.size < KEPT_MAX) return
    const now = performance.now()
    for (const [name, { asksAgain }] of this.#full) if (asksAgain <= now) this.#full.delete(name)
  }
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
