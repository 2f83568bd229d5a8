import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Row } from './nouns.ts'

/** The record as it is now, with the names history has for its columns; undefined where there is none. */
export async function presentRow(db: Db, table: string, key: readonly string[], row: Row): Promise<Row | undefined> {
  const same = key.map(column => sql`${sql.ref(`t.${column}`)}::text = ${row[column] as string}`)
  const { rows } = await sql<{
    row: Row
  }>`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.join(same, sql` and `)}`.execute(db)
  return rows[0]?.row
}

/** The operation of a call takes back another, wholly where that one wrote nothing else. */
export async function markUndone(db: Db, operationId: string | null, by: string): Promise<void> {
  if (operationId === null) return
  await sql`update operation set undo_of = ${operationId} where id = ${by}`.execute(db)
  await sql`update operation set undone_by = ${by} where id = ${operationId} and changed = 1`.execute(db)
}
