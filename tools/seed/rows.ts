import { sql } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import type { Db } from '../../server/src/platform/database/db.ts'

export type Row = Readonly<Record<string, unknown>>

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Inserts many rows by one statement with one parameter; all rows have the fields of the first. */
export async function insertRows(db: Db, table: keyof Tables, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const fields = Object.keys(rows[0]!).map(field => [field, toSnakeCase(field)] as const)
  const named = rows.map(row => Object.fromEntries(fields.map(([field, column]) => [column, row[field]])))
  const columns = sql.join(fields.map(([, column]) => sql.ref(column)))
  const into = sql.table(toSnakeCase(table))
  await sql`insert into ${into} (${columns}) select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(named)})`.execute(
    db,
  )
}

export function* inBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** Prepares the next batch while the database writes the previous one. */
export async function pipelined<T>(batches: Iterable<T>, write: (batch: T) => Promise<void>): Promise<void> {
  let writing = Promise.resolve()
  for (const batch of batches) {
    await writing
    writing = write(batch)
    // The failure is rethrown by the next await; without this handler it would end the process before that.
    writing.catch(() => undefined)
    await new Promise(resolve => setImmediate(resolve))
  }
  await writing
}

/** Lifts the time limits of a call, because seeding takes longer. */
export const withoutLimits = (db: Db) =>
  sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true), set_config('work_mem', '128MB', true)`.execute(
    db,
  )

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, as the connection reads it. */
export const chinaTime = (time: number): string => new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
