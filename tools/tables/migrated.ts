import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { openDb, openPool } from '../../server/src/platform/database/db.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { startPostgres } from '../../server/src/platform/database/postgres/postgres.ts'
import { fastFolder } from '../../server/test/fast-folder.ts'

/** Runs `ask` on a temporary, freshly migrated database. */
export async function withMigratedDatabase<T>(ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await fastFolder(), 'hufu-print-'))
  try {
    const { host, port, user, stop } = await startPostgres(folder, { durable: false })
    const pool = openPool({ host, port, user, database: 'hufu' }, 1)
    try {
      await migrate(openDb(pool))
      return await ask(pool)
    } finally {
      await pool.end()
      await stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
