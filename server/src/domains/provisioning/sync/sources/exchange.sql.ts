import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { Refusals, Work } from '../../../../sheets/index.ts'
import { uniqueOwners, updateSynced, clearReassignedValues, type PlannedPerson, type UniqueValues } from '../../../directory/index.ts'

const fields = ['phone', 'idCard', 'originUserId', 'employeeNumber'] as const
type Field = (typeof fields)[number]

/** The unique values that the plan changes for a user; '' if it removes one. */
function newUniqueValuesOf({ meaning: { edit } }: PlannedPerson): Partial<Record<Field, string>> {
  const { phoneHash, idCardHash, originUserId, employeeNumber } = edit?.fields ?? {}
  const all = { phone: phoneHash, idCard: idCardHash, originUserId, employeeNumber }
  return Object.fromEntries(fields.flatMap(field => (all[field] === undefined ? [] : [[field, all[field] ?? '']])))
}

/**
 * Changes users who may exchange unique values within the batch: the old values are cleared first and the new ones written in the
 * same transaction. If a user with a cleared value is refused, the batch is rolled back and tried without the refused rows.
 */
export async function exchangePeople(db: Db, work: Work, rows: readonly PlannedPerson[]): Promise<Refusals> {
  const refused: Refusals = new Map()
  for (let good = rows; good.length > 0;) {
    await sql`savepoint exchange`.execute(db)
    const emptied = await emptyHeld(db, good)
    const late = await updateSynced(db, work, good)
    for (const [row, problem] of late) refused.set(row, problem)
    if (![...late.keys()].some(row => emptied.has(row))) {
      await sql`release savepoint exchange`.execute(db)
      return refused
    }
    await sql`rollback to savepoint exchange`.execute(db)
    await sql`release savepoint exchange`.execute(db)
    good = good.filter(({ row }) => !refused.has(row))
  }
  return refused
}

/** Clears values that other rows of the batch want; returns the rows that lost one. */
async function emptyHeld(db: Db, rows: readonly PlannedPerson[]): Promise<Set<number>> {
  const fresh = new Map(rows.map(row => [row.targetId, { row, values: newUniqueValuesOf(row) }]))
  const filled = [...fresh.values()].map(({ values }) => values).filter(values => Object.values(values).some(Boolean))
  const emptied = new Set<number>()
  if (filled.length === 0) return emptied
  const owners = await uniqueOwners(db, filled.map(filledOf))
  for (const field of fields) {
    const holders = owners.flatMap(owner => {
      const holder = owner.field === field ? fresh.get(owner.id) : undefined
      return holder && holder.values[field] !== undefined && holder.values[field] !== owner.value ? [holder.row] : []
    })
    for (const { row } of holders) emptied.add(row)
    await clearReassignedValues(
      db,
      field,
      holders.map(({ targetId, targetVersion }) => ({ id: targetId, version: targetVersion ?? 0 })),
    )
  }
  return emptied
}

const filledOf = (values: Partial<Record<Field, string>>): UniqueValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
