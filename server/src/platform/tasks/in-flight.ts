import { setImmediate, setTimeout } from 'node:timers/promises'

/** Work that has begun and not yet ended. */
export class InFlight {
  readonly #all = new Set<Promise<unknown>>()

  /** Counted until it has ended, well or badly. */
  keep<T>(work: Promise<T>): Promise<T> {
    const drop = () => this.#all.delete(work)
    this.#all.add(work)
    work.then(drop, drop)
    return work
  }

  /** Resolves when all of it has ended, and work that it began; at the latest after so many milliseconds. */
  async ended(timeoutMs: number): Promise<void> {
    const late = setTimeout(timeoutMs, 'late', { ref: false })
    do {
      if ((await Promise.race([Promise.allSettled(this.#all), late])) === 'late') return
      await setImmediate()
    } while (this.#all.size > 0)
  }
}
