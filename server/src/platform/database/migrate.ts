import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../../../migrations/tables.ts'
import { databaseCode } from './db.ts'
import { text } from '../text/text.ts'

const folder = new URL('../../../migrations/', import.meta.url)

interface Step {
  name: string
  statements: string
  sha256: string
}

/** The names of all migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return files.map(name => name.replace(/\.sql$/, ''))
}

/** All migrations with their SQL and its digest. */
export async function readSteps(): Promise<Step[]> {
  const read = async (name: string): Promise<Step> => {
    const statements = await readFile(new URL(`${name}.sql`, folder), 'utf8')
    return { name, statements, sha256: createHash('sha256').update(statements).digest('hex') }
  }
  return Promise.all((await migrationNames()).map(read))
}

const migrationsOf = (steps: readonly Step[]): Record<string, Migration> =>
  Object.fromEntries(steps.map(({ name, statements }) => [name, { up: async (db: Kysely<unknown>) => runStatements(db, statements) }]))

/** Building an index over years of rows takes longer than the limit of a call. */
async function runStatements(db: QueryExecutorProvider, statements: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql.raw(statements).execute(db)
}

const NO_SUCH_TABLE = '42P01'
const NO_SUCH_COLUMN = '42703'
/** The advisory lock that Kysely's migrator holds while it runs, so that what takes it waits for another node's whole run. */
const LOCK = sql.raw('3853314791062309107')

interface Done {
  name: string
  /** The digest of the step as it was run; null for steps run before digests were kept. */
  sha256: string | null
}

/** The migrations carried out; undefined if the database is empty or has kept no digests so far. */
async function appliedSteps(db: Kysely<Tables>): Promise<Done[] | undefined> {
  try {
    return (await sql<Done>`select name, sha256 from schema_step order by name`.execute(db)).rows
  } catch (error) {
    const code = databaseCode(error)
    if (code === NO_SUCH_TABLE || code === NO_SUCH_COLUMN) return undefined
    throw error
  }
}

/** Refuses if a migration was changed after it was carried out, because the schema would then be unknown. */
function refuseChanged(done: readonly Done[], steps: readonly Step[]): void {
  const digests = new Map(steps.map(({ name, sha256 }) => [name, sha256]))
  const changed = done.filter(({ name, sha256 }) => sha256 !== null && digests.has(name) && digests.get(name) !== sha256)
  if (changed.length > 0) throw new Error(text.stepsChanged(changed.map(({ name }) => name)))
}

/** Repairs states left by steps that were changed after they had run. */
const OLDER_STATES = '0049-older-states'

/**
 * Repairs a database whose migrations ran before digests were kept: it may be in an older state, on which later migrations fail.
 * Runs before any other migration.
 */
async function repairOlderState(db: Kysely<Tables>, steps: readonly Step[]): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('schema_step') is not null as there`.execute(db)
  if (!rows[0]!.there) return
  await db.transaction().execute(async trx => {
    await waitForOtherNodes(trx)
    await sql`alter table schema_step add column if not exists sha256 text`.execute(trx)
    const { rows: done } = await sql<Done>`select name, sha256 from schema_step`.execute(trx)
    // Another node may have carried out all steps meanwhile and not yet kept their digests.
    const isOlder = done.length > 0 && done.every(({ name, sha256 }) => sha256 === null && name !== OLDER_STATES)
    const mend = steps.find(({ name }) => name === OLDER_STATES)
    if (isOlder && mend) await runStatements(trx, mend.statements)
  })
}

/** However long they migrate. */
async function waitForOtherNodes(trx: QueryExecutorProvider): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(trx)
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

async function keepDigests(db: Kysely<Tables>, steps: readonly Step[]): Promise<void> {
  await db.transaction().execute(async trx => {
    await waitForOtherNodes(trx)
    await sql`alter table schema_step add column if not exists sha256 text`.execute(trx)
    await sql`update schema_step done set sha256 = step.sha256 from unnest(${steps.map(({ name }) => name)}::text[], ${steps.map(({ sha256 }) => sha256)}::text[])
      as step (name, sha256) where done.name = step.name and done.sha256 is null`.execute(trx)
  })
}

/** Almost always true; checked first, because the migrator reads the whole catalogue before it knows. */
const isUpToDate = (done: readonly Done[], steps: readonly Step[]): boolean =>
  done.map(({ name }) => name).join() === steps.map(({ name }) => name).join() && done.every(({ sha256 }) => sha256 !== null)

/**
 * Brings the schema up to date, or up to one step (for a backup of that age); two nodes starting at once wait for
 * each other. Returns the names carried out.
 */
export async function migrate(db: Kysely<Tables>, upTo?: string): Promise<string[]> {
  const steps = await readSteps()
  const done = await appliedSteps(db)
  refuseChanged(done ?? [], steps)
  if (upTo === undefined && done && isUpToDate(done, steps)) return []
  await repairOlderState(db, steps)
  const { Migrator } = await import('kysely/migration')
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsOf(steps) },
    migrationTableName: 'schema_step',
    migrationLockTableName: 'schema_lock',
    // Branches merged their migrations in another order than that of the numbers.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
  await keepDigests(db, steps)
  return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
}
