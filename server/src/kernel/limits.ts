import { refuse } from './refuse.ts'

/** Counters of D-20 in this node's memory: so many of a kind for one key in one window. */
export class Limits {
  readonly #on: boolean
  readonly #seen = new Map<string, { from: number; count: number }>()

  constructor(on: boolean) {
    this.#on = on
  }

  /** Refuses 操作过于频繁，请稍后再试 past `max` in `windowMs`. */
  count(kind: string, key: string, max: number, windowMs: number): void {
    if (!this.#on) return
    const name = `${kind} ${key}`
    const now = Date.now()
    const seen = this.#seen.get(name)
    if (!seen || now - seen.from >= windowMs) {
      this.#forgetOld(now, windowMs)
      this.#seen.set(name, { from: now, count: 1 })
      return
    }
    seen.count++
    if (seen.count > max) refuse('tooOften')
  }

  /** Keeps the table small under a flood of addresses. */
  #forgetOld(now: number, windowMs: number): void {
    if (this.#seen.size < 10_000) return
    for (const [name, { from }] of this.#seen) if (now - from >= windowMs) this.#seen.delete(name)
  }
}
