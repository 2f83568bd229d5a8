import { SUPER_ADMIN } from '@hufu/contract/screens'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Giving } from '../database/db.ts'
import { Refused, refuse } from '../http/refuse.ts'
import { everyone, accountInScope, type Scope } from './scope.ts'
import type { Principal } from './sessions.ts'

/** The user or API client that acts. */
export type Acting = Pick<Principal, 'userId' | 'rights'>

/** How a change by this caller is checked. */
export const givingOf = ({ rights }: Acting, scope: Scope): Giving | undefined =>
  rights.calls ? 'client' : rights.isAdmin ? undefined : scope.all ? 'own' : 'branch'

/**
 * What the caller holds, as it stands in this transaction (docs/decisions/rights.md, 0012). `mine`: menus of their roles, with the menus
 * above, and what their segregated role may grant; `graded`: menus of their delegations by organisation; `granters`: the
 * delegations that theirs derive from, directly or not.
 */
const holdings = ({ userId, rights }: Acting): RawBuilder<unknown> => sql`with recursive
  mine (id) as (
    select g.menu_id from user_role h join role r on r.id = h.role_id and r.status = 1 join role_menu g on g.role_id = r.id
    where h.user_id = ${userId} and h.status = 1 and not ${rights.isSeparated}
    union select unnest(${rights.segregatedRole || rights.isSeparated ? rights.giveable.map(node => node.id) : []}::text[])
    union select m.parent_id from mine join menu m on m.id = mine.id where m.parent_id <> '0'),
  graded (org_id, below, menu_id) as (
    select a.org_id, a.has_include_child, g.menu_id from grade_admin a join grade_admin_menu g on g.grade_admin_id = a.id
    join menu m on m.id = g.menu_id and m.hsa_auth_grade_show = 1
    where a.id in (select live_grades(array(select id from grade_admin where user_id = ${userId})))
    union select k.org_id, k.below, m.parent_id from graded k join menu m on m.id = k.menu_id where m.parent_id <> '0'),
  granters (id) as (
    select source_id from grade_admin where user_id = ${userId}
    union select s.source_id from granters join grade_admin s on s.id = granters.id)`

/** Roles that grant a menu the caller does not hold; the super-administrator role grants every menu. */
const roleBeyond = sql`(r.code = ${SUPER_ADMIN} or exists (select 1 from role_menu g where g.role_id = r.id and g.menu_id not in (select id from mine)))`

/**
 * Those among `ids` who hold a role or a delegation beyond what `who` holds. Suspended rights count, because whoever sets a
 * user's password can use them later. So do the granters of the caller's delegations: removing them would remove those who
 * may shrink what the caller holds.
 */
export async function higherAmong(db: Db, who: Acting, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (who.rights.isAdmin) return new Set()
  const others = ids.filter(id => id !== who.userId)
  const { rows: holders } = await sql<{ userId: string }>`select user_id from user_role where user_id = any (${others})
    union select user_id from grade_admin where user_id = any (${others})
    union select user_id from duty_holder where user_id = any (${others})`.execute(db)
  if (holders.length === 0) return new Set()
  const administrators = holders.map(row => row.userId)
  // An API client ranks below every administrator.
  if (who.rights.calls) return new Set(administrators)
  const { rows } = await everyone(
    'compares what users administer with what the caller does; the result only says who ranks higher',
    sql<{ userId: string }>`${holdings(who)}
    select h.user_id from user_role h join role r on r.id = h.role_id where h.user_id = any (${administrators}) and ${roleBeyond}
    union
    select s.user_id from grade_admin s where s.user_id = any (${administrators}) and s.id in (select id from granters)
    union
    select d.user_id from duty_holder d where d.user_id = any (${administrators}) and d.duty <> ${who.rights.segregatedRole ?? ''}
    union
    select a.user_id from grade_admin a join grade_admin_menu g on g.grade_admin_id = a.id
    where a.user_id = any (${administrators}) and g.menu_id not in (select id from mine) and not exists (
      select 1 from graded k where k.menu_id = g.menu_id and (k.org_id = a.org_id and k.below >= a.has_include_child
        or k.below = 1 and exists (select 1 from org_ancestor up where up.org_id = a.org_id and up.ancestor_id = k.org_id)))`,
  ).execute(db)
  return new Set(rows.map(row => row.userId))
}

