import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Tables } from '../../migrations/tables.ts'
import type { Connection, Db } from './db.ts'

export interface JobKind<T extends object> {
  name: string
  /** Six fields or five, Asia/Shanghai; without it the job runs when it is sent. */
  cron?: string
  /** By its own clock on each node instead of the queue, and on one node never twice at once. */
  everyMs?: number
  atOnce?: number
  /** How long one may take before it counts as lost with its node and is given to another; 15 minutes unless said otherwise. */
  withinSeconds?: number
  run: (data: T) => Promise<void>
}

const POOL = 3
const RETRIES = 5

/** Work behind the calls: delivered by pg-boss, at least once, on any node. What goes outward leaves from here. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #workers = new Map<string, string[]>()
  readonly #clocks: (() => Promise<void>)[] = []
  readonly #log: FastifyBaseLogger
  #starting: Promise<unknown> | undefined
  #started = false

  constructor({ url, ...parts }: Connection, log: FastifyBaseLogger) {
    this.#log = log
    // Its own few connections: it reads times as Date, ours read them as text.
    this.#boss = new PgBoss({
      ...(url ? { connectionString: url } : parts),
      max: POOL,
      application_name: 'hufu-jobs',
      persistWarnings: false,
    })
    this.#boss.on('error', error => log.warn({ err: error }, 'job queue'))
  }

  async start(kinds: readonly JobKind<never>[]): Promise<void> {
    await (this.#starting = this.#boss.start())
    this.#started = true
    for (const kind of kinds) {
      if (kind.everyMs !== undefined) {
        this.#wind(kind, kind.everyMs)
        continue
      }
      await this.#openQueue(kind)
      const handler = async ([job]: { data: object }[]) => {
        if (job) await kind.run(job.data as never)
      }
      const ids: string[] = []
      for (let n = 0; n < (kind.atOnce ?? 1); n++) ids.push(await this.#boss.work(kind.name, { pollingIntervalSeconds: 2 }, handler))
      this.#workers.set(kind.name, ids)
      if (kind.cron) await this.#boss.schedule(kind.name, kind.cron, {}, { tz: 'Asia/Shanghai' })
    }
  }

  async #openQueue({ name, withinSeconds }: JobKind<never>): Promise<void> {
    await this.#boss.createQueue(name, { retryLimit: RETRIES, retryDelay: 1, retryBackoff: true })
    // Also where the queue stands since an older version.
    if (withinSeconds !== undefined) await this.#boss.updateQueue(name, { expireInSeconds: withinSeconds })
  }

  #wind(kind: JobKind<never>, everyMs: number): void {
    let running: Promise<void> | undefined
    const tick = () => {
      running ??= kind
        .run({} as never)
        .catch((error: unknown) => this.#log.warn({ err: error }, kind.name))
        .finally(() => {
          running = undefined
        })
    }
    const clock = setInterval(tick, everyMs)
    clock.unref()
    this.#clocks.push(async () => {
      clearInterval(clock)
      await running
    })
  }

  /** In the caller's transaction: the job is there if and only if the change is. */
  async send(db: Db, name: string, ...data: object[]): Promise<void> {
    // The server answers before the queue has started.
    await this.#starting
    const jobs = data.map(one => ({ data: one }))
    if (jobs.length > 0) await this.#boss.insert(name, jobs, { db: fromKysely((db as Kysely<Tables>).withoutPlugins()) })
  }

  /** Wakes this node's workers instead of waiting for their poll. */
  wake(name: string): void {
    for (const id of this.#workers.get(name) ?? []) this.#boss.notifyWorker(id)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clocks.map(stop => stop()))
    if (this.#started) await this.#boss.stop({ graceful: true, timeout: 5000 })
  }
}
