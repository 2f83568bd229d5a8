import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../../migrations/tables.ts'
import { databaseCode } from './db.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The names of all steps there are, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return files.map(name => name.replace(/\.sql$/, ''))
}

async function migrations(): Promise<Record<string, Migration>> {
  const entries = (await migrationNames()).map(async name => {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
    return [name, { up: async (db: Kysely<unknown>) => carryOut(db, text) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** An index over the rows of years takes longer than any call may. */
async function carryOut(db: Kysely<unknown>, text: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql.raw(text).execute(db)
}

const NO_SUCH_TABLE = '42P01'

/** Nearly always: and the migrator reads the whole catalogue before it knows. */
async function isUpToDate(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from schema_step order by name`.execute(db)
    return rows.map(row => row.name).join() === (await migrationNames()).join()
  } catch (error) {
    if (databaseCode(error) === NO_SUCH_TABLE) return false
    throw error
  }
}

/**
 * Brings the schema up to date, or up to one step (for a backup of that age); two nodes starting at once wait for
 * each other. Returns the names carried out.
 */
export async function migrate(db: Kysely<Tables>, upTo?: string): Promise<string[]> {
  if (upTo === undefined && (await isUpToDate(db))) return []
  const { Migrator } = await import('kysely/migration')
  const migrator = new Migrator({
    db,
    provider: { getMigrations: migrations },
    migrationTableName: 'schema_step',
    migrationLockTableName: 'schema_lock',
  })
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
  return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
}
