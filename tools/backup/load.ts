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

/** Our steps must begin with those of the backup: an older one is taken forward, a newer one is not for us. */
export async function refuseOtherSteps({ steps }: Head): Promise<void> {
  const ours = await migrationNames()
  const unknown = steps.find(step => !ours.includes(step))
  if (unknown !== undefined) throw new BackupError(unknown > ours.at(-1)! ? text.newerSchema(unknown) : text.otherSchema(unknown))
  const skipped = ours.slice(0, steps.length).find((step, n) => steps[n] !== step)
  if (skipped !== undefined) throw new BackupError(text.otherSchema(skipped))
}

/** Nobody's data is written over: no tables at all, or ours as migrating leaves them. */
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
 * Everything or nothing: rows, counts, digests, keys and chain are seen to in one transaction. The schema is then as
 * old as the backup; `migrate` takes it forward.
 */
export async function loadBackup(db: Kysely<Tables>, { file, head, sums }: Checked, master: Buffer): Promise<Verified> {
  await refuseNonEmpty(db)
  await markUnfinished(db, file)
  await migrate(db, head.steps.at(-1))
  const steps = await readSteps(db)
  if (steps.length > head.steps.length) throw new BackupError(text.targetNewer)
  const loading = inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    // In the order of the backup: columns that came later stand elsewhere in a database that was brought forward.
    const { tables } = head
    refuseOtherColumns(tables, await readTables(trx))
    await inBulkMode(
      trx,
      tables.map(({ name }) => name),
      () => fill(trx, file, tables),
    )
    // Goes with the coming of the data: a start finds one of the two.
    await sql`drop table ${sql.table(UNFINISHED_RESTORE)}`.execute(trx)
    return verify(trx, tables, sums, master)
  })
  // Whoever is told why it failed need not be told again; only a restore that was killed leaves its mark.
  return loading.catch(async (error: unknown) => {
    await sql`drop table if exists ${sql.table(UNFINISHED_RESTORE)}`.execute(db).catch(() => undefined)
    throw error
  })
}

/** From here on the database may be empty and bear our tables: a start that found that would fill it as a new one. */
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
  // Migrating leaves a few rows of its own; unlogged tables, which are not in the file, refer to some of these tables.
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

/** The next number of an identity column comes after the last one restored. */
async function advanceSequences(db: Db, { name, columns }: Table): Promise<void> {
  for (const column of columns.filter(({ identity }) => identity))
    await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}), coalesce(max(${sql.ref(column.name)}), 1), count(*) > 0)
      from ${sql.table(name)}`.execute(db)
}
