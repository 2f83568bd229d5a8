import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** A preview counts no further than this. */
export const COUNTED_MAX = 1_000_000
const BATCH = 10_000

/** Removes what is older than a moment. */
export interface Cleaner<Given = Db> {
  /** How many rows would be removed now; COUNTED_MAX + 1 means more. */
  count: (db: Db, before: string) => Promise<number>
  /** Removes one batch in the caller's transaction; 0 means nothing is left. */
  batch: (given: Given, before: string) => Promise<number>
}

interface Aged {
  table: string
  /** The column with the time a row's age counts from. */
  time: string
  /** Which rows may go; `t` is the table. */
  only?: RawBuilder<unknown>
  batch?: number
}

/** Rows of a table by their age. */
export function agedRows({ table, time, only = sql`true`, batch = BATCH }: Aged): Cleaner {
  const old = (before: string) => sql`${sql.table(table)} t where t.${sql.ref(time)} < ${before}::timestamptz and ${only}`
  return {
    count: async (db, before) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from (
        select from ${old(before)} limit ${sql.lit(COUNTED_MAX + 1)}) found`.execute(db)
      return rows[0]!.count
    },
    batch: async (db, before) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any (array(
        select t.ctid from ${old(before)} order by t.${sql.ref(time)} limit ${sql.lit(batch)}))`.execute(db)
      return Number(numAffectedRows ?? 0n)
    },
  }
}
