import { refuse } from '../http/refuse.ts'

/**
 * Limits work that keeps a thread busy: a number of runs at the same time, the others in a queue; a full queue refuses with
 * `tooOften`.
 */
export class Limiter {
  readonly #atOnce: number
  readonly #queueMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** How long the last run took, as the advice when to try again. */
  #seconds = 1

  constructor(atOnce: number, queueMax: number) {
    this.#atOnce = atOnce
    this.#queueMax = queueMax
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#queueMax) refuse('tooOften', { seconds: this.#seconds })
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#running++
    const begun = performance.now()
    try {
      return await work()
    } finally {
      this.#seconds = Math.max(1, Math.ceil((performance.now() - begun) / 1000))
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** Runs work one after the other per key; different keys run side by side. */
export class KeyedLimiter {
  readonly #queueMax: number
  readonly #limiters = new Map<string, Limiter>()

  constructor(queueMax: number) {
    this.#queueMax = queueMax
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiters.get(key) ?? new Limiter(1, this.#queueMax)
    this.#limiters.set(key, limiter)
    try {
      return await limiter.run(work)
    } finally {
      if (limiter.isIdle) this.#limiters.delete(key)
    }
  }
}
