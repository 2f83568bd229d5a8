import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'

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
export function preparing(pool: pg.Pool): PostgresPool {
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
