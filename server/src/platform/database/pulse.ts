import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../../migrations/tables.ts'
import { openDb, openPool, type Connection } from './db.ts'
import { refuse } from '../http/refuse.ts'
import { DATABASE_LIMITS, watchedClients, type WatchedClients } from './watched-client.ts'

/** Short of the two seconds within which /health answers, whatever hangs. */
const TIMEOUT_MS = 1500
const BEAT_MS = 2000
/** A clock further off than this is told in the log: times in tokens and in the audit go by it. */
const CLOCK_OFF_MS = 5000

/** Asks the database whether it is there over a connection of its own, so that a busy pool is not taken for a dead database. */
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

  constructor(connection: Connection, others: WatchedClients, log: FastifyBaseLogger) {
    this.#own = watchedClients({ statementMs: TIMEOUT_MS, silenceMs: 0 })
    this.#pool = openPool(connection, 1, { ...DATABASE_LIMITS, connectMs: TIMEOUT_MS, statementMs: TIMEOUT_MS }, this.#own)
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

  /** The time by the clock of the database, which is the same for all nodes: what expires, expires by it. */
  readonly now = (): Date => new Date(Date.now() + this.#offsetMs)

  /** Answers within 1.5 s; those who ask at the same time are told the same. */
  isThere(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** The same as a refusal. */
  async check(): Promise<void> {
    if (!(await this.isThere())) refuse('outage')
  }

  async #ask(): Promise<boolean> {
    const answer = this.#readClock().then(
      () => true,
      () => false,
    )
    const isThere = await Promise.race([answer, pause(TIMEOUT_MS, false, { ref: false })])
    if (!isThere) this.#own.destroyAll()
    if (isThere && !this.#isThere) this.#others.abortConnecting()
    if (isThere !== this.#isThere) this.#log.warn(isThere ? 'the database is back' : 'the database does not answer')
    this.#isThere = isThere
    return isThere
  }

  async #readClock(): Promise<void> {
    const before = Date.now()
    const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(this.#db)
    const after = Date.now()
    this.#offsetMs = rows[0]!.ms - (before + after) / 2
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
