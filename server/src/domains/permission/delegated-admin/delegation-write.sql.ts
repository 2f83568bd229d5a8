import { sql } from 'kysely'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { MenuRow } from '../../../platform/access/menu-nodes.ts'
import { enabledNodes } from '../../../platform/access/menu-nodes.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import type { ShrunkDelegation, DependentDelegation, DelegationScope } from './shrink.ts'

/** Lets only one transaction change delegations at a time, so that what derives from what does not change while it is read. */
export const lockDelegations = (db: Db) => sql`select pg_advisory_xact_lock(7316)`.execute(db)

export async function menuNodes(db: Db): Promise<MenuRow[]> {
  return enabledNodes(await db.selectFrom('menu').selectAll().orderBy('sortNum').orderBy('id').execute())
}

export async function refuseForeignOrg(db: Db, scope: Scope, orgId: string): Promise<void> {
  const { rows } = await sql`select 1 from live_org o where o.id = ${orgId} and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  if (rows.length === 0) refuse('orgMissing')
}

export async function refuseForeignPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`select 1 from live_user u where u.id = any (${[...ids]}) and ${personInScope(scope, 'u.id')}`.execute(db)
  if (rows.length !== ids.length) refuse('userMissing')
}

/** Which of these organisations lie at or above `orgId`. */
export async function orgsAbove(db: Db, orgId: string, among: readonly string[]): Promise<Set<string>> {
  const { rows } = await everyone(
    "says which of the caller's own organisations lie above",
    sql<{ id: string }>`
    select ancestor_id as id from org_ancestor where org_id = ${orgId} and ancestor_id = any (${[...among]})`,
  ).execute(db)
  return new Set(rows.map(row => row.id))
}

/** The users above a delegation: the holders and granters of it and of all it derives from. */
export async function granters(db: Db, delegationId: string): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string; grantedBy: string | null }>`
    with recursive up as (
      select user_id, granted_by, source_id from grade_admin where id = ${delegationId}
      union all
      select s.user_id, s.granted_by, s.source_id from up join grade_admin s on s.id = up.source_id)
    select user_id, granted_by from up`.execute(db)
  return new Set(rows.flatMap(row => [row.userId, ...(row.grantedBy ? [row.grantedBy] : [])]))
}

interface ScopeRow extends Omit<DelegationScope, 'nodeIds'> {
  menuIds: string[]
}

const scopeColumns = sql.raw(`g.org_id, g.has_include_child, g.has_hand_on, g.begin_time, g.end_time,
  array(select m.menu_id from grade_admin_menu m where m.grade_admin_id = g.id) as menu_ids`)
const delegationScopeFrom = <T extends ScopeRow>({ menuIds, ...row }: T) => ({ ...row, nodeIds: new Set(menuIds) })

/** The extent of a delegation; undefined if it is not in force now. */
export async function liveScope(db: Db, id: string): Promise<DelegationScope | undefined> {
  const { rows } = await sql<ScopeRow>`
    select ${scopeColumns} from grade_admin g where g.id = ${id} and g.id in (select live_grades(array[${id}]))`.execute(db)
  return rows[0] && delegationScopeFrom(rows[0])
}

export async function scopeOf(db: Db, id: string): Promise<DelegationScope> {
  const { rows } = await sql<ScopeRow>`select ${scopeColumns} from grade_admin g where g.id = ${id}`.execute(db)
  return delegationScopeFrom(rows[0] ?? refuse('delegationMissing'))
}

/** All delegations derived from `id`, directly or not, by depth; the direct ones as if `id` were at `orgId`. */
export async function dependentDelegations(db: Db, id: string, orgId: string): Promise<DependentDelegation[]> {
  const { rows } = await everyone(
    'delegations derived from one that the caller may change',
    sql<Omit<DependentDelegation, 'nodeIds'> & { menuIds: string[] }>`
    with recursive down as (
      select g.id, g.source_id, 1 as depth, ${orgId}::text as above from grade_admin g where g.source_id = ${id}
      union all
      select g.id, g.source_id, down.depth + 1, s.org_id from down join grade_admin g on g.source_id = down.id join grade_admin s on s.id = down.id)
    select g.id, g.source_id, u.real_name, o.name as org_name, ${scopeColumns},
      exists (select from org_ancestor a where a.org_id = g.org_id and a.ancestor_id = down.above) as is_below_source
    from down join grade_admin g on g.id = down.id join users u on u.id = g.user_id join org o on o.id = g.org_id
    order by down.depth, g.id`,
  ).execute(db)
  return rows.map(delegationScopeFrom)
}

export interface NewDelegations {
  userIds: readonly string[]
  extent: DelegationScope
  status: Flag
  sourceId: string | null
  grantedBy: string
}

export async function insertDelegations(db: Db, { userIds, extent, status, sourceId, grantedBy }: NewDelegations): Promise<void> {
  const { nodeIds, ...columns } = extent
  const delegations = userIds.map(userId => ({ id: newId(), userId, ...columns, status, sourceId, grantedBy }))
  await db.insertInto('gradeAdmin').values(delegations).execute()
  await sql`insert into grade_admin_menu (grade_admin_id, menu_id)
    select g, m from unnest(${delegations.map(delegation => delegation.id)}::text[]) g, unnest(${[...nodeIds]}::text[]) m`.execute(db)
}

export async function writeScope(db: Db, id: string, { nodeIds, ...columns }: DelegationScope, version?: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('gradeAdmin')
    .set(column => ({ ...columns, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', id)
    .$if(version !== undefined, rows => rows.where('version', '=', version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
  const nodes = [...nodeIds]
  await sql`delete from grade_admin_menu where grade_admin_id = ${id} and menu_id <> all (${nodes})`.execute(db)
  await sql`insert into grade_admin_menu (grade_admin_id, menu_id) select ${id}, m from unnest(${nodes}::text[]) m on conflict do nothing`.execute(
    db,
  )
}

/** Deletes and shrinks delegations as planned. */
export async function applyCuts(db: Db, cuts: readonly ShrunkDelegation[]): Promise<void> {
  for (const { grant, left } of cuts) if (left) await writeScope(db, grant.id, left)
  await removeDelegations(
    db,
    cuts.filter(cut => !cut.left).map(cut => cut.grant.id),
  )
}

/** Deletes delegations; the database deletes those derived from them, too. */
export const removeDelegations = (db: Db, ids: readonly string[]) => sql`delete from grade_admin where id = any (${[...ids]})`.execute(db)

export async function setDelegationStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('gradeAdmin')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** When users are deleted, delegations they handed on stay and derive from the next holder above who is not being deleted. */
export async function liftDelegationsOf(db: Db, userIds: readonly string[]): Promise<void> {
  const leaving = [...userIds]
  await sql`
    with recursive up as (
      select g.id as grade_id, s.source_id, s.user_id from grade_admin g join grade_admin s on s.id = g.source_id
      where s.user_id = any (${leaving}) and g.user_id <> all (${leaving})
      union all
      select up.grade_id, s.source_id, s.user_id from up join grade_admin s on s.id = up.source_id where up.user_id = any (${leaving}))
    update grade_admin g set source_id = heir.id from (
      select up.grade_id, (select s.id from grade_admin s where s.id = up.source_id and s.user_id <> all (${leaving})) as id
      from up where up.user_id = any (${leaving}) and (up.source_id is null or exists (select from grade_admin s where s.id = up.source_id and s.user_id <> all (${leaving})))
    ) heir where g.id = heir.grade_id`.execute(db)
  await sql`delete from grade_admin where user_id = any (${leaving})`.execute(db)
}
