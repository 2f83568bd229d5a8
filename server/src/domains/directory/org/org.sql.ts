import { foldName } from '@hufu/contract/written'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { Org, org, OrgNode } from '@hufu/contract/directory/org'
import { ROOT_ORG } from '@hufu/contract/screens'
import { FOUND_MAX } from '@hufu/contract/shapes'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { fieldColumns } from '../../../platform/database/field-columns.sql.ts'
import { collected, contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, liesBelow, countPeopleInScope, inScope, type Scope } from '../../../platform/access/scope.ts'

const NO_PARENT = '0'

/** Columns of organisation `o`; `p` is its parent, null if out of scope. */
export const orgColumns = sql`o.id, ${fieldColumns(
  'o',
  orgFields,
  keysWith(orgFields, 'column').filter(key => key !== 'parentId'),
)},
  coalesce(p.id, ${sql.lit(NO_PARENT)}) as parent_id, p.name as parent_name,
  (select d.name from dict_item d where d.type = 'orgType' and d.code = o.org_type) as org_type_name, o.version, o.create_time, o.update_time`

/** Joins the parent `p` of organisation `o`; null at the top of the caller's scope. */
export const withParent = (scope: Scope) => sql`left join org p on p.id = o.parent_id and ${inScope(scope, sql.ref('p.id'))}`

const inRange = (
  scope: Scope,
  rangeId: string,
) => sql`exists (select 1 from org_ancestor a join org_range_root r on r.org_id = a.ancestor_id
  where a.org_id = o.id and r.range_id = ${rangeId} and ${inScope(scope, sql.ref('r.org_id'))})`

/** The top organisations of the caller's tree, within the scope or within a range cut to the scope. */
async function topIds(db: Db, scope: Scope, rangeId: string | undefined): Promise<string[]> {
  if (rangeId !== undefined && rangeId !== 'default') {
    const { rows } = await sql<{
      orgId: string
    }>`select r.org_id from org_range_root r where r.range_id = ${rangeId} and ${inScope(scope, sql.ref('r.org_id'))}`.execute(db)
    return rows.map(row => row.orgId)
  }
  if (scope.all) return [ROOT_ORG]
  const all = scope.roots.map(root => root.orgId)
  const deep = scope.roots.filter(root => root.below).map(root => root.orgId)
  const { rows } = await everyone(
    "only compares the root organisations of the caller's scope with each other",
    sql<{ id: string }>`select id from unnest(${all}::text[]) as mine (id)
    where not exists (select 1 from org_ancestor a where a.org_id = mine.id and a.depth > 0 and a.ancestor_id = any (${deep}))`,
  ).execute(db)
  return rows.map(row => row.id)
}

/** One level of the tree. */
export async function orgLevel(db: Db, scope: Scope, query: QueryOf<typeof org.tree>): Promise<OrgNode[]> {
  const { parentId, orgRangeId, hasOnlyEnable } = query
  const place =
    parentId === undefined || parentId === NO_PARENT
      ? sql`o.id = any (${await topIds(db, scope, orgRangeId)})`
      : sql`o.parent_id = ${parentId} and ${inScope(scope, sql.ref('o.parent_id'))}`
  const enabled = hasOnlyEnable ? sql`and o.status = 1` : sql``
  const childEnabled = hasOnlyEnable ? sql`and c.status = 1` : sql``
  const { rows } = await sql<OrgNode>`
    select o.id, coalesce(p.id, ${NO_PARENT}) as parent_id, o.name, o.code, o.status, o.sort_num, ${countPeopleInScope(scope, 'o.id')} as user_count,
      exists (select 1 from live_org c where c.parent_id = o.id ${childEnabled} and ${inScope(scope, sql.ref('c.id'))}) as has_children
    from live_org o ${withParent(scope)} where ${place} ${enabled} and ${inScope(scope, sql.ref('o.id'))}
    order by o.sort_num, o.id`.execute(db)
  return rows
}

const SHORT_KEY = 2
/** Must equal the expression of the index org_characters, or PostgreSQL does not use the index. */
const CHARACTERS = sql.raw(String.raw`string_to_array(regexp_replace(o.search, '[\u0001-~]', '', 'g'), null)`)

/**
 * Trigrams need three characters; for shorter keys the name must contain each character. The hits may be one or a third of
 * all organisations, so the statement is planned each time.
 */
export function nameCondition(name: string): RawBuilder<unknown> {
  const key = foldName(name)
  const contained = sql`${planAnew} o.search like ${contains(key)}`
  const characters = [...key].filter(character => character > '~')
  if ([...key].length > SHORT_KEY || characters.length === 0) return contained
  return sql`${CHARACTERS} @> ${characters}::text[] and ${contained}`
}

