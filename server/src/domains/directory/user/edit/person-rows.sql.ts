import { keysWith, type Field, type KeysWith } from '@hufu/contract/fields/field'
import { userFields, type UserField, type UserFields } from '@hufu/contract/fields/user-fields'
import { sql } from 'kysely'
import { columnNames, columnType, recordRows, rowSets, rowValues, type Column } from '../../../../platform/database/record-rows.sql.ts'

/** Sheets and sources write the fields of the sheets that have a column; a sealed field has several columns. */
type Written = KeysWith<UserFields, 'sheet'> & KeysWith<UserFields, 'column'>
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S
type ColumnOf<K extends Written> = UserFields[K] extends { sealed: true }
  ? `${Camel<UserFields[K]['column']>}${'Cipher' | 'Mask' | 'Hash'}` | (K extends 'phone' ? 'phoneTail' : never)
  : Camel<UserFields[K]['column']>
/** The names of these columns in TypeScript. */
export type WrittenColumn = { [K in Written]: ColumnOf<K> }[Written]

/** The names of the columns of a field. */
export function columnsOf(key: UserField): readonly string[] {
  const { column, sealed, kind }: Field = userFields[key]
  if (column === undefined) return []
  const parts = kind === 'phone' ? ['cipher', 'mask', 'hash', 'tail'] : ['cipher', 'mask', 'hash']
  return sealed ? parts.map(part => `${column}_${part}`) : [column]
}
const columns = keysWith(userFields, 'sheet').flatMap(key => columnsOf(key).map((name): Column => [name, columnType(userFields[key].kind)]))
const search: readonly Column[] = [['pinyin', 'text'], ['initials', 'text'], ['search', 'text'], ['grams', 'text[]']] // prettier-ignore

/** What an insert of whole rows needs; `more`: columns besides those of the sheets. */
export function insertRows(people: readonly object[], more: readonly Column[]) {
  const all = [['id', 'text'] as const, ...columns, ...search, ...more]
  return { names: columnNames(all), values: rowValues(all), rows: recordRows(people, all) }
}

/** What an update of `users u` sets from the rows `p`: all but the user name, which sheets and sources never change. */
export function updateRows(people: readonly object[]) {
  const all = [...columns.filter(([name]) => name !== userFields.userName.column), ...search]
  return { sets: rowSets(all), rows: recordRows(people, [['id', 'text'], ...all]) }
}

/** The columns that sheets and sources write, of user `u`. */
export const writtenColumns = sql.raw(columns.map(([name]) => `u.${name}`).join(', '))
