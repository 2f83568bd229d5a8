import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import { keysWith, type Field, type KeysWith } from '@hufu/contract/fields/field'
import { foldName } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { importText as text, sentence, type RowProblem } from '../../../../sheets/index.ts'
import { loginPhoneOwners } from './login-phone.sql.ts'
import { titleOf } from '../sheets/sheet-columns.ts'

type Unique = KeysWith<UserFields, 'unique'>
/** Values unique in the whole system, as the indexes hold them: names in lower case, numbers as their blind index. */
export interface UniqueValues extends Partial<Record<Unique, string | undefined>> {
  /** The blind index of a user name that reads as a mobile number; it must not be the phone of somebody else. */
  namePhone?: string | undefined
}
export type UniqueField = Unique

export const uniqueFields = keysWith(userFields, 'unique')
/** How a unique value is compared. */
export const uniqueColumn = (key: UniqueField): RawBuilder<unknown> => {
  const { column, ...field }: Field = userFields[key]
  return sql.raw(field.sealed ? `${column}_hash` : field.kind === 'account' ? `lower(${column})` : column!)
}

interface UniqueColumns extends Partial<Record<Exclude<Unique, 'phone' | 'idCard'>, string | null | undefined>> {
  userNamePhoneHash: string | null
  phoneHash: string | null
  idCardHash: string | null
}
/** The unique values among these columns. */
export const uniqueOf = (columns: UniqueColumns): UniqueValues => ({
  userName: columns.userName ? foldName(columns.userName) : undefined,
  namePhone: columns.userNamePhoneHash ?? undefined,
  phone: columns.phoneHash ?? undefined,
  idCard: columns.idCardHash ?? undefined,
  originUserId: columns.originUserId ?? undefined,
  employeeNumber: columns.employeeNumber ?? undefined,
})

/** The phones among these values, whether they are wanted as a phone or as a user name. */
export const loginPhonesOf = (rows: readonly UniqueValues[]): string[] =>
  rows.flatMap(({ phone, namePhone }) => [...new Set([phone, namePhone])].filter(hash => hash !== undefined))

export interface TakenValues {
  values: ReadonlyMap<UniqueField, ReadonlySet<string>>
  /** The user of each phone, be it their phone or their user name. */
  loginPhones: ReadonlyMap<string, string>
}
export const noTakenValues: TakenValues = { values: new Map(), loginPhones: new Map() }

/** The values of the rows that exist in the database: one query for a whole batch, answered by the unique indexes, and one for phones. */
export async function takenValues(db: Db, rows: readonly UniqueValues[]): Promise<TakenValues> {
  const parts = uniqueFields.flatMap(field => {
    const wanted = field === 'phone' ? [] : rows.flatMap(row => row[field] ?? [])
    if (wanted.length === 0) return []
    const column = uniqueColumn(field)
    return [
      everyone(
        'the value is unique in the whole system, so the check covers all users (D-42)',
        sql`select ${field} as field, ${column} as value from live_user where ${column} = any (${wanted})`,
      ),
    ]
  })
  const owners = await loginPhoneOwners(db, loginPhonesOf(rows))
  const loginPhones = new Map(owners.map(({ phoneHash, id }) => [phoneHash, id]))
  if (parts.length === 0) return { values: new Map(), loginPhones }
  const { rows: found } = await sql<{ field: UniqueField; value: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const grouped = Map.groupBy(found, row => row.field)
  return { values: new Map([...grouped].map(([field, list]) => [field, new Set(list.map(row => row.value))])), loginPhones }
}

/** The addresses that some user has verified, in lower case; no other user may be given one of them (N-03). */
export async function provenEmails(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const folded = emails.map(email => email.toLowerCase())
  const { rows } = await everyone(
    'only one user may have verified an address, in scope or not',
    sql<{ email: string }>`select lower(email) as email from live_user
    where lower(email) = any (${folded}) and email_proven = 1`,
  ).execute(db)
  return new Set(rows.map(row => row.email))
}

type FieldProblem = RowProblem & { field: UniqueField }

/** Values of the rows of one sheet accepted so far; a later row with the same value is refused with the earlier row's number. */
export class SeenValues {
  readonly #rows = new Map<UniqueField, Map<string, number>>(uniqueFields.map(field => [field, new Map()]))
  readonly #loginPhones = new Map<string, number>()

  /** `own` is the user whose row it is, if there already is one. */
  problems(values: UniqueValues, taken: TakenValues, own = ''): FieldProblem[] {
    const { phone, namePhone } = values
    return uniqueFields.flatMap((field): FieldProblem[] => {
      const value = values[field]
      if (value === undefined) return []
      const loginPhone = field === 'phone' ? phone : field === 'userName' ? namePhone : undefined
      const owner = loginPhone === undefined ? undefined : taken.loginPhones.get(loginPhone)
      const isTaken = taken.values.get(field)?.has(value) || (owner !== undefined && owner !== own)
      if (isTaken) return [{ field, column: titleOf(field), message: sentence(userFields[field].unique) }]
      const row = (field === 'phone' ? undefined : this.#rows.get(field)!.get(value)) ?? this.#loginPhones.get(loginPhone ?? '')
      return row === undefined ? [] : [{ field, column: titleOf(field), message: text.sameAsRow(row) }]
    })
  }

  add(values: UniqueValues, row: number): void {
    for (const field of uniqueFields) {
      const value = values[field]
      if (value !== undefined && field !== 'phone') this.#rows.get(field)!.set(value, row)
    }
    for (const phone of loginPhonesOf([values])) this.#loginPhones.set(phone, row)
  }
}
