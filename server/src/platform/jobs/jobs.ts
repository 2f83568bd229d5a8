import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Tables } from '../../../migrations/tables.ts'
import type { Connection, Db } from '../database/db.ts'
import { watchedClients, type DatabaseLimits, type WatchedClients } from '../database/watched-client.ts'
import { endedWithin } from '../tasks/within.ts'

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
const DRAIN_MS = 2000
const CLOSE_MS = 500

/** Work behind the calls: delivered by pg-boss, at least once, on any node. What goes outward leaves from here. */
export class Jobs {
  readonly #connection: Connection
  /** By the name of their kind, what wakes each. */
  readonly #workers = new Map<string, (() => void)[]>()
  readonly #clocks: (() => Promise<void>)[] = []
  readonly #log: FastifyBaseLogger
  readonly #limits: DatabaseLimits
  readonly #clients: WatchedClients
  #opening: Promise<PgBoss> | undefined
  #starting: Promise<PgBoss> | undefined

  constructor(connection: Connection, log: FastifyBaseLogger, limits: DatabaseLimits) {
    this.#connection = connection
    this.#log = log
    this.#limits = limits
    this.#clients = watchedClients(limits)
  }

  async start(kinds: readonly JobKind<never>[]): Promise<void> {
    this.#starting = this.#open().then(boss => boss.start())
    const boss = await this.#starting
    for (const kind of kinds) {
      if (kind.everyMs !== undefined) {
        this.#wind(kind, kind.everyMs)
        continue
      }
      await openQueue(boss, kind)
      const handler = async ([job]: { data: object }[]) => {
        if (job) await kind.run(job.data as never)
      }
      const workers: (() => void)[] = []
      for (let n = 0; n < (kind.atOnce ?? 1); n++) {
        const id = await boss.work(kind.name, { pollingIntervalSeconds: 2 }, handler)
        workers.push(() => boss.notifyWorker(id))
      }
      this.#workers.set(kind.name, workers)
      if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'Asia/Shanghai' })
    }
  }

  /** The library is not loaded before the server has answered for the first time. */
  async #open(): Promise<PgBoss> {
    return (this.#opening ??= openBoss(this.#connection, this.#log, this.#limits, this.#clients))
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
    if (data.length === 0) return
    // The server answers before the queue has started.
    const boss = await (this.#starting ?? this.#open())
    const { fromKysely } = await import('pg-boss')
    const jobs = data.map(one => ({ data: one }))
    await boss.insert(name, jobs, { db: fromKysely((db as Kysely<Tables>).withoutPlugins()) })
  }

  /** Wakes this node's workers instead of waiting for their poll. */
  wake(name: string): void {
    for (const wake of this.#workers.get(name) ?? []) wake()
  }

  /** Jobs at work are waited for; a database that does not answer is not. */
  async stop(): Promise<void> {
    const stopped = this.#stop()
    if (await endedWithin(DRAIN_MS + CLOSE_MS, stopped)) return
    this.#clients.destroyAll()
    await endedWithin(CLOSE_MS, stopped)
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#clocks.map(stop => stop()))
    const boss = await this.#starting?.catch(() => undefined)
    await boss?.stop({ graceful: true, timeout: DRAIN_MS })
  }
}

async function openBoss(
  { url, ...parts }: Connection,
  log: FastifyBaseLogger,
  { connectMs }: DatabaseLimits,
  { Client }: WatchedClients,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  // Its own few connections: it reads times as Date, ours read them as text.
  const where = url ? { connectionString: url } : parts
  const watched = { Client, connectionTimeoutMillis: connectMs }
  const boss = new PgBoss({ ...where, ...watched, max: POOL, application_name: 'hufu-jobs', persistWarnings: false })
  boss.on('error', error => log.warn({ err: error }, 'job queue'))
  return boss
}

async function openQueue(boss: PgBoss, { name, withinSeconds }: JobKind<never>): Promise<void> {
  await boss.createQueue(name, { retryLimit: RETRIES, retryDelay: 1, retryBackoff: true })
  // Also where the queue stands since an older version.
  if (withinSeconds !== undefined) await boss.updateQueue(name, { expireInSeconds: withinSeconds })
}
