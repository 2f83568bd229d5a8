import { nameKey, type NamedType } from '@hufu/contract/audit/audit'
import { type RawBuilder, sql } from 'kysely'
import { everyone, inScope, personInScope, type Scope } from '../../platform/access/scope.ts'
import type { Db } from '../../platform/database/db.ts'
import { namedTables } from './object-types.ts'

export interface NamedObject {
  type: NamedType
  id: string
}

/** The ids among the values of a field of a known type. */
export const objectsIn = (type: NamedType | null, values: readonly unknown[]): NamedObject[] =>
  type === null
    ? []
    : values
        .flat()
        .filter(value => typeof value === 'string')
        .map(id => ({ type, id }))

/** Types whose objects have a name only for callers with an unlimited scope. */
const UNSCOPED: ReadonlySet<NamedType> = new Set<NamedType>(['orgRange', 'apiClient'])

function isVisible(scope: Scope, type: NamedType) {
  if (type === 'user') return personInScope(scope, 't.id')
  if (type === 'org') return inScope(scope, sql.ref('t.id'))
  return UNSCOPED.has(type) ? sql<boolean>`${sql.lit(scope.all)}` : sql<boolean>`true`
}

/** The ids and names of all objects of a type. */
export function namesFrom(type: NamedType): RawBuilder<unknown> {
  if (type === 'user')
    return everyone('the queries that read from it limit it to the scope', sql`(select id, real_name as name from users)`)
  return type === 'orgType' ? sql`(select code as id, name from dict_item where type = 'orgType')` : sql.table(namedTables[type])
}

/** The names of the objects, by type and id; users and organisations out of scope get none. */
export async function readNames(db: Db, scope: Scope, objects: readonly NamedObject[]): Promise<Record<string, string>> {
  const parts = [...Map.groupBy(objects, ({ type }) => type)].map(([type, all]) => {
    const ids = [...new Set(all.map(({ id }) => id))]
    return sql`select ${type}::text as type, t.id, t.name from ${namesFrom(type)} t
      where t.id = any (${ids}::text[]) and ${isVisible(scope, type)}`
  })
  if (parts.length === 0) return {}
  const { rows } = await sql<NamedObject & { name: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ type, id, name }) => [nameKey(type, id), name]))
}
