import { sql } from 'kysely'
import { fieldName, maskedFields, mechanicalFields, valueText } from '@hufu/contract/audit/history-text'
import { nameKey, type NamedType } from '@hufu/contract/audit/audit'
import type { Difference } from '@hufu/contract/operations/data-history'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { namesFrom, valueType } from '../../audit/index.ts'
import type { FoundChange } from './history-list.sql.ts'

/** The changed fields with their values before and after, both raw and as displayed. */
export async function differenceOf(db: Db, { tableName: table, before, after }: FoundChange): Promise<Difference[]> {
  const columns = Object.keys({ ...before, ...after }).filter(
    column => !mechanicalFields.has(column) && JSON.stringify(before?.[column] ?? null) !== JSON.stringify(after?.[column] ?? null),
  )
  const row = { ...before, ...after }
  const objects = columns.flatMap(column => {
    const type = valueType(table, column, row)
    return type === null ? [] : [before?.[column], after?.[column]].filter(id => typeof id === 'string').map(id => ({ type, id }))
  })
  const names = await namesOf(db, objects)
  const shown = (column: string, value: unknown) =>
    names.get(`${valueType(table, column, row)}:${value as string}`) ?? valueText(column, value)
  return columns.map(column => ({
    field: column,
    before: before?.[column] ?? null,
    after: after?.[column] ?? null,
    label: fieldName(column),
    beforeText: shown(column, before?.[column]),
    afterText: shown(column, after?.[column]),
    isMask: maskedFields.has(column),
  }))
}

interface Named {
  type: NamedType
  id: string
}

/** Names of existing objects, deleted users and organisations included. */
async function namesOf(db: Db, objects: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...Map.groupBy(objects, ({ type }) => type)].map(async ([type, all]) => {
      const rows = await namesOfType(db, type, [...new Set(all.map(({ id }) => id))])
      return rows.map(({ id, name }) => [nameKey(type, id), name] as const)
    }),
  )
  return new Map(found.flat())
}

async function namesOfType(db: Db, type: NamedType, wanted: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await everyone(
    'only callers who may see the whole history see these names',
    sql<{ id: string; name: string }>`select t.id, t.name
    from ${namesFrom(type)} t where t.id = any (${[...wanted]})`,
  ).execute(db)
  return rows
}
