import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../../migrations/tables.ts'
import { openDb, openPool, type Connection } from './db.ts'
import { refuse } from '../http/refuse.ts'
import { DATABASE_LIMITS, watchedClients, type WatchedClients } from './watched-client.ts'

/** Below the two seconds within which /health must answer. */
const TIMEOUT_MS = 1500
const TICK_MS = 100
/** The limits of the connection itself are longer, because they also run while this process is too busy to read an answer. */
const OWN_LIMIT_MS = 60_000
const BEAT_MS = 2000
/** Connections that were lost in an outage show it later, when their statements reach their limits. */
const AFTERMATH_MS = 30_000
/** A larger difference between the clocks is logged, because times in tokens and in the audit log depend on it. */
const CLOCK_OFF_MS = 5000

/**
 * False after the time for an answer. Only time in which this process could have read an answer counts: on a busy machine it may
 * be held up for seconds, for example while modules load, and the database is not slow then.
 */
async function isLate(): Promise<false> {
  for (let ticks = 0; ticks < TIMEOUT_MS / TICK_MS; ticks++) await pause(TICK_MS, undefined, { ref: false })
  return false
}

/** Checks over a connection of its own whether the database answers and can be written, so that a busy pool is not mistaken for a dead database. */
export class Pulse {
  readonly #pool: pg.Pool
  readonly #db: Kysely<Tables>
  readonly #own: WatchedClients
  readonly #others: WatchedClients
  readonly #log: FastifyBaseLogger
  #asking: Promise<boolean> | undefined
  #beat: NodeJS.Timeout | undefined
  #isThere = true
  #isClockOff = false
  #offsetMs = 0
  #givenUp = 0
  #wasAwayAt = Number.NEGATIVE_INFINITY

  constructor(connection: Connection, others: WatchedClients, log: FastifyBaseLogger) {
    this.#own = watchedClients({ statementMs: OWN_LIMIT_MS, silenceMs: 0 })
    this.#pool = openPool(connection, 1, { ...DATABASE_LIMITS, connectMs: OWN_LIMIT_MS, statementMs: TIMEOUT_MS }, this.#own)
    this.#db = openDb(this.#pool)
    this.#others = others
    this.#log = log
  }

  start(): void {
    const look = () => {
      this.isThere().catch((error: unknown) => this.#log.warn({ err: error }, 'pulse of the database'))
    }
    look()
    this.#beat = setInterval(look, BEAT_MS)
    this.#beat.unref()
  }

  /** How far the clock of the database is ahead of this machine's, in milliseconds, as of the last beat. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** The time by the database's clock, which is the same for all nodes; expiry goes by it. */
  readonly now = (): Date => new Date(Date.now() + this.#offsetMs)

  /** Answers within 1.5 s; concurrent callers share one answer. */
  isThere(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Whether a lost connection belongs to an outage that has been logged. */
  async isOutage(): Promise<boolean> {
    return !(await this.isThere()) || performance.now() - this.#wasAwayAt < AFTERMATH_MS
  }

  /** Refuses with `outage` if the database does not answer. */
  async check(): Promise<void> {
    if (!(await this.isThere())) refuse('outage')
  }

  async #ask(): Promise<boolean> {
    // What made the others give up a connection may not show on one that is older, such as a database set to read-only.
    if (this.#others.givenUp !== this.#givenUp) this.#own.destroyAll()
    this.#givenUp = this.#others.givenUp
    const answer = this.#readClock().then(
      () => true,
      () => false,
    )
    const isThere = await Promise.race([answer, isLate()])
    if (!isThere) this.#own.destroyAll()
    if (isThere && !this.#isThere) this.#others.abortConnecting()
    if (isThere !== this.#isThere) this.#log.warn(isThere ? 'the database is back' : 'the database does not answer, or is read-only')
    this.#isThere = isThere
    if (!isThere) this.#wasAwayAt = performance.now()
    return isThere
  }

  async #readClock(): Promise<void> {
    const before = Date.now()
    const { rows } = await sql<{ ms: number; isReadOnly: boolean }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms,
      current_setting('transaction_read_only') = 'on' as is_read_only`.execute(this.#db)
    const after = Date.now()
    this.#offsetMs = rows[0]!.ms - (before + after) / 2
    if (rows[0]!.isReadOnly) throw new Error('the database is read-only')
    const isOff = Math.abs(this.#offsetMs) > CLOCK_OFF_MS
    if (isOff && !this.#isClockOff)
      this.#log.warn({ offsetMs: Math.round(this.#offsetMs) }, 'the clock of this machine is not that of the database')
    this.#isClockOff = isOff
  }

  async stop(): Promise<void> {
    clearInterval(this.#beat)
    this.#own.destroyAll()
    await this.#pool.end()
  }
}
