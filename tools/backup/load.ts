import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import { inTransaction, SYSTEM, type Db } from '../../server/src/platform/database/db.ts'
import { migrate, migrationNames } from '../../server/src/platform/database/migrate.ts'
import { UNFINISHED_RESTORE } from '../../server/src/platform/database/start-checks.ts'
import { inBulkMode } from '../seed/bulk-mode.ts'
import { withoutLimits } from '../seed/rows.ts'
import { readEntries, type Checked, type Head } from './format.ts'
import { insertQuery, readSteps, readTables, type Table } from './tables.ts'
import { BackupError, text } from './text.ts'
import { verify, type Verified } from './verify.ts'

/** The migrations of the backup must be the first of this program's: an older backup is migrated, a newer one is refused. */
export async function refuseOtherSteps({ steps }: Head): Promise<void> {
  const ours = await migrationNames()
  const unknown = steps.find(step => !ours.includes(step))
  if (unknown !== undefined) throw new BackupError(unknown > ours.at(-1)! ? text.newerSchema(unknown) : text.otherSchema(unknown))
  const skipped = ours.slice(0, steps.length).find((step, n) => steps[n] !== step)
  if (skipped !== undefined) throw new BackupError(text.otherSchema(skipped))
}

/** Refuses to overwrite data: the target must have no tables, or only those a migration has just created. */
export async function refuseNonEmpty(db: Db): Promise<void> {
  const { rows } = await sql<{ tables: number }>`select count(*) as tables from pg_class
    where relnamespace = current_schema::regnamespace and relkind in ('r', 'p') and relname <> ${UNFINISHED_RESTORE}`.execute(db)
  if (rows[0]!.tables === 0) return
  if ((await readSteps(db)).length === 0) throw new BackupError(text.foreignTables)
  for (const table of ['users', 'org', 'key_store', 'oper_log']) {
    const { rows: some } = await sql`select from ${sql.table(table)} limit 1`.execute(db)
    if (some.length > 0) throw new BackupError(text.notEmpty)
  }
}

/**
 * Restores everything or nothing: rows, counts, digests, keys and audit chains are written and verified in one transaction.
 * Afterwards the schema is as old as the backup, and `migrate` brings it up to date.
 */
export async function loadBackup(db: Kysely<Tables>, { file, head, sums }: Checked, master: Buffer): Promise<Verified> {
  await refuseNonEmpty(db)
  await markUnfinished(db, file)
  await migrate(db, head.steps.at(-1))
  const steps = await readSteps(db)
  if (steps.length > head.steps.length) throw new BackupError(text.targetNewer)
  const loading = inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    // By the column order of the backup, because a migrated database may have later columns in another position.
    const { tables } = head
    refuseOtherColumns(tables, await readTables(trx))
    await inBulkMode(
      trx,
      tables.map(({ name }) => name),
      () => fill(trx, file, tables),
    )
    // Dropped in the transaction that commits the data, so that a start finds either the mark or the data.
    await sql`drop table ${sql.table(UNFINISHED_RESTORE)}`.execute(trx)
    return verify(trx, tables, sums, master)
  })
  // A failure that was reported needs no mark; only a killed restore leaves it.
  return loading.catch(async (error: unknown) => {
    await sql`drop table if exists ${sql.table(UNFINISHED_RESTORE)}`.execute(db).catch(() => undefined)
    throw error
  })
}

/** From here on the database may have the tables but no data, and without the mark a start would fill it as a new one. */
async function markUnfinished(db: Kysely<Tables>, file: string): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`create table if not exists ${sql.table(UNFINISHED_RESTORE)} (file text not null, begin_time timestamptz not null default now())`.execute(
      trx,
    )
    await sql`delete from ${sql.table(UNFINISHED_RESTORE)}`.execute(trx)
    await sql`insert into ${sql.table(UNFINISHED_RESTORE)} (file) values (${file})`.execute(trx)
  })
}

function refuseOtherColumns(written: readonly Table[], present: readonly Table[]): void {
  const shape = (table: Table | undefined) => JSON.stringify(table?.columns.map(({ name, type }) => `${name} ${type}`).toSorted())
  const other = [...written, ...present].find(
    ({ name }) => shape(written.find(table => table.name === name)) !== shape(present.find(table => table.name === name)),
  )
  if (other) throw new BackupError(text.otherColumns(other.name))
}

const BATCH_BYTES = 4 * 1024 * 1024

async function fill(db: Db, file: string, tables: readonly Table[]): Promise<void> {
  // Migrations insert a few rows; unlogged tables, which are not in the file, refer to some of these tables.
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))} cascade`.execute(db)
  const byName = new Map(tables.map(table => [table.name, table]))
  let lines: Buffer[] = []
  let bytes = 0
  const flush = async (table: Table | undefined) => {
    if (table && lines.length > 0) await insertQuery(table, `[${lines.map(String).join(',')}]`).execute(db)
    lines = []
    bytes = 0
  }
  for await (const entry of readEntries(file)) {
    if (entry.kind === 'end') await flush(byName.get(entry.sum.table))
    if (entry.kind !== 'rows') continue
    lines.push(...entry.lines)
    bytes += entry.lines.reduce((sum, line) => sum + line.length, 0)
    if (bytes >= BATCH_BYTES) await flush(byName.get(entry.table))
  }
  for (const table of tables) await advanceSequences(db, table)
}

/** Moves an identity column's sequence behind the last restored value. */
async function advanceSequences(db: Db, { name, columns }: Table): Promise<void> {
  for (const column of columns.filter(({ identity }) => identity))
    await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}), coalesce(max(${sql.ref(column.name)}), 1), count(*) > 0)
      from ${sql.table(name)}`.execute(db)
}
