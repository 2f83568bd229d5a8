import type { FieldKind } from '@hufu/contract/fields/field'
import { sql } from 'kysely'

/** A column with its SQL type. */
export type Column = readonly [name: string, type: string]

const types: Partial<Record<FieldKind, string>> = { choice: 'smallint', flag: 'smallint', time: 'timestamptz', number: 'int' }
export const columnType = (kind: FieldKind): string => types[kind] ?? 'text'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** A column as the key of a record: `user_name` as `"userName"`. */
const quoted = (column: string) =>
  `"${column
    .split('_')
    .map((word, n) => (n === 0 ? word : capital(word)))
    .join('')}"`
const listed = (columns: readonly Column[], one: (name: string) => string) => sql.raw(columns.map(([name]) => one(name)).join(', '))

/** Empty text is stored as null. */
export const emptyToNull = <T>(value: T) => (typeof value === 'string' ? value.trim() || null : (value ?? null))

/** Records as the rows `p` of one statement, so that the history and counter triggers run once per batch. */
export const recordRows = (records: readonly object[], columns: readonly Column[]) =>
  sql`json_to_recordset(${JSON.stringify(records)}::json) as p (${sql.raw(columns.map(([name, type]) => `${quoted(name)} ${type}`).join(', '))})`

/** The columns of the table, the values of `p`, and what an update sets from them. */
export const columnNames = (columns: readonly Column[]) => listed(columns, name => name)
export const rowValues = (columns: readonly Column[]) => listed(columns, name => `p.${quoted(name)}`)
export const rowSets = (columns: readonly Column[]) => listed(columns, name => `${name} = p.${quoted(name)}`)
