import { parseJson } from '../../platform/text/json.ts'
import pg from 'pg'
import { Unreachable } from '../http-sender.ts'
import {
  codeIn,
  DatabaseRefusal,
  GROUP,
  schemaAndName,
  type DatabaseLimits,
  type DatabaseServer,
  type DatabaseSession,
} from './database.ts'
import { CheckedSocket } from './socket.ts'

const BOOLEAN = 16
const JSON_TYPES = new Set([114, 3802])
const TEXT_ARRAY = 1009
const TEXT_ARRAYS = new Set([TEXT_ARRAY, 1015])
/** Values as text, except flags, JSON and lists of text. */
const typed = (oid: number) => {
  if (oid === BOOLEAN) return (value: string) => value === 't'
  if (JSON_TYPES.has(oid)) return parseJson
  return TEXT_ARRAYS.has(oid)
    ? (pg.types.getTypeParser as (oid: number) => (value: string) => unknown)(TEXT_ARRAY)
    : (value: string) => value
}
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** PostgreSQL, read in one read-only snapshot transaction. */
export async function openPostgres(server: DatabaseServer, { withLoopback, timeoutMs }: DatabaseLimits): Promise<DatabaseSession> {
  const { host, port, database, user, password, tls, ca } = server
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    password,
    ssl: tls && { host, ...(ca && { ca }) },
    stream: () => new CheckedSocket(withLoopback),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'hufu',
    types: { getTypeParser: typed as never },
  })
  // The waiting statement reports a broken connection.
  client.on('error', () => undefined)
  const ask = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> => {
    try {
      return (await client.query(text, [...values])).rows as T[]
    } catch (error) {
      throw errorOf(error)
    }
  }
  try {
    await client.connect()
    await client.query('begin transaction isolation level repeatable read read only')
  } catch (error) {
    await client.end().catch(() => undefined)
    throw errorOf(error)
  }
  return {
    isSame: async identity => {
      const [found] = await ask<{ identity: string }>(POSTGRES_IDENTITY)
      return found?.identity === (await identity())
    },
    columns: async relation => {
      const found = await ask<{ name: string }>(
        `select a.attname as name from pg_attribute a where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(a.attrelid, a.attnum, 'select') order by a.attnum`,
        [
          schemaAndName(relation)
            .flatMap(part => (part === undefined ? [] : [quoted(part)]))
            .join('.'),
        ],
      )
      return found.map(({ name }) => name)
    },
    async *rows(relation, columns, { most, since }) {
      const from = schemaAndName(relation)
        .flatMap(part => (part === undefined ? [] : [quoted(part)]))
        .join('.')
      const where = since ? ` where ${quoted(since.column)} >= $1` : ''
      await ask(
        `declare source no scroll cursor for select ${columns.map(quoted).join(', ')} from ${from}${where} limit ${most}`,
        since ? [since.value] : [],
      )
      for (;;) {
        const rows = await ask<Record<string, unknown>>(`fetch ${Math.min(GROUP, most)} from source`)
        if (rows.length === 0) break
        yield rows
      }
      await ask('close source')
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** The identity of a server and database; a server set up as a copy has the same. */
export const POSTGRES_IDENTITY = `select system_identifier::text || '/' || current_database() as identity from pg_control_system()`

function errorOf(error: unknown): Error {
  if (error instanceof Unreachable) return error
  if (error instanceof pg.DatabaseError) return new DatabaseRefusal(error.code ?? '', error)
  return new Unreachable(codeIn(error), { cause: error })
}
