import type { OrgAttribute, OrgFilter } from '@hufu/contract/directory/org'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { fieldTexts } from '../../../platform/database/field-columns.sql.ts'
import { everyone, liesBelow, countPeopleInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { orgConditions, withParent } from './org.sql.ts'

const columnsIn = (scope: Scope): Record<OrgAttribute, RawBuilder<unknown>> => ({
  ...fieldTexts('o', orgFields, keysWith(orgFields, 'sheet')),
  parentCode: sql`p.code`,
  orgType: sql`coalesce((select d.name from dict_item d where d.type = 'orgType' and d.code = o.org_type), o.org_type)`,
  parentName: sql`p.name`,
  ...fieldTexts('o', orgFields, ['status']),
  userCount: sql`(${countPeopleInScope(scope, 'o.id')})::text`,
  createTime: sql`to_char(o.create_time, 'YYYY-MM-DD HH24:MI:SS')`,
})

export interface Chosen {
  orgIds?: string[] | undefined
  /** This organisation and everything below it. */
  below?: string | undefined
  filter?: OrgFilter | undefined
}

/** The ids of the chosen organisations, oldest first. */
export async function chosenOrgs(db: Db, scope: Scope, { orgIds, below, filter }: Chosen, limit: number): Promise<string[]> {
  const parts = [orgConditions(scope, filter ?? {})]
  if (orgIds !== undefined) parts.push(sql`o.id = any (${orgIds})`)
  if (below !== undefined) parts.push(liesBelow(scope, sql.ref('o.id'), below))
  const { rows } = await everyone(
    'orgConditions limits the organisations to the scope',
    sql<{
      id: string
    }>`select o.id from live_org o where ${sql.join(parts, sql` and `)} order by o.id limit ${limit}`,
  ).execute(db)
  return rows.map(row => row.id)
}

export async function exportRows(
  db: Db,
  scope: Scope,
  attributes: readonly OrgAttribute[],
  ids: readonly string[],
): Promise<(string | null)[][]> {
  const columns = columnsIn(scope)
  const { rows } = await sql<{ cells: (string | null)[] }>`select array[${sql.join(attributes.map(name => columns[name]))}]::text[] as cells
    from unnest(${[...ids]}::text[]) with ordinality as want (id, n) join live_org o on o.id = want.id
    ${withParent(scope)} where ${inScope(scope, sql.ref('o.id'))} order by want.n`.execute(db)
  return rows.map(row => row.cells)
}
