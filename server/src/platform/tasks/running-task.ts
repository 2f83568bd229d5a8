import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { inTransaction, type Db, type Giving } from '../database/db.ts'
import { isOutage, isStatementTooSlow } from '../http/errors.ts'

interface Progress {
  stage?: string
  progress?: number
  total?: number
}

interface Batch {
  /** The preceding batch, which must commit first. */
  before?: Promise<void>
  giving?: Giving | undefined
  /** The user whose rights limit the batch, if not the task's owner. */
  giver?: string | undefined
}

export const LEASE_SECONDS = 20
/** How often a working node renews its lease. */
export const BEAT_MS = 5000
/** How often in a row a task may be interrupted without finishing a batch. */
export const TRIES_MAX = 5
const REPORT_EVERY_MS = 500

export interface ClaimedTask {
  id: string
  kind: string
  ownerId: string
  payload: unknown
  cursor: unknown
  progress: number
  /** If two nodes both believe they hold the task, the one with the higher number does. */
  attempt: number
  /** How often it was taken up since its last finished batch, this time included. */
  tries: number
}

/** Thrown inside a run whose task was cancelled or taken over by another node; the current batch is rolled back. */
export class Withdrawn extends Error {}

export class RunningTask<Payload, Cursor> {
  readonly id: string
  readonly ownerId: string
  readonly payload: Payload
  readonly cursor: Cursor | undefined
  readonly db: Kysely<Tables>
  readonly #attempt: number
  readonly #stopping: () => boolean
  #tries: number
  #reportedAt = 0
  progress: number

  constructor(row: ClaimedTask, db: Kysely<Tables>, stopping: () => boolean) {
    this.id = row.id
    this.ownerId = row.ownerId
    this.payload = row.payload as Payload
    this.cursor = (row.cursor ?? undefined) as Cursor | undefined
    this.progress = row.progress
    this.db = db
    this.#attempt = row.attempt
    this.#tries = row.tries
    this.#stopping = stopping
  }

  /** Reports progress, at most every 500 ms unless the stage changes; throws Withdrawn if the task was cancelled. */
  async report(progress: Progress): Promise<void> {
    const now = performance.now()
    if (progress.stage === undefined && now - this.#reportedAt < REPORT_EVERY_MS) return
    this.#reportedAt = now
    await this.#advance(this.db, progress, undefined)
  }

  /**
   * One batch: its rows, the progress and the cursor commit together, so no row is done twice. Batches may run concurrently,
   * but each commits only after `before` has.
   */
  async batch(cursor: Cursor, progress: Progress, work: (db: Db) => Promise<void>, { before, giving, giver }: Batch = {}): Promise<void> {
    const actor = {
      userId: this.ownerId,
      sessionId: '',
      traceId: this.id,
      bulkId: this.id,
      ...(giving && { giving }),
      ...(giver && { giver }),
    }
    await inTransaction(this.db, actor, async db => {
      await work(db)
      await before
      await this.#advance(db, progress, cursor)
    })
    this.#tries = 0
  }

  /**
   * Whether the task is taken up again after this error, an outage of the database; a kind must not report it as failed then. A
   * statement that takes too long would take too long again.
   */
  mayRunAgain(error: unknown): boolean {
    return isOutage(error) && !isStatementTooSlow(error) && this.#tries < TRIES_MAX
  }

  async #advance(db: Db, progress: Progress, cursor: Cursor | undefined): Promise<void> {
    if (this.#stopping()) throw new Withdrawn()
    const { numUpdatedRows } = await db
      .updateTable('asyncTask')
      .set({
        ...progress,
        ...(cursor !== undefined && { cursor: JSON.stringify(cursor), tries: 0 }),
        leaseUntil: sql<string>`now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second'`,
      })
      .where('id', '=', this.id)
      .where('attempt', '=', this.#attempt)
      .where('status', '=', 'RUNNING')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Withdrawn()
  }
}
