import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { runInBackground } from '../tasks/background-work.ts'
import { claimPeriodic, endPeriodic, planPeriodic, renewPeriodic, type Claim, type Period } from './periodic-job.sql.ts'
import { BEAT_MS } from '../tasks/running-task.ts'
import { settledWithin } from '../tasks/settled-within.ts'

/** Every node looks for rows each second; a row is taken by a guarded update, so each goes to one node. */
export interface QueueJob {
  name: string
  /** How many runs at the same time on one node. */
  atOnce?: number
  /** Returns true if more rows may wait. */
  run: () => Promise<boolean | void>
}
/** Runs once a period on one of all nodes. */
export interface PeriodicJob {
  name: string
  period: Period
  run: () => Promise<void>
}
export type JobKind = QueueJob | PeriodicJob

const LOOK_MS = 1000
const DRAIN_MS = 2500

/** Runs background work (decision 0050): the queues are tables, and one timer per node looks at all of them. */
export class Jobs {
  readonly #db: Kysely<Tables>
  readonly #log: FastifyBaseLogger
  readonly #lookMs: number
  readonly #queues = new Map<string, { job: QueueJob; workers: number }>()
  readonly #periodic = new Map<string, PeriodicJob>()
  readonly #running = new Set<Promise<void>>()
  #clock: NodeJS.Timeout | undefined
  #isClaiming = false
  #isStopping = false

  constructor(db: Kysely<Tables>, log: FastifyBaseLogger, lookMs = LOOK_MS) {
    this.#db = db
    this.#log = log
    this.#lookMs = lookMs
  }

  async start(kinds: readonly JobKind[]): Promise<void> {
    for (const job of kinds) {
      if (!('period' in job)) this.#queues.set(job.name, { job, workers: 0 })
      else {
        await planPeriodic(this.#db, job.name, job.period)
        this.#periodic.set(job.name, job)
      }
    }
    if (this.#isStopping) return
    this.#look()
    this.#clock = setInterval(() => this.#look(), this.#lookMs)
    this.#clock.unref()
  }

  /** Runs the queue on this node at once; called after a commit that added a row. */
  wake(name: string): void {
    const queue = this.#queues.get(name)
    if (!queue || this.#isStopping || queue.workers >= (queue.job.atOnce ?? 1)) return
    queue.workers++
    const work = async () => {
      while (!this.#isStopping && (await queue.job.run())) this.wake(name)
    }
    this.#keep(
      name,
      work().finally(() => queue.workers--),
    )
  }

  #look(): void {
    for (const name of this.#queues.keys()) this.wake(name)
    if (!this.#isClaiming) this.#keep('periodic jobs', this.#runDue())
  }

  async #runDue(): Promise<void> {
    this.#isClaiming = true
    try {
      const claims = await claimPeriodic(this.#db, [...this.#periodic.keys()])
      for (const claim of claims) this.#keep(claim.name, this.#runPeriodic(claim, this.#periodic.get(claim.name)!))
    } finally {
      this.#isClaiming = false
    }
  }

  async #runPeriodic(claim: Claim, { run, period }: PeriodicJob): Promise<void> {
    const beat = setInterval(() => runInBackground(this.#log, 'lease of a job', renewPeriodic(this.#db, claim)), BEAT_MS)
    try {
      await run()
      await endPeriodic(this.#db, claim, period, true)
    } catch (error) {
      await endPeriodic(this.#db, claim, period, false)
      throw error
    } finally {
      clearInterval(beat)
    }
  }

  #keep(name: string, work: Promise<void>): void {
    const running = work.catch((error: unknown) => this.#log.warn({ err: error }, name)).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits for running jobs, but not for a database that does not answer. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#clock)
    await settledWithin(DRAIN_MS, Promise.all(this.#running))
  }
}
