import pg from 'pg'

/** Time limits of the database; shorter only in tests. */
export interface DatabaseLimits {
  /** For connecting, and for a free connection of the pool. */
  connectMs: number
  /** PostgreSQL itself ends a statement after this. */
  statementMs: number
  lockMs: number
  /** Added to the statement's limit: a connection that has not answered by then is dead. */
  silenceMs: number
}
export const DATABASE_LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 20_000, lockMs: 10_000, silenceMs: 2000 }

/** Has the code of a network error, so that errors.ts treats it as an outage of the database. */
class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database did not answer in time: the connection was given up')
  }
}

/** Finds the limit that a statement sets for itself, in milliseconds; 0 is no limit. */
const OWN_LIMIT = /\bstatement_timeout\b'?(?: =|,) *'?(\$1|\d+)/
const END_OF_TRANSACTION = /^\s*(?:commit|rollback)\b/i

/** The server is going away or has become read-only, so every later statement on this connection would fail, too (25006, 57P0x). */
const USELESS = /^(25006|57P0)/

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
  /** Clients still connecting asked while the database was down, so their answer will never come. */
  abortConnecting(): void
  /** How many connections have been given up. */
  readonly givenUp: number
  /** At shutdown, every connection that still hangs. */
  destroyAll(): void
}

/**
 * A database that goes silent neither answers nor closes its connections. A client that has waited longer than its statement may
 * take closes its connection and sends nothing more; the pool drops it when it is returned.
 */
export function watchedClients({ statementMs, silenceMs }: Pick<DatabaseLimits, 'statementMs' | 'silenceMs'>): WatchedClients {
  const open = new Set<pg.Client>()
  const connecting = new Set<pg.Client>()
  let givenUp = 0
  class WatchedClient extends pg.Client {
    #limitMs = statementMs
    #error: Error | undefined
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
      const answer = this.#error ? Promise.reject(this.#error) : this.#inTime(args)
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
      } catch (error) {
        if (error instanceof Error && USELESS.test(String((error as { code?: unknown }).code))) this.#giveUp(error)
        throw error
      } finally {
        this.#answeredAt = performance.now()
        stop?.()
      }
    }

    /** A queued statement first waits for the answers to earlier ones, so the time counts from the last answer. */
    #watch(timeoutMs: number): () => void {
      const askedAt = performance.now()
      let timer: NodeJS.Timeout
      const look = () => {
        const quietMs = performance.now() - Math.max(askedAt, this.#answeredAt)
        if (quietMs >= timeoutMs) this.#giveUp(new SilentDatabase())
        else timer = setTimeout(look, timeoutMs - quietMs)
      }
      timer = setTimeout(look, timeoutMs)
      return () => clearTimeout(timer)
    }

    /** If a transaction raises its statement_timeout, this limit follows. */
    #follow({ text, values }: SentQuery): void {
      if (END_OF_TRANSACTION.test(text)) this.#limitMs = statementMs
      else if (text.includes('statement_timeout')) {
        const limit = OWN_LIMIT.exec(text)?.[1]
        if (limit !== undefined) this.#limitMs = Number(limit === '$1' ? values[0] : limit)
      }
    }

    #giveUp(error: Error): void {
      this.#error = error
      givenUp++
      streamOf(this).destroy(error)
    }
  }
  const destroy = (clients: ReadonlySet<pg.Client>) => {
    for (const client of clients) streamOf(client).destroy(new SilentDatabase())
  }
  return {
    Client: WatchedClient,
    get givenUp() {
      return givenUp
    },
    abortConnecting: () => destroy(connecting),
    destroyAll: () => destroy(open),
  }
}
