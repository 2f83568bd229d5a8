import { takeDataLock } from './kernel/data-lock.ts'
import type { Connection } from './kernel/db.ts'
import { startPostgres } from './kernel/postgres/postgres.ts'
import type { Settings } from './settings.ts'

/** Where everything is kept. */
export interface Home {
  connection: Connection
  close(): Promise<void>
}

/** Our own PostgreSQL in the data folder, or the one DATABASE_URL names (D-74). */
export async function openHome(settings: Settings): Promise<Home> {
  if (settings.databaseUrl) return { connection: { url: settings.databaseUrl }, close: async () => undefined }
  const lock = await takeDataLock(settings.data)
  try {
    const postgres = await startPostgres(settings.data)
    void postgres.died.then(error => {
      console.error(error.message)
      process.exit(1)
    })
    const { host, port, user } = postgres
    const close = async () => {
      await postgres.stop()
      await lock.release()
    }
    return { connection: { host, port, user, database: 'hufu' }, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}
