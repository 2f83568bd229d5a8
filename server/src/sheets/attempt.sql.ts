import { sql } from 'kysely'
import { databaseCode, type Db } from '../platform/database/db.ts'
import { isBeyondOwn } from '../platform/access/authority.ts'
import { refusedFrom } from '../platform/http/errors.ts'
import { sentenceOf, type Refused } from '../platform/http/refuse.ts'
import type { RefusalName } from '@hufu/contract/refusals'
import type { Refusals } from './sheet-kind.ts'

/** Integrity constraint violation. */
const CONSTRAINT = /^23/

/** What gives more than the importer holds (N-02) is told of its row as well. */
const refusedByDatabase = (error: unknown): Refused | undefined =>
  isBeyondOwn(error) || CONSTRAINT.test(databaseCode(error) ?? '') ? refusedFrom(error) : undefined

/**
 * Writes rows in one go. What a constraint refuses, because somebody was quicker, is found by halves, so that only
 * that row fails and is told by the constraint's name.
 */
export async function attempt<P extends { row: number }>(
  db: Db,
  rows: readonly P[],
  write: (rows: readonly P[]) => Promise<Refusals>,
  columnOf: (reason: RefusalName) => string,
): Promise<Refusals> {
  await sql`savepoint attempt`.execute(db)
  try {
    const refused = await write(rows)
    await sql`release savepoint attempt`.execute(db)
    return refused
  } catch (error) {
    const refused = refusedByDatabase(error)
    if (!refused) throw error
    await sql`rollback to savepoint attempt`.execute(db)
    await sql`release savepoint attempt`.execute(db)
    if (rows.length === 1)
      return new Map([[rows[0]!.row, { column: columnOf(refused.reason), message: sentenceOf(refused.refusal, refused.detail) }]])
    const middle = rows.length >> 1
    const first = await attempt(db, rows.slice(0, middle), write, columnOf)
    const second = await attempt(db, rows.slice(middle), write, columnOf)
    return new Map([...first, ...second])
  }
}
