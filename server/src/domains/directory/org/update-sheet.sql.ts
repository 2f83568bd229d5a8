import { orgFields } from '@hufu/contract/fields/org-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { fieldColumns } from '../../../platform/database/field-columns.sql.ts'
import { recordRows, rowSets } from '../../../platform/database/record-rows.sql.ts'
import { sharedTree } from '../../../platform/database/tree-lock.sql.ts'
import { everyone, inScope, type Scope } from '../../../platform/access/scope.ts'
import { withParent } from './org.sql.ts'
import type { PlainKey } from './org-columns.ts'
import { updatedColumns } from './org-rows.sql.ts'

export interface PresentOrg extends Record<PlainKey, string | null> {
  id: string
  version: number
  code: string
  name: string
  sortNum: number
  parentId: string | null
  parentCode: string | null
}

const columns = sql`select o.id, o.version, ${fieldColumns('o', orgFields, [...keysWith(orgFields, 'sheet'), 'parentId'])}, p.code as parent_code`
const from = (scope: Scope) => sql`live_org o ${withParent(scope)} where ${inScope(scope, sql.ref('o.id'))}`
const select = (scope: Scope) => sql`${columns} from ${from(scope)}`

/** Organisations by code in lower case. */
export async function orgsByCode(db: Db, scope: Scope, codes: readonly string[]): Promise<Map<string, PresentOrg>> {
  const { rows } = await sql<PresentOrg>`${select(scope)} and lower(o.code) = any (${[...codes]})`.execute(db)
  return new Map(rows.map(row => [row.code.toLowerCase(), row]))
}

export async function orgsById(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, PresentOrg & { status: number }>> {
  const { rows } = await everyone(
    'select() limits the organisations to the scope',
    sql<PresentOrg & { status: number }>`select s.*, b.status from (${select(scope)} and o.id = any (${[...ids]})) s
    join org b on b.id = s.id`,
  ).execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

export async function lockForUpdate(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, PresentOrg>> {
  const { rows } = await sql<PresentOrg>`${columns} from ${sharedTree}, ${from(scope)} and o.id = any (${[...ids]})
    order by o.id for no key update of o`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Keys `org:parent` of moves whose new parent is inside the organisation itself. */
export async function findCircles(db: Db, moves: readonly { id: string; parentId: string }[]): Promise<Set<string>> {
  if (moves.length === 0) return new Set()
  const { rows } = await everyone(
    'lockForUpdate has locked these organisations within the scope',
    sql<{ id: string }>`select m.id || ':' || m.parent_id as id
    from unnest(${moves.map(move => move.id)}::text[], ${moves.map(move => move.parentId)}::text[]) as m (id, parent_id)
    where exists (select 1 from org_ancestor a where a.org_id = m.parent_id and a.ancestor_id = m.id)`,
  ).execute(db)
  return new Set(rows.map(row => row.id))
}

export type OrgRow = Omit<PresentOrg, 'version' | 'code' | 'parentId' | 'parentCode'> & { pinyin: string; initials: string; search: string }

export const updateOrgs = (db: Db, orgs: readonly OrgRow[]) =>
  everyone(
    'lockForUpdate has locked these organisations within the scope',
    sql`update org o set ${rowSets(updatedColumns)}, version = version + 1, update_time = now()
    from ${recordRows(orgs, [['id', 'text'], ...updatedColumns])} where o.id = p."id"`,
  ).execute(db)

/** Moves one organisation, without a sort number to the end of the new siblings. The database refuses a cycle. */
export const moveOrg = (db: Db, move: { id: string; parentId: string; sortNum: number | null }) =>
  everyone(
    'lockForUpdate has locked these organisations within the scope',
    sql`update org set parent_id = ${move.parentId}, sort_num = coalesce(${move.sortNum}::int, (select least(999999, coalesce(max(s.sort_num), 0) + 1) from live_org s
      where s.parent_id = ${move.parentId})) where id = ${move.id}`,
  ).execute(db)
