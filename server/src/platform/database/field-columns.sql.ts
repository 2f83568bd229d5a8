import type { Catalogue, Field } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'

/** What of a sealed field is read: never the value itself. */
export type SealedAs = 'mask' | 'hash'
type Stored = Field & { column: string }

function storedFields(catalogue: Catalogue, keys: readonly string[], sealedAs: SealedAs | undefined): (readonly [key: string, Stored])[] {
  return keys.map(key => {
    const field = catalogue[key]
    if (field?.column === undefined) throw new Error(`The field ${key} has no column`)
    if (field.sealed && sealedAs === undefined) throw new Error(`The sealed field ${key} is read only as mask or hash`)
    return [key, { ...field, column: field.column }]
  })
}

const columnOf = ({ column, sealed }: Stored, sealedAs: SealedAs | undefined) => (sealed ? `${column}_${sealedAs}` : column)

/** The column of one field. */
export function fieldValue(alias: string, catalogue: Catalogue, key: string, sealedAs?: SealedAs): RawBuilder<string | null> {
  const [, field] = storedFields(catalogue, [key], sealedAs)[0]!
  return sql.raw(`${alias}.${columnOf(field, sealedAs)}`)
}

/** The columns of these fields, named as on the wire. */
export const fieldColumns = (alias: string, catalogue: Catalogue, keys: readonly string[], sealedAs?: SealedAs): RawBuilder<unknown> =>
  sql.raw(
    storedFields(catalogue, keys, sealedAs)
      .map(([, field]) => `${alias}.${columnOf(field, sealedAs)}${field.sealed ? ` as ${field.column}` : ''}`)
      .join(', '),
  )

const moment = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`

/** Each of these fields as the text it is exported as; sealed ones only masked. */
export const fieldTexts = <K extends string>(alias: string, catalogue: Catalogue, keys: readonly K[]): Record<K, RawBuilder<unknown>> =>
  Object.fromEntries(
    storedFields(catalogue, keys, 'mask').map(([key, field]) => [key, textOf(`${alias}.${columnOf(field, 'mask')}`, field)]),
  ) as Record<K, RawBuilder<unknown>>

function textOf(column: string, { kind, codes }: Field): RawBuilder<unknown> {
  if (kind === 'time') return sql.raw(moment(column))
  if (kind === 'number') return sql.raw(`${column}::text`)
  if (!codes) return sql.raw(column)
  const words = Object.entries(codes).map(([code, word]) => sql`when ${sql.lit(Number(code))} then ${word}`)
  return sql`case ${sql.raw(column)} ${sql.join(words, sql` `)} end`
}

/** A json object of these fields by their names on the wire. */
export const fieldObject = (
  alias: string,
  catalogue: Catalogue,
  keys: readonly string[],
  sealedAs?: SealedAs,
): RawBuilder<Record<string, string | number | null>> =>
  sql.raw(
    `jsonb_build_object(${storedFields(catalogue, keys, sealedAs)
      .map(([key, field]) => [key, `${alias}.${columnOf(field, sealedAs)}`, field.kind] as const)
      .map(([key, column, kind]) => `'${key}', ${kind === 'time' ? moment(column) : column}`)
      .join(', ')})`,
  )
