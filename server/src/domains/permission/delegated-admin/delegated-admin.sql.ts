import { sql, type RawBuilder } from 'kysely'
import type { DelegatedAdmin, DelegatedAdminInFull, DelegationFilter } from '@hufu/contract/permission/delegated-admin'
import type { Paging } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf, realNameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, liesBelow, personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'

/** The reader: their scope, and their delegations from which others may derive. */
export interface Viewer {
  userId: string
  scope: Scope
  /** Empty if a role lets them change every delegation they see. */
  delegationIds: readonly string[]
}

/** A delegation and all those it derives from, with their distance. */
const chainOf = (ids: RawBuilder<unknown>) => sql`
  select g.id as grade_id, g.id, g.source_id, 0 as depth from grade_admin g where g.id in (${ids})
  union all
  select up.grade_id, s.id, s.source_id, up.depth + 1 from up join grade_admin s on s.id = up.source_id where up.depth < 32`

/** Whether the viewer may change a delegation: never their own; with a role any other, else those derived from their own. */
const mayChange = ({ userId, scope, delegationIds }: Viewer) =>
  scope.all
    ? sql<boolean>`g.user_id <> ${userId}`
    : sql<boolean>`g.user_id <> ${userId} and exists (select from up where up.grade_id = g.id and up.depth > 0 and up.id = any (${[...delegationIds]}))`

/** Whether a delegation is in force, and why not; `live`: the ids of those that are. */
export const stateOf = (live: RawBuilder<unknown>) => sql`case when g.status = 0 then 'disabled' when g.begin_time > now() then 'waiting'
  when g.end_time <= now() then 'ended' when g.id in (${live}) then 'live' else 'resting' end`

