import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../migrations/tables.ts'
import type { Settings } from '../settings.ts'
import { type Clock, processClock } from './clock.ts'
import { Clients } from './access/clients.ts'
import { Config } from './config/config.ts'
import { Dictionary } from './dictionary/dictionary.ts'
import { openDb, openPool, POOL_SIZE, type Connection } from './database/db.ts'
import type { Keys } from './secrets/keys.ts'
import { openMasterKey } from './secrets/master-key.ts'
import { openKeys } from './secrets/open-keys.ts'
import { KeyedLimiter } from './tasks/limiter.ts'
import { Jobs } from './jobs/jobs.ts'
import { AddressLimits, Limits } from './http/limits.ts'
import { migrate } from './database/migrate.ts'
import { Pulse } from './database/pulse.ts'
import { quietLog } from './database/quiet-log.ts'
import { RightsReader } from './access/rights.ts'
import { Sessions } from './access/sessions.ts'
import { refuseUnfitData } from './database/start-checks.ts'
import { Storage } from './database/storage.ts'
import { Tasks } from './tasks/tasks.ts'
import { InFlight } from './tasks/in-flight.ts'
import { DATABASE_LIMITS, type DatabaseLimits, watchedClients } from './database/watched-client.ts'
import { settledWithin } from './tasks/settled-within.ts'

const GUESSES_WAITING_MAX = 100
const ANSWERS_MS = 2000
const CLOSE_MS = 500

/** What every feature uses, opened once. */
export interface Kernel {
  settings: Settings
  pool: pg.Pool
  /** The pool. Handlers use `ctx.db` instead. */
  db: Kysely<Tables>
  keys: Keys
  config: Config
  dictionary: Dictionary
  rights: RightsReader
  sessions: Sessions
  clients: Clients
  limits: Limits
  addressLimits: AddressLimits
  storage: Storage
  /** Guesses for one name are checked one after the other. */
  guesses: KeyedLimiter
  /** Calls in progress. Stopping waits for them even if the caller has disconnected, which the HTTP server does not. */
  answers: InFlight
  jobs: Jobs
  tasks: Tasks
  /** Watches whether the database answers. */
  pulse: Pulse
  /** True while stopping: requests are still answered, but readiness tells load balancers to send them elsewhere. */
  isStopping: boolean
  /** The database's time, so that expiry is the same on every node. */
  now: () => Date
  /** Measures the age of cached sessions, rights and configuration. */
  clock: Clock
  close(): Promise<void>
}

interface KernelOptions {
  /** Time limits of the database. */
  timeoutMs?: DatabaseLimits | undefined
  clock?: Clock | undefined
  /** How often the node looks for work in its queues. */
  lookMs?: number | undefined
}

export async function openKernel(
  settings: Settings,
  connection: Connection,
  log: FastifyBaseLogger,
  { timeoutMs = DATABASE_LIMITS, clock = processClock, lookMs }: KernelOptions = {},
): Promise<Kernel> {
  const clients = watchedClients(timeoutMs)
  const pool = openPool(connection, POOL_SIZE, timeoutMs, clients)
  const db = openDb(pool)
  await refuseUnfitData(db)
  const pulse = new Pulse(connection, clients, log)
  // Reads the database's clock once before the first request.
  const clockRead = pulse.isThere()
  await migrate(db)
  await clockRead
  const master = await openMasterKey(db, settings)
  const keys = await db.transaction().execute(transaction => openKeys(transaction, master))
  const config = await Config.open(db, clock)
  const rights = new RightsReader(db, config, clock)
  const sessions = new Sessions(db, config, rights, clock)
  const limits = new Limits(db, settings.rateLimit)
  const quiet = quietLog(log, pulse)
  const jobs = new Jobs(db, quiet, lookMs)
  const tasks = new Tasks(db, jobs, config, quiet)
  const answers = new InFlight()
  return {
    settings,
    pool,
    db,
    keys,
    config,
    dictionary: await Dictionary.open(db, config),
    rights,
    sessions,
    clients: new Clients(db, config, limits),
    limits,
    addressLimits: new AddressLimits(limits, config),
    storage: new Storage(settings),
    guesses: new KeyedLimiter(GUESSES_WAITING_MAX),
    answers,
    jobs,
    tasks,
    pulse,
    isStopping: false,
    now: pulse.now,
    clock,
    close: async () => {
      await Promise.all([tasks.stop(), jobs.stop(), answers.ended(ANSWERS_MS), pulse.stop()])
      // Whatever still waits now waits for a database that does not answer.
      const closed = db.destroy()
      if (await settledWithin(CLOSE_MS, closed)) return
      clients.destroyAll()
      await settledWithin(CLOSE_MS, closed)
    },
  }
}
