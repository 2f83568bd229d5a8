import { takeDataLock } from './platform/database/data-lock.ts'
import { waitForDatabase } from './platform/database/database-wait.ts'
import type { Connection } from './platform/database/db.ts'
import { launchPostgres } from './platform/database/postgres/postgres.ts'
import { text } from './platform/text/text.ts'
import type { Settings } from './settings.ts'

/** The database, and what ends with it. */
export interface Home {
  connection: Connection
  close(): Promise<void>
}

/**
 * Launches the embedded PostgreSQL in the data folder, or uses the one of DATABASE_URL (D-74). It starts in the background; the
 * returned function waits until it is ready.
 */
export async function launchHome(settings: Settings): Promise<() => Promise<Home>> {
  if (settings.databaseUrl) return async () => openForeign(settings.databaseUrl)
  const lock = await takeDataLock(settings.data)
  const orRelease = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await lock.release()
      throw error
    }
  }
  const ready = await orRelease(() => launchPostgres(settings.data))
  return () =>
    orRelease(async () => {
      const postgres = await ready()
      const end = (error: Error) => {
        console.error(error.message)
        process.exit(1)
      }
      postgres.died.then(end, end)
      const { host, port, user } = postgres
      const close = async () => {
        await postgres.stop()
        await lock.release()
      }
      return { connection: { host, port, user, database: 'hufu' }, close }
    })
}

async function openForeign(url: string): Promise<Home> {
  await waitForDatabase(url, { onWait: () => console.log(text.databaseAwaited(new URL(url).host)) })
  return { connection: { url }, close: async () => undefined }
}

/** Launches the database and waits until it is ready. */
export const openHome = async (settings: Settings): Promise<Home> => (await launchHome(settings))()
