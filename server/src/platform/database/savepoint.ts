import { sql } from 'kysely'
import { isOutage, refusedFrom } from '../http/errors.ts'
import type { Refused } from '../http/refuse.ts'
import type { Db } from './db.ts'

/** Runs `work` and rolls back all it wrote, within a transaction that goes on; returns what it found. */
export async function runInRolledBackSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint taken_back`.execute(db)
  const found = await work()
  await sql`rollback to savepoint taken_back`.execute(db)
  await sql`release savepoint taken_back`.execute(db)
  return found
}

/** Rolls back only `work` if it is refused, and returns the refusal; the transaction goes on. */
export async function unlessRefused(db: Db, work: () => Promise<void>): Promise<Refused | undefined> {
  await sql`savepoint unless_refused`.execute(db)
  try {
    await work()
    await sql`release savepoint unless_refused`.execute(db)
    return undefined
  } catch (error) {
    const refused = refusedFrom(error)
    if (!refused || isOutage(error)) throw error
    await sql`rollback to savepoint unless_refused`.execute(db)
    await sql`release savepoint unless_refused`.execute(db)
    return refused
  }
}