/** Searches by name, code, pinyin or initials; returns each with its path within the caller's scope. */
export async function searchOrgs(db: Db, scope: Scope, { name = '', orgRangeId: rangeId, current }: QueryOf<typeof org.search>) {
  if (name.trim() === '') return []
  const ofRange = rangeId === undefined || rangeId === 'default' ? sql`true` : inRange(scope, rangeId)
  const { rows } = await sql<{ id: string; name: string; path: string }>`
    with hit as (
      select o.id, o.name, o.sort_num, (select count(*) from org_ancestor a where a.org_id = o.id) as level from live_org o
      where ${nameCondition(name)} and ${inScope(scope, sql.ref('o.id'))} and ${ofRange}
      order by level, o.sort_num, o.id limit ${FOUND_MAX} offset ${offsetOf({ current, size: FOUND_MAX })}
    )
    select hit.id, hit.name, (select string_agg(up.name, ' / ' order by a.depth desc) from org_ancestor a join org up on up.id = a.ancestor_id
      where a.org_id = hit.id and ${inScope(scope, sql.ref('up.id'))}) as path
    from hit order by hit.level, hit.sort_num, hit.id`.execute(db)
  return rows
}

/** The path from the root, or from the top of the caller's scope, to the organisation. */
export async function orgPath(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select up.id, up.name from org_ancestor a join org up on up.id = a.ancestor_id join live_org o on o.id = a.org_id
    where a.org_id = ${id} and ${inScope(scope, sql.ref('a.org_id'))} and ${inScope(scope, sql.ref('up.id'))}
    order by a.depth desc`.execute(db)
  return rows.length > 0 ? rows : refuse('orgMissing')
}

export async function findOrg(db: Db, scope: Scope, id: string): Promise<Org & { childCount: number }> {
  const { rows } = await sql<Org & { childCount: number }>`
    select ${orgColumns}, ${countPeopleInScope(scope, 'o.id')} as user_count,
      (select count(*) from live_org c where c.parent_id = o.id and ${inScope(scope, sql.ref('c.id'))}) as child_count
    from live_org o ${withParent(scope)}
    where o.id = ${id} and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  return rows[0] ?? refuse('orgMissing')
}

/** The id of the organisation's parent; undefined for the root. */
export const siblingsOf = async (db: Db, scope: Scope, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ parentId: string | null }>`select o.parent_id from live_org o
    where o.id = ${id} and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  const [row] = rows
  return row ? (row.parentId ?? undefined) : refuse('orgMissing')
}

export type OrgListQuery = Omit<QueryOf<typeof org.page>, 'current' | 'size' | 'orderBy' | 'asc'>

/** Conditions for organisation `o` to be in the list. */
export function orgConditions(scope: Scope, query: OrgListQuery): RawBuilder<unknown> {
  const { parentId, hasIncludeChild, orgRangeId, name, code, status, orgType, beginTime, endTime } = query
  const conditions: RawBuilder<unknown>[] = [inScope(scope, sql.ref('o.id'))]
  if (parentId !== undefined && hasIncludeChild)
    conditions.push(sql`o.id <> ${parentId} and ${liesBelow(scope, sql.ref('o.id'), parentId)}`)
  else if (parentId !== undefined) conditions.push(sql`o.parent_id = ${parentId} and ${inScope(scope, sql.ref('o.parent_id'))}`)
  if (orgRangeId !== undefined && orgRangeId !== 'default') conditions.push(inRange(scope, orgRangeId))
  if (name !== undefined) conditions.push(nameCondition(name))
  if (code !== undefined) conditions.push(sql`${planAnew} o.code ilike ${contains(code)}`)
  if (status !== undefined) conditions.push(sql`o.status = ${status}`)
  if (orgType !== undefined) conditions.push(sql`o.org_type = ${orgType}`)
  if (beginTime !== undefined) conditions.push(sql`o.create_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`o.create_time < ${endTime}::timestamptz + interval '1 second'`)
  return sql.join(conditions, sql` and `)
}

/** A Map rather than an object, so that inherited names such as `constructor` are not accepted as columns. */
const orders: ReadonlyMap<string, string> = new Map([
  ['name', 'o.pinyin'],
  ['code', 'o.code'],
  ['createTime', 'o.create_time'],
  ['sortNum', 'o.sort_num'],
  ['status', 'o.status'],
])

export async function pageOrgs(db: Db, scope: Scope, query: QueryOf<typeof org.page>) {
  const where = orgConditions(scope, query)
  const { rows: counted } = await everyone(
    'orgConditions limits the organisations to the scope',
    sql<{ n: number }>`select count(*) as n from live_org o where ${where}`,
  ).execute(db)
  const total = counted[0]?.n ?? 0
  const order = sql.raw(`${orders.get(query.orderBy ?? '') ?? 'o.sort_num'} ${query.asc === false ? 'desc' : 'asc'}, o.id`)
  const { rows } = await sql<Org>`
    select ${orgColumns}, ${countPeopleInScope(scope, 'o.id')} as user_count
    from (select o.* from live_org o where ${where} ${collected(total)}) o ${withParent(scope)}
    order by ${order} limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, total, rows)
}
