import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { refuse } from './refuse.ts'

const KEPT_MAX = 10_000

/**
 * Counters of D-20, one for all nodes: so many of a kind for one key in one window. A node that has seen a counter
 * full refuses by itself until its window ends, so that a flood does not reach the database.
 */
export class Limits {
  readonly #db: Kysely<Tables>
  readonly #on: boolean
  readonly #fullUntil = new Map<string, number>()

  constructor(db: Kysely<Tables>, on: boolean) {
    this.#db = db
    this.#on = on
  }

  /** Refuses 操作过于频繁，请稍后再试 past `max` in `windowMs`. */
  async count(kind: string, key: string, max: number, windowMs: number): Promise<void> {
    if (!this.#on) return
    const name = `${kind} ${key}`
    if ((this.#fullUntil.get(name) ?? 0) > performance.now()) refuse('tooOften')
    const { count, restMs } = await this.#countHere(kind, key, windowMs)
    if (count <= max) return
    this.#forgetOld()
    this.#fullUntil.set(name, performance.now() + restMs)
    refuse('tooOften')
  }

  /** Committed by itself: what is refused later was asked for all the same. */
  async #countHere(kind: string, key: string, windowMs: number): Promise<{ count: number; restMs: number }> {
    const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
    const { rows } = await sql<{ count: number; restMs: number }>`
      insert into limit_count as known (kind, key, count, window_end) values (${kind}, ${key}, 1, ${windowEnd})
      on conflict (kind, key) do update set
        count = case when known.window_end <= now() then 1 else known.count + 1 end,
        window_end = case when known.window_end <= now() then excluded.window_end else known.window_end end
      returning count, (extract(epoch from window_end - now()) * 1000)::float8 as rest_ms`.execute(this.#db)
    return rows[0]!
  }

  /** Keeps the table small under a flood of addresses. */
  #forgetOld(): void {
    if (this.#fullUntil.size < KEPT_MAX) return
    const now = performance.now()
    for (const [name, until] of this.#fullUntil) if (until <= now) this.#fullUntil.delete(name)
  }
}
