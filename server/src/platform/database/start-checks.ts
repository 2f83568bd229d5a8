import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { migrationNames } from './migrate.ts'
import { text } from '../text/text.ts'

/** A table left by a restore that began but did not finish; the transaction that restores the data drops it. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

async function tableExists(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)
  return rows[0]!.there
}

/** Runs before anything is written: refuses data of a newer program, and the remains of an unfinished restore. */
export async function refuseUnfitData(db: Kysely<Tables>): Promise<void> {
  if (await tableExists(db, UNFINISHED_RESTORE)) {
    const { rows } = await sql<{ file: string; beginTime: string }>`select file, begin_time from ${sql.table(UNFINISHED_RESTORE)}`.execute(
      db,
    )
    if (rows[0]) throw new Error(text.restoreUnfinished(rows[0].file, rows[0].beginTime))
  }
  if (!(await tableExists(db, 'schema_step'))) return
  const { rows: done } = await sql<{ name: string }>`select name from schema_step order by name`.execute(db)
  const ours = await migrationNames()
  const newer = done.filter(({ name }) => name > ours.at(-1)!)
  if (newer.length > 0) throw new Error(text.newerSchema(newer.map(({ name }) => name)))
}
