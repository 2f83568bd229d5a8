import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Tables } from '../../migrations/tables.ts'

const folder = new URL('../../migrations/', import.meta.url)

async function migrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const entries = names.map(async name => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db: Kysely<unknown>) => carryOut(db, text) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** An index over the rows of years takes longer than any call may. */
async function carryOut(db: Kysely<unknown>, text: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql.raw(text).execute(db)
}

/** The names of all steps there are, in order. */
export const migrationNames = async (): Promise<string[]> => Object.keys(await migrations())

/**
 * Brings the schema up to date, or up to one step (for a backup of that age); two nodes starting at once wait for
 * each other. Returns the names carried out.
 */
export async function migrate(db: Kysely<Tables>, upTo?: string): Promise<string[]> {
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