/** The rows `g` of `chosen`, complete; the recursive parts are evaluated once for all of them. */
async function rowsOf<T extends DelegatedAdmin>(
  db: Db,
  viewer: Viewer,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<T[]> {
  const { rows } = await sql<T>`
    with recursive chosen as materialized (${chosen}),
    up as (${chainOf(sql`select id from chosen`)}),
    down as (
      select c.id as grade_id, c.id from chosen c
      union all
      select down.grade_id, b.id from down join grade_admin b on b.source_id = down.id),
    live as materialized (select live_grades(array(select id from chosen)) as id)
    select g.id, g.user_id, u.user_name, u.real_name, g.org_id, o.name as org_name, g.has_include_child, g.has_hand_on, g.begin_time, g.end_time,
      g.status, g.version, g.create_time, g.source_id, su.real_name as source_name, gu.real_name as granted_by_name, c.inherited,
      ${stateOf(sql`select id from live`)} as state,
      (select count(*) from grade_admin_menu m join menu n on n.id = m.menu_id where m.grade_admin_id = g.id and n.type = 'menu') as menu_count,
      (select count(*) from grade_admin_menu m join menu n on n.id = m.menu_id where m.grade_admin_id = g.id and n.type = 'button') as button_count,
      (select count(*) from down join grade_admin b on b.id = down.id
        where down.grade_id = g.id and b.id <> g.id and ${inScope(viewer.scope, sql.ref('b.org_id'))}) as below_count,
      ${mayChange(viewer)} as may_change
    from chosen c join grade_admin g on g.id = c.id join users u on u.id = g.user_id join org o on o.id = g.org_id
    left join grade_admin s on s.id = g.source_id and ${inScope(viewer.scope, sql.ref('s.org_id'))} left join users su on su.id = s.user_id
    left join users gu on gu.id = g.granted_by and (gu.id in (su.id, ${viewer.userId}) or ${personInScope(viewer.scope, 'gu.id')})
    order by ${order}`.execute(db)
  return rows
}

const person = (searchKey: string | undefined) =>
  searchKey === undefined
    ? sql`true`
    : everyone(
        'a condition on delegations whose organisation is in scope',
        sql`exists (select from users p where p.id = g.user_id and (${realNameContains('p', searchKey)} or p.user_name ilike ${contains(searchKey)}))`,
      )

const newest = sql`g.create_time desc, g.id desc`

function at(scope: Scope, orgId: string | undefined, hasIncludeChild: boolean | undefined) {
  if (orgId === undefined) return sql`true`
  return hasIncludeChild ? liesBelow(scope, sql.ref('g.org_id'), orgId) : sql`g.org_id = ${orgId}`
}

/** The conditions of the filter. */
const found = (scope: Scope, { searchKey, orgId, hasIncludeChild, status, state }: DelegationFilter) => sql`
  ${inScope(scope, sql.ref('g.org_id'))} and ${person(searchKey)} and ${at(scope, orgId, hasIncludeChild)}
    and ${status === undefined ? sql`true` : sql`g.status = ${status}`}
    and ${state === undefined ? sql`true` : sql`${stateOf(allLiveDelegations)} = ${state}`}`

export const pageDelegations = (db: Db, viewer: Viewer, { current, size, ...filter }: DelegationFilter & Paging) =>
  pageWhere<DelegatedAdmin>(db, viewer, found(viewer.scope, filter), sql`false`, newest, { current, size })

/** The ids of delegations that match the filter, newest first; at most `max`. */
export async function idsOfDelegations(db: Db, scope: Scope, filter: DelegationFilter, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select g.id from grade_admin g where ${found(scope, filter)}
    order by ${newest} limit ${sql.lit(max)}`.execute(db)
  return rows.map(row => row.id)
}

/** The delegations among these ids that still exist and are in scope, newest first. */
export const delegationsById = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<DelegatedAdmin[]> =>
  rowsOf<DelegatedAdmin>(
    db,
    viewer,
    sql`select g.id, false as inherited from grade_admin g where g.id = any (${[...ids]}) and ${inScope(viewer.scope, sql.ref('g.org_id'))}`,
    newest,
  )
const allLiveDelegations = sql`select live_grades(array(select id from grade_admin))`

/** Delegations of the organisation itself, then those above it that include it. */
export async function pageOfOrg(
  db: Db,
  viewer: Viewer,
  { orgId, searchKey, ...paging }: { orgId: string; searchKey?: string | undefined } & Paging,
) {
  const where = sql`${inScope(viewer.scope, sql.ref('g.org_id'))} and ${person(searchKey)} and (g.org_id = ${orgId}
    or (g.has_include_child = 1 and exists (select from org_ancestor a
      where a.org_id = ${orgId} and a.ancestor_id = g.org_id and ${inScope(viewer.scope, sql.ref('a.org_id'))})))`
  type OfOrg = DelegatedAdmin & { inherited: boolean }
  return pageWhere<OfOrg>(db, viewer, where, sql`g.org_id <> ${orgId}`, sql`inherited, ${newest}`, paging)
}

async function pageWhere<T extends DelegatedAdmin>(
  db: Db,
  viewer: Viewer,
  where: RawBuilder<unknown>,
  inherited: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  paging: Paging,
) {
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from grade_admin g where ${where}`.execute(db)
  const chosen = sql`select g.id, ${inherited} as inherited from grade_admin g where ${where}
    order by ${order} limit ${paging.size} offset ${offsetOf(paging)}`
  return pageOf(paging, counted[0]?.n ?? 0, await rowsOf<T>(db, viewer, chosen, order))
}

/** The delegations with these ids; refuses if one is missing or out of scope. */
export async function findDelegations(db: Db, viewer: Viewer, ids: readonly string[]): Promise<DelegatedAdmin[]> {
  const wanted = [...new Set(ids)]
  const rows = await delegationsById(db, viewer, wanted)
  return rows.length === wanted.length ? rows : refuse('delegationMissing')
}

export const delegationsOfUser = (db: Db, viewer: Viewer, userId: string): Promise<DelegatedAdmin[]> =>
  rowsOf<DelegatedAdmin>(
    db,
    viewer,
    sql`select g.id, false as inherited from grade_admin g where g.user_id = ${userId} and ${inScope(viewer.scope, sql.ref('g.org_id'))}`,
    newest,
  )

export async function delegationInFull(db: Db, viewer: Viewer, id: string): Promise<DelegatedAdminInFull> {
  const [delegation] = await findDelegations(db, viewer, [id])
  const { rows } = await sql<{ id: string; type: string }>`
    select n.id, n.type from grade_admin_menu m join menu n on n.id = m.menu_id where m.grade_admin_id = ${id} order by n.sort_num, n.id`.execute(
    db,
  )
  const of = (type: string) => rows.filter(row => row.type === type).map(row => row.id)
  return { ...delegation!, menuIds: of('menu'), buttonIds: of('button') }
}

export async function isSet(db: Db, scope: Scope, userId: string, orgId: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from grade_admin g where g.user_id = ${userId} and g.org_id = ${orgId} and g.id <> ${but}
    and ${inScope(scope, sql.ref('g.org_id'))}`.execute(db)
  return rows.length > 0
}
