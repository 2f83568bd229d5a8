import type { Connection, ConnectionOptions, RowDataPacket } from 'mysql2'
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

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``

/** MySQL or MariaDB, read in one read-only snapshot transaction; the driver is loaded when needed. */
export async function openMysql(server: DatabaseServer, limits: DatabaseLimits): Promise<DatabaseSession> {
  const { createConnection } = (await import('mysql2')).default
  const connection = createConnection(optionsOf(server, limits))
  connection.on('error', () => undefined)
  const ask = async <T>(text: string, values: readonly string[] = []): Promise<T[]> =>
    new Promise((done, fail) => {
      connection.query({ sql: text, timeout: limits.timeoutMs }, [...values], (error, rows) =>
        error ? fail(errorOf(error)) : done(rows as RowDataPacket[] as T[]),
      )
    })
  try {
    await begin(ask, limits.timeoutMs)
  } catch (error) {
    connection.destroy()
    throw error
  }
  return {
    isSame: async () => false,
    columns: async relation => {
      const [schema, name] = schemaAndName(relation)
      const found = await ask<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = coalesce(${schema === undefined ? 'null' : '?'}, database()) and table_name = ? order by ordinal_position`,
        schema === undefined ? [name] : [schema, name],
      )
      return found.map(column => column.name)
    },
    rows: (relation, columns, { most, since }) => {
      const from = schemaAndName(relation)
        .flatMap(part => (part === undefined ? [] : [quoted(part)]))
        .join('.')
      const where = since ? ` where ${quoted(since.column)} >= ?` : ''
      const text = `select ${columns.map(quoted).join(', ')} from ${from}${where} limit ${most}`
      return streamed(connection, text, since ? [since.value] : [])
    },
    close: async () => connection.destroy(),
  }
}

function optionsOf({ host, port, database, user, password, tls, ca }: DatabaseServer, { withLoopback, timeoutMs }: DatabaseLimits) {
  return {
    host,
    port,
    database,
    user,
    password,
    stream: () => new CheckedSocket(withLoopback).connectChecked(host, port),
    connectTimeout: timeoutMs,
    ...(tls && { ssl: { rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2', ...(ca && { ca }) } }),
    // Refuses code generated from server names, reading of local files, and several statements at once.
    disableEval: true,
    flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS'],
    multipleStatements: false,
    charset: 'utf8mb4',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  } satisfies ConnectionOptions
}

async function begin(ask: (text: string) => Promise<unknown>, timeoutMs: number): Promise<void> {
  await ask('set session transaction isolation level repeatable read')
  await ask('start transaction with consistent snapshot, read only')
  // MariaDB limits in seconds and MySQL in milliseconds, each with a variable of its own.
  await ask(`set session max_statement_time = ${Math.ceil(timeoutMs / 1000)}`).catch(() =>
    ask(`set session max_execution_time = ${timeoutMs}`).catch(() => undefined),
  )
}

async function* streamed(connection: Connection, text: string, values: readonly string[]): AsyncGenerator<Record<string, unknown>[]> {
  let group: Record<string, unknown>[] = []
  try {
    for await (const row of connection.query(text, [...values]).stream({ highWaterMark: GROUP }) as AsyncIterable<
      Record<string, unknown>
    >) {
      group.push({ ...row })
      if (group.length < GROUP) continue
      yield group
      group = []
    }
  } catch (error) {
    throw errorOf(error)
  }
  if (group.length > 0) yield group
}

function errorOf(error: unknown): Error {
  if (error instanceof Unreachable || error instanceof DatabaseRefusal) return error
  if (!(error instanceof Error && 'errno' in error && 'sqlState' in error)) return new Unreachable(codeIn(error), { cause: error })
  // Codes only MariaDB has are shown by number.
  return new DatabaseRefusal('code' in error && error.code ? String(error.code) : `ERROR_${String(error.errno)}`, error)
}
