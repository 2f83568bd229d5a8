import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { RefusalName } from '@hufu/contract/refusals'
import type { Tables } from '../../../migrations/tables.ts'
import { refuse } from '../http/refuse.ts'
import { DATABASE_LIMITS, watchedClients, type DatabaseLimits, type WatchedClients } from './watched-client.ts'

/** A handle for queries: the pool while reading, the one transaction while changing. Every query takes it first. */
export type Db = Kysely<Tables> | Transaction<Tables>

export interface Connection {
  /** DATABASE_URL, or the socket of the embedded one. */
  url?: string
  host?: string
  port?: number
  user?: string
  database?: string
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const WIRE_TIME = 19

/** Times stay the text that goes onto the wire (D-09), because the connection's time zone is Asia/Shanghai. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return (value: string) => value.slice(0, WIRE_TIME)
    if (oid === DATE) return (value: string) => value
    if (oid === INT8) return Number
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

export const POOL_SIZE = 20

export function openPool(
  connection: Connection,
  max = POOL_SIZE,
  limits: DatabaseLimits = DATABASE_LIMITS,
  { Client }: WatchedClients = watchedClients(limits),
): pg.Pool {
  const { url, ...parts } = connection
  const { connectMs, statementMs, lockMs } = limits
  const pool = new pg.Pool({
    ...(url ? { connectionString: url } : parts),
    Client,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    application_name: 'hufu',
    // A list shows twenty rows: starting workers for it costs more than they read.
    options: `-c timezone=Asia/Shanghai -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=60000`,
  })
  // Without a listener a broken idle connection ends the process (R3); the next query reconnects.
  pool.on('error', () => undefined)
  // The same for a connection that breaks between two statements of a transaction; its next statement fails.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

export const openDb = (pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** The actor of a transaction, for the history triggers. */
export interface Actor {
  userId: string
  sessionId: string
  /** The trace id of the operation: of a request or of a task. */
  traceId: string
  /** The call as named in the audit log. */
  call?: string
  /** The number of a bulk operation, so that it can be found and undone as one. */
  bulkId?: string
  giving?: Giving
  /** The user whose rights limit what the transaction may give, if it acts on somebody else's behalf. */
  giver?: string
}

/**
 * What the transaction must not cause (N-02). `branch`: that anybody gains a right the caller does not hold; `own`: that the caller
 * gains one themselves; `client`: what an API client must not give (decision 0113). Absent if the caller may give everything.
 */
export type Giving = 'branch' | 'own' | 'client'

export const nameActor = (db: Db, actor: Actor) =>
  sql`select set_config('hufu.user_id', ${actor.userId}, true), set_config('hufu.session_id', ${actor.sessionId}, true),
    set_config('hufu.trace_id', ${actor.traceId}, true), set_config('hufu.bulk_id', ${actor.bulkId ?? ''}, true),
    set_config('hufu.giving', ${actor.giving ?? ''}, true), set_config('hufu.giver', ${actor.giver ?? ''}, true),
    set_config('hufu.call', ${actor.call ?? ''}, true)`.execute(db)

/** From here on, what the transaction gives is compared with what `giver` holds. */
export const setGiver = (db: Db, { giving, giver }: { giving: Giving | undefined; giver: string }) =>
  sql`select set_config('hufu.giving', ${giving ?? ''}, true), set_config('hufu.giver', ${giver}, true)`.execute(db)

const RETRIES = 3
const DEADLOCK = '40P01'
const SERIALISATION = '40001'

/** Runs one transaction; retries it after a deadlock, so that the caller does not see it. */
export async function inTransaction<T>(db: Kysely<Tables>, actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async transaction => {
        await nameActor(transaction, actor)
        return work(transaction)
      })
    } catch (error) {
      const code = databaseCode(error)
      if (attempt >= RETRIES || (code !== DEADLOCK && code !== SERIALISATION)) throw error
    }
  }
}

class RolledBack extends Error {}

/** Runs `work` and rolls back all it wrote; returns what it found. */
export async function runRolledBack<T>(db: Kysely<Tables>, actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
  let found: { of: T } | undefined
  try {
    await inTransaction(db, actor, async trx => {
      found = { of: await work(trx) }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return found!.of
}

const CANCELLED = '57014'

const PARALLEL = '2'

/** A read that may take long: it gets more memory and workers, and after `ms` it is ended with `refusal`. */
export async function withTimeLimit<T>(db: Kysely<Tables>, ms: number, refusal: RefusalName, read: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async transaction => {
      await sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('work_mem', '128MB', true), set_config('jit', 'off', true),
        set_config('max_parallel_workers_per_gather', ${PARALLEL}, true)`.execute(transaction)
      return read(transaction)
    })
  } catch (error) {
    if (databaseCode(error) === CANCELLED) refuse(refusal)
    throw error
  }
}

export const databaseCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The actor of housekeeping no user asked for. */
export const SYSTEM: Actor = { userId: '', sessionId: '', traceId: '' }

const ANEW = '/* plan anew */'
/**
 * Put anywhere into a statement whose best plan depends on its values, so that it is planned each time. It is a comment of SQL
 * because only the text of a statement reaches the connection.
 */
export const planAnew = sql.raw(ANEW)

const PREPARE_AFTER = 3
/** Each connection keeps its own plans, some tens of kilobytes each. */
const NAMED_MAX = 200
const COUNTED_MAX = 1000

/** Names frequent statements, so that they are prepared: planning a join costs PostgreSQL more than reading three rows. */
class Names {
  readonly #names = new Map<string, string>()
  readonly #counted = new Map<string, number>()

  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= NAMED_MAX || text.includes(ANEW)) return name
    const times = (this.#counted.get(text) ?? 0) + 1
    if (times < PREPARE_AFTER) {
      if (this.#counted.size >= COUNTED_MAX) this.#counted.clear()
      this.#counted.set(text, times)
      return undefined
    }
    this.#counted.delete(text)
    this.#names.set(text, `hufu_${this.#names.size}`)
    return this.#names.get(text)
  }
}

/** Wraps the pool for Kysely: frequent statements that have values are prepared once per connection. */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Names()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const prepared = (client: pg.PoolClient): PostgresPoolClient => ({
    // Kysely can also ask with a cursor, which Hufu never uses.
    query: ((text: string, values: readonly unknown[]) =>
      client.query({
        text,
        values: [...values],
        ...(values.length > 0 && { name: names.of(text) }),
      })) as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  })
  return {
    connect: async () => {
      const client = await pool.connect()
      const cached = clients.get(client) ?? prepared(client)
      clients.set(client, cached)
      return cached
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