/** Those among `ids` whose main job is not in the caller's scope. */
export async function secondJobOnlyAmong(db: Db, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (scope.all || ids.length === 0) return new Set()
  const { rows } = await sql<{
    id: string
  }>`select u.id from users u where u.id = any (${[...ids]}) and not ${accountInScope(scope, 'u.id')}`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Only administrators of the organisation of the main job may change an account (N-02). */
export async function refuseElsewhere(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  if ((await secondJobOnlyAmong(db, scope, ids)).size > 0) refuse('accountElsewhere')
}

/** Refuses the whole batch if one of the users ranks above the caller (T12, T14). */
export async function refuseHigher(db: Db, who: Acting, ids: readonly string[]): Promise<void> {
  if ((await higherAmong(db, who, ids)).size > 0) refuse('higherUser')
}

/** Refuses to grant, revoke or change a role that grants what the caller's own roles do not. */
export async function refuseRolesBeyond(db: Db, who: Acting, roleIds: readonly string[]): Promise<void> {
  if ((await rolesBeyond(db, who, roleIds)).size > 0) refuse('beyondOwn')
}

/** Those of the roles that grant what the caller's own roles do not. */
export async function rolesBeyond(db: Db, who: Acting, roleIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (who.rights.isAdmin) return new Set()
  if (who.rights.calls) return new Set(roleIds)
  const { rows } = await sql<{ id: string }>`${holdings(who)}
    select r.id from role r where r.id = any (${[...roleIds]}) and ${roleBeyond}`.execute(db)
  return new Set(rows.map(row => row.id))
}

/**
 * The menus and buttons granted by the caller's roles and segregated role; delegations do not count, because they hold for a branch
 * only.
 */
export async function nodesHeld(db: Db, who: Acting): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`${holdings(who)} select id from mine`.execute(db)
  return new Set(rows.map(row => row.id))
}

/**
 * Menus that delegated administrators of the new parents gain over moved organisations and that `who` does not hold there
 * (N-02). `moved` has rows `(record_id, old_ids)`: an organisation, and the ids of itself and its former parents.
 */
export async function menusBeyond(db: Db, who: Acting, moved: RawBuilder<unknown>): Promise<{ orgName: string; menuName: string }[]> {
  const { rows } = await everyone(
    'compares all rights over the moved organisations (N-02); the result can only be a refusal',
    sql<{ orgName: string; menuName: string }>`${holdings(who)}
    select o.name as org_name, m.name as menu_name from (${moved}) c join org o on o.id = c.record_id
      join org_ancestor up on up.org_id = c.record_id and up.ancestor_id <> all (c.old_ids)
      join grade_admin a on a.org_id = up.ancestor_id and a.has_include_child = 1
      join grade_admin_menu g on g.grade_admin_id = a.id join menu m on m.id = g.menu_id and m.hsa_auth_grade_show = 1
    where g.menu_id not in (select id from mine) and not exists (
      select 1 from graded k where k.menu_id = g.menu_id
        and k.below = 1 and k.org_id = any (c.old_ids)) limit 1`,
  ).execute(db)
  return rows
}

const BEYOND_OWN: ReadonlySet<string> = new Set(['givesBeyondOwn', 'givesOneself', 'movesBeyondOwn', 'beyondOwn'])

/** Whether the refusal says that the caller would grant what they do not hold. */
export const isBeyondOwn = (error: unknown): boolean => error instanceof Refused && BEYOND_OWN.has(error.reason)
