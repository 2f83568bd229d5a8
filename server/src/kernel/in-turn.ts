import { refuse } from './refuse.ts'

/** Work that keeps a thread busy: so many at once, the rest in a queue; past its end the answer is 操作过于频繁. */
export class InTurn {
  readonly #atOnce: number
  readonly #queueMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, queueMax: number) {
    this.#atOnce = atOnce
    this.#queueMax = queueMax
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#queueMax) refuse('tooOften')
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
