import { sql } from 'kysely'
import { databaseCode, type Db } from '../platform/database/db.ts'
import { isBeyondOwn } from '../platform/access/seniority.ts'
import { GivesBeyond, gainedSentence, type Gained } from '../platform/access/giving.ts'
import { refusedFrom } from '../platform/http/errors.ts'
import { sentenceOf, type Refused } from '../platform/http/refuse.ts'
import type { RefusalName } from '@hufu/contract/refusals'
import type { RowProblem, Refusals } from './sheet-kind.ts'

/** SQLSTATE class 23: integrity constraint violation. */
const CONSTRAINT = /^23/

/** Rows that give more than the importer holds (N-02) are reported like constraint violations. */
const refusedByDatabase = (error: unknown): Refused | undefined =>
  isBeyondOwn(error) || CONSTRAINT.test(databaseCode(error) ?? '') ? refusedFrom(error) : undefined

/** How to report a row that cannot be written, and its column. */
export interface ProblemColumns<P> {
  columnOf(reason: RefusalName): string
  /** The user whose rights a row may change, by a job in this organisation or, without one, by anything else. */
  givesTo?(row: P): { userId: string; orgId?: string }
  columnOfGained?(gained: Gained): string
}

/**
 * Writes all rows together. Rows that give more than the caller holds are reported, and the others written. If a constraint
 * refuses, because of a concurrent change, bisection finds the row, so that only it fails, with the constraint's refusal.
 */
export async function attempt<P extends { row: number }>(
  db: Db,
  rows: readonly P[],
  write: (rows: readonly P[]) => Promise<Refusals>,
  telling: ProblemColumns<P>,
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
    const beyond = refused instanceof GivesBeyond ? rowsBeyond(rows, refused.gained, telling) : new Map<number, RowProblem>()
    if (beyond.size > 0) {
      const others = rows.filter(({ row }) => !beyond.has(row))
      return others.length === 0 ? beyond : new Map([...beyond, ...(await attempt(db, others, write, telling))])
    }
    if (rows.length === 1)
      return new Map([[rows[0]!.row, { column: telling.columnOf(refused.reason), message: sentenceOf(refused.refusal, refused.detail) }]])
    const middle = rows.length >> 1
    const first = await attempt(db, rows.slice(0, middle), write, telling)
    const second = await attempt(db, rows.slice(middle), write, telling)
    return new Map([...first, ...second])
  }
}

/** The rows that gave somebody more than the caller may give, if they can be identified. */
function rowsBeyond<P extends { row: number }>(rows: readonly P[], gained: readonly Gained[], telling: ProblemColumns<P>): Refusals {
  const refused: Refusals = new Map()
  if (!telling.givesTo) return refused
  const valuesByRow = rows.map(row => ({ row: row.row, ...telling.givesTo!(row) }))
  const byPerson = Map.groupBy(valuesByRow, one => one.userId)
  for (const one of gained) {
    const own = byPerson.get(one.userId ?? '') ?? []
    const found = own.length === 1 ? own[0] : own.find(({ orgId }) => orgId !== undefined && orgId === one.orgId)
    if (found && !refused.has(found.row))
      refused.set(found.row, { column: telling.columnOfGained?.(one) ?? '', message: gainedSentence(one) })
  }
  return refused
}
