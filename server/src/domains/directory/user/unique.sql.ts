import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { importText as text, sentence, type RowProblem } from '../../../sheets/import.ts'
import { titleOf } from './sheet-columns.ts'

/** Values unique in the whole system, as the indexes hold them. */
export interface UniqueValues {
  userName?: string | undefined
  phone?: string | undefined
  idCard?: string | undefined
  originUserId?: string | undefined
  employeeNumber?: string | undefined
}
export type UniqueField = keyof UniqueValues

export const takenRefusals = {
  userName: 'userNameTaken',
  phone: 'phoneTaken',
  idCard: 'idCardTaken',
  originUserId: 'originUserIdTaken',
  employeeNumber: 'employeeNumberTaken',
} as const
export const uniqueColumns = {
  userName: sql`lower(user_name)`,
  phone: sql`phone_hash`,
  idCard: sql`id_card_hash`,
  originUserId: sql`origin_user_id`,
  employeeNumber: sql`employee_number`,
}
const fields = Object.keys(takenRefusals) as UniqueField[]

export type TakenValues = ReadonlyMap<UniqueField, ReadonlySet<string>>
export const noTakenValues: TakenValues = new Map()

/** The values of the rows that exist in the database: one query for a whole batch, answered by the unique indexes. */
// everyone: the value is unique in the whole system, so the check covers all users (D-42)
export async function takenValues(db: Db, rows: readonly UniqueValues[]): Promise<TakenValues> {
  const parts = fields.flatMap(field => {
    const wanted = rows.flatMap(row => row[field] ?? [])
    if (wanted.length === 0) return []
    return [sql`select ${field} as field, ${uniqueColumns[field]} as value from live_user where ${uniqueColumns[field]} = any (${wanted})`]
  })
  if (parts.length === 0) return noTakenValues
  const { rows: found } = await sql<{ field: UniqueField; value: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const grouped = Map.groupBy(found, row => row.field)
  return new Map([...grouped].map(([field, list]) => [field, new Set(list.map(row => row.value))]))
}

/** The addresses that some user has verified, in lower case; no other user may be given one of them (N-03). */
// everyone: only one user may have verified an address, in scope or not
export async function provenEmails(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const folded = emails.map(email => email.toLowerCase())
  const { rows } = await sql<{ email: string }>`select lower(email) as email from live_user
    where lower(email) = any (${folded}) and email_proven = 1`.execute(db)
  return new Set(rows.map(row => row.email))
}

/** Values of the rows of one sheet accepted so far; a later row with the same value is refused with the earlier row's number. */
export class SeenValues {
  readonly #rows: Readonly<Record<UniqueField, Map<string, number>>> = {
    userName: new Map(),
    phone: new Map(),
    idCard: new Map(),
    originUserId: new Map(),
    employeeNumber: new Map(),
  }

  faults(values: UniqueValues, taken: TakenValues): (RowProblem & { field: UniqueField })[] {
    const found: (RowProblem & { field: UniqueField })[] = []
    for (const field of fields) {
      const value = values[field]
      if (value === undefined) continue
      const row = this.#rows[field].get(value)
      if (taken.get(field)?.has(value)) found.push({ field, column: titleOf(field), message: sentence(takenRefusals[field]) })
      else if (row !== undefined) found.push({ field, column: titleOf(field), message: text.sameAsRow(row) })
    }
    return found
  }

  add(values: UniqueValues, row: number): void {
    for (const field of fields) {
      const value = values[field]
      if (value !== undefined) this.#rows[field].set(value, row)
    }
  }
}
