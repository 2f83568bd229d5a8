import { sql, type RawBuilder } from 'kysely'
import type { orgAttributes, OrgFilter } from '@hufu/contract/directory/org'
import type { Db } from '../../../platform/database/db.ts'
import { liesBelow, countPeopleInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { orgConditions, withParent } from './org.sql.ts'
import { text } from './text.ts'

export type Attribute = (typeof orgAttributes)[number][0]

const columnsIn = (scope: Scope): Record<Attribute, RawBuilder<unknown>> => ({
  code: sql`o.code`,
  name: sql`o.name`,
  parentCode: sql`p.code`,
  shortName: sql`o.short_name`,
  orgType: sql`coalesce((select d.name from dict_item d where d.type = 'orgType' and d.code = o.org_type), o.org_type)`,
  originOrgId: sql`o.origin_org_id`,
  leader: sql`o.leader`,
  phone: sql`o.phone`,
  address: sql`o.address`,
  sortNum: sql`o.sort_num::text`,
  parentName: sql`p.name`,
  status: sql`case o.status when 1 then ${text.statuses[1]} else ${text.statuses[0]} end`,
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
// everyone: orgConditions limits the organisations to the scope
export async function chosenOrgs(db: Db, scope: Scope, { orgIds, below, filter }: Chosen, limit: number): Promise<string[]> {
  const parts = [orgConditions(scope, filter ?? {})]
  if (orgIds !== undefined) parts.push(sql`o.id = any (${orgIds})`)
  if (below !== undefined) parts.push(liesBelow(scope, sql.ref('o.id'), below))
  const { rows } = await sql<{
    id: string
  }>`select o.id from live_org o where ${sql.join(parts, sql` and `)} order by o.id limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

export async function exportRows(
  db: Db,
  scope: Scope,
  attributes: readonly Attribute[],
  ids: readonly string[],
): Promise<(string | null)[][]> {
  const columns = columnsIn(scope)
  const { rows } = await sql<{ cells: (string | null)[] }>`select array[${sql.join(attributes.map(name => columns[name]))}]::text[] as cells
    from unnest(${[...ids]}::text[]) with ordinality as want (id, n) join live_org o on o.id = want.id
    ${withParent(scope)} where ${inScope(scope, sql.ref('o.id'))} order by want.n`.execute(db)
  return rows.map(row => row.cells)
}
