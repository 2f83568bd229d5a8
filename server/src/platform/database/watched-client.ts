import pg from 'pg'

/** Time limits of the database; shorter only in tests. */
export interface DatabaseLimits {
  /** For connecting, and for a place in the pool. */
  connectMs: number
  /** The server itself ends a statement after this. */
  statementMs: number
  lockMs: number
  /** Beyond the time a statement may take: a connection that has not answered by then is dead. */
  silenceMs: number
}
export const DATABASE_LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 20_000, lockMs: 10_000, silenceMs: 2000 }

/** Named as the class of faults that say the store is away (errors.ts). */
class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database did not answer in time: the connection was given up')
  }
}

/** A statement that says itself how long it may take, in milliseconds; 0: as long as it likes. */
const OWN_LIMIT = /\bstatement_timeout\b'?(?: =|,) *'?(\$1|\d+)/
const END_OF_TRANSACTION = /^\s*(?:commit|rollback)\b/i

type Callback = (error: Error | undefined, result?: unknown) => void
interface SentQuery {
  text: string
  values: readonly unknown[]
}

function sentQuery([first, second]: readonly unknown[]): SentQuery {
  const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as { text?: string; values?: unknown })
  return { text: text ?? '', values: Array.isArray(values) ? values : [] }
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection.stream

/** The clients of one pool, and what may be done to all of them. */
export interface WatchedClients {
  Client: typeof pg.Client
  /** Those that wait for an answer to their greeting have asked a database that was away: it will never come. */
  abortConnecting(): void
  /** At the end, whatever still hangs. */
  destroyAll(): void
}

/**
 * A database that goes silent answers nothing and closes nothing. A client that has waited longer than its statement may
 * take gives its connection up and sends nothing more over it: the pool drops it when it is handed back.
 */
export function watchedClients({ statementMs, silenceMs }: Pick<DatabaseLimits, 'statementMs' | 'silenceMs'>): WatchedClients {
  const open = new Set<pg.Client>()
  const connecting = new Set<pg.Client>()
  class WatchedClient extends pg.Client {
    #limitMs = statementMs
    #fault: Error | undefined
    #answeredAt = 0

    constructor(config?: pg.ClientConfig) {
      super(config)
      open.add(this)
      connecting.add(this)
      this.once('connect', () => connecting.delete(this))
      this.once('end', () => {
        connecting.delete(this)
        open.delete(this)
      })
    }

    override query(...args: unknown[]): never {
      const tell = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : undefined
      const answer = this.#fault ? Promise.reject(this.#fault) : this.#inTime(args)
      if (!tell) return answer as never
      answer.then(
        result => tell(undefined, result),
        (error: Error) => tell(error),
      )
      return undefined as never
    }

    async #inTime(args: unknown[]): Promise<unknown> {
      this.#follow(sentQuery(args))
      const stop = this.#limitMs > 0 ? this.#watch(this.#limitMs + silenceMs) : undefined
      try {
        return await (super.query as (...given: unknown[]) => Promise<unknown>)(...args)
      } finally {
        this.#answeredAt = performance.now()
        stop?.()
      }
    }

    /** What stands behind another statement of this connection waits for that one's answer first. */
    #watch(timeoutMs: number): () => void {
      const askedAt = performance.now()
      let timer: NodeJS.Timeout
      const look = () => {
        const quietMs = performance.now() - Math.max(askedAt, this.#answeredAt)
        if (quietMs >= timeoutMs) this.#giveUp()
        else timer = setTimeout(look, timeoutMs - quietMs)
      }
      timer = setTimeout(look, timeoutMs)
      return () => clearTimeout(timer)
    }

    /** A transaction that asks the server for more time gets it here, too. */
    #follow({ text, values }: SentQuery): void {
      if (END_OF_TRANSACTION.test(text)) this.#limitMs = statementMs
      else if (text.includes('statement_timeout')) {
        const limit = OWN_LIMIT.exec(text)?.[1]
        if (limit !== undefined) this.#limitMs = Number(limit === '$1' ? values[0] : limit)
      }
    }

    #giveUp(): void {
      this.#fault = new SilentDatabase()
      streamOf(this).destroy(this.#fault)
    }
  }
  const destroy = (clients: ReadonlySet<pg.Client>) => {
    for (const client of clients) streamOf(client).destroy(new SilentDatabase())
  }
  return { Client: WatchedClient, abortConnecting: () => destroy(connecting), destroyAll: () => destroy(open) }
}
