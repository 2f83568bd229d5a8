import { setImmediate, setTimeout } from 'node:timers/promises'

/** Work that has started and not yet ended. */
export class InFlight {
  readonly #all = new Set<Promise<unknown>>()

  /** Keeps the work until it has ended or failed. */
  keep<T>(work: Promise<T>): Promise<T> {
    const drop = () => this.#all.delete(work)
    this.#all.add(work)
    work.then(drop, drop)
    return work
  }

  /** Resolves when all work has ended, including work it started, or after `timeoutMs`. */
  async ended(timeoutMs: number): Promise<void> {
    const late = setTimeout(timeoutMs, 'late', { ref: false })
    do {
      if ((await Promise.race([Promise.allSettled(this.#all), late])) === 'late') return
      await setImmediate()
    } while (this.#all.size > 0)
  }
}
