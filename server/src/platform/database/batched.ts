/** Batches that run at the same time; questions that come meanwhile go into the next batch. */
const AT_ONCE = 2
const MOST = 64

interface Waiting<Q, A> {
  question: Q
  answered: (answer: A) => void
  failed: (error: unknown) => void
}

/**
 * Combines concurrent questions to the database into one statement. A single question is asked at once, and no answer was read
 * before its question came.
 */
export class Batched<Q, A> {
  readonly #ask: (questions: readonly Q[]) => Promise<readonly A[]>
  #waiting: Waiting<Q, A>[] = []
  #running = 0

  /** `ask` answers in the order of the questions. */
  constructor(ask: (questions: readonly Q[]) => Promise<readonly A[]>) {
    this.#ask = ask
  }

  ask = (question: Q): Promise<A> =>
    new Promise((answered, failed) => {
      const begun = this.#waiting.push({ question, answered, failed })
      // More questions may come in the same tick.
      if (begun === 1) queueMicrotask(() => this.#begin())
    })

  #begin(): void {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      this.#running++
      const goOn = () => {
        this.#running--
        this.#begin()
      }
      this.#run(this.#waiting.splice(0, MOST)).then(goOn, goOn)
    }
  }

  async #run(waiting: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await this.#ask(waiting.map(({ question }) => question))
      for (const [n, { answered }] of waiting.entries()) answered(answers[n]!)
    } catch (error) {
      if (waiting.length === 1) waiting[0]!.failed(error)
      // The error of one question must not fail the others.
      else for (const one of waiting) await this.#run([one])
    }
  }
}

/** One batch per connection: concurrent questions on one connection, also within a transaction, are asked together. */
export function batchedPer<D extends object, Q, A>(
  ask: (db: D, questions: readonly Q[]) => Promise<readonly A[]>,
): (db: D, question: Q) => Promise<A> {
  const batches = new WeakMap<D, Batched<Q, A>>()
  return (db, question) => {
    const batched = batches.get(db) ?? new Batched(questions => ask(db, questions))
    batches.set(db, batched)
    return batched.ask(question)
  }
}
