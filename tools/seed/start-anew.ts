import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { openPool, type Connection } from '../../server/src/platform/database/db.ts'
import { DATABASE_LIMITS } from '../../server/src/platform/database/watched-client.ts'
import { sampleMarker } from '../../server/src/sample-marker.ts'

/** Empties the embedded database if it holds nothing but sample data that an earlier run did not finish. Returns whether it did. */
export async function emptyUnfinished(data: string, connection: Connection): Promise<boolean> {
  if (!existsSync(sampleMarker(data))) return false
  const pool = openPool(connection, 1, { ...DATABASE_LIMITS, statementMs: 0 })
  try {
    await pool.query('drop schema public cascade; create schema public')
  } finally {
    await pool.end()
  }
  return true
}

/** Marks the database as unfinished while the sample data are written. */
export async function markingUnfinished<T>(data: string, work: () => Promise<T>): Promise<T> {
  writeFileSync(sampleMarker(data), '', { mode: 0o600 })
  const done = await work()
  rmSync(sampleMarker(data), { force: true })
  return done
}
