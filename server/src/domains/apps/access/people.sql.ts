import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { everyone, personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'

/** Rows `(subject_type, subject_id, below)` of grants in force. */
export type GrantRows = RawBuilder<unknown>

export const ROOT = '1'

const isInForce = (alias: string) => sql`(${sql.ref(`${alias}.begin_time`)} is null or ${sql.ref(`${alias}.begin_time`)} <= now())
  and (${sql.ref(`${alias}.end_time`)} is null or ${sql.ref(`${alias}.end_time`)} > now())`

/** The subjects of a permission group. */
export const grantsOfGroup = (groupId: Id): GrantRows => sql`
  select g.subject_type, g.subject_id, g.below from app_grant g where g.group_id = ${groupId} and ${isInForce('g')}`

/** Which grants of an application: all, those of any role, or those of one role. */
type GrantedPart = { roleId: Id } | 'anything' | 'roles'
/** A value, or a column of the outer query. */
type Id = string | RawBuilder<unknown>

function grantRowsOf(appId: Id, what: GrantedPart): GrantRows {
  const role = (alias: string) => {
    const roleId = sql.ref(`${alias}.role_id`)
    if (typeof what === 'object') return sql`${roleId} = ${what.roleId}`
    const live = sql`not exists (select 1 from app_role r where r.id = ${roleId} and r.status = 0)`
    return what === 'roles' ? sql`${roleId} is not null and ${live}` : live
  }
  return sql`
    select g.subject_type, g.subject_id, g.below from app_grant g
      where g.app_id = ${appId} and g.subject_type <> 'authGroup' and ${isInForce('g')} and ${role('g')}
    union
    select t.subject_type, t.subject_id, t.below from app_grant g
      join auth_group b on b.id = g.subject_id and b.status = 1 join app_grant t on t.group_id = b.id and ${isInForce('t')}
      where g.app_id = ${appId} and g.subject_type = 'authGroup' and ${isInForce('g')} and ${role('g')}`
}

/** The subjects with a grant of the application, direct or through a permission group; disabled roles and groups grant nothing. */
export const grantsOfApp = (appId: Id, roleId?: Id): GrantRows => grantRowsOf(appId, roleId === undefined ? 'anything' : { roleId })
/** The same for its roles only. */
export const grantsOfRoles = (appId: string): GrantRows => grantRowsOf(appId, 'roles')

export const isLiveGroup = sql`w.status = 1 and (w.valid_end_time is null or w.valid_end_time > now())`

/**
 * The users of all granted subjects except branches of organisations. Only direct grants must leave out deleted users, who have
 * no job, label or work group.
 */
export const entitledOutsideBranches = everyone(
  'the queries that use it limit or count the users within the scope',
  sql`
  select g.subject_id as user_id from given g join live_user u on u.id = g.subject_id where g.subject_type = 'user'
  union select j.user_id from given g join org o on o.id = g.subject_id and o.status = 1 join job j on j.org_id = o.id
    where g.subject_type = 'org' and not g.below
  union select m.user_id from given g join user_label l on l.id = g.subject_id and l.status = 1 join user_label_member m on m.label_id = l.id
    where g.subject_type = 'label'
  union select m.user_id from given g join work_group w on w.id = g.subject_id and ${isLiveGroup}
    join work_group_member m on m.group_id = w.id where g.subject_type = 'workGroup'
  union select j.user_id from given g join standing s on s.id = g.subject_id and s.status = 1 join job j on j.post_id = s.id
    where g.subject_type = 'post'
  union select j.user_id from given g join stripe s on s.id = g.subject_id and s.status = 1 join stripe_org n on n.stripe_id = s.id
    join job j on j.org_id = n.org_id where g.subject_type = 'stripe'`,
)

/** The granted branches, without those inside another. */
const branches = everyone(
  'the queries that use it limit or count the users within the scope',
  sql`branch as materialized (
      select distinct g.subject_id as id from given g join live_org o on o.id = g.subject_id and o.status = 1
      where g.subject_type = 'org' and g.below),
    root as materialized (
      select b.id from branch b where not exists (
        select 1 from org_ancestor a join branch above on above.id = a.ancestor_id where a.org_id = b.id and a.depth > 0))`,
)
const inBranch = (userId: string, among = sql`root`) =>
  everyone(
    'the queries that use it limit or count the users within the scope',
    sql`exists (
  select 1 from job j join org_ancestor a on a.org_id = j.org_id join ${among} r on r.id = a.ancestor_id where j.user_id = ${sql.ref(userId)})`,
  )

/** How much the summed counts of the branches `among` exceed the number of users: a user with jobs in several counts in each. */
const countedTwice = (among: RawBuilder<unknown>) =>
  everyone(
    'the queries that use it limit or count the users within the scope',
    sql`
      select coalesce(sum(k - 1), 0) as n from (
        select j.user_id, count(distinct r.id) as k from job other join job j on j.user_id = other.user_id
          join org_ancestor a on a.org_id = j.org_id join ${among} r on r.id = a.ancestor_id
        where other.job_type = 2 and (select count(*) from ${among}) > 1 group by j.user_id) x where k > 1`,
  )

/** Whether the root is among the branches: then everybody is entitled, because everybody has a main job. */
const isWholeOrganisation = sql`(select count(*) from root where root.id = ${ROOT}) > 0`

/** Common table expressions that `isEntitled` needs, computed once. */
export const grantedBranches = (grants: GrantRows) =>
  sql`given as materialized (${grants}), ${branches}, beside as materialized (${entitledOutsideBranches})`
/** Whether grants entitle this user. For few users; `peopleEntitled` counts all. */
export const isEntitled = (userId: string) =>
  sql`(${isWholeOrganisation} or ${sql.ref(userId)} in (select user_id from beside) or ${inBranch(userId)})`

/**
 * How many users the grants entitle, as a scalar subquery. A counter table gives the users of whole branches; only users with
 * jobs in two of them, or in none, are tested one by one.
 */
export const peopleEntitled = (scope: Scope, grants: GrantRows): RawBuilder<number> =>
  scope.all ? countOfEntitled(grants) : countOfEntitledInScope(scope, grants)

const countOfEntitled = (grants: GrantRows): RawBuilder<number> => sql<number>`(
    with given as materialized (${grants}),
    ${branches},
    twice as (${countedTwice(sql`root`)}),
    beside as (
      select count(*) as n from (${entitledOutsideBranches}) o
      where not (${isWholeOrganisation}) and not ${inBranch('o.user_id')})
    select ((select coalesce(sum(org_people(id)), 0) from root) - (select n from twice) + (select n from beside))::int)`

export async function countPeople(db: Db, scope: Scope, grants: GrantRows): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${peopleEntitled(scope, grants)} as n`.execute(db)
  return rows[0]!.n
}

/**
 * As peopleEntitled within the caller's scope: counts the branches that are both granted and in scope. Users entitled in other
 * ways and users with second jobs are tested one by one.
 */
const countOfEntitledInScope = (scope: Limited, grants: GrantRows): RawBuilder<number> => sql<number>`(
    with given as materialized (${grants}),
    ${branches},
    mine as materialized (
      select distinct m.id from unnest(${deepRoots(scope)}::text[]) as m (id) where not exists (
        select 1 from org_ancestor a where a.org_id = m.id and a.depth > 0 and a.ancestor_id = any (${deepRoots(scope)}))),
    part as materialized (
      select r.id from root r where exists (select 1 from org_ancestor a join mine on mine.id = a.ancestor_id where a.org_id = r.id)
      union select m.id from mine m where exists (select 1 from org_ancestor a join root on root.id = a.ancestor_id where a.org_id = m.id)),
    twice as (${countedTwice(sql`part`)}),
    second as materialized (select distinct s.user_id from job s where s.job_type = 2 and ${personInScope(scope, 's.user_id')}),
    beside as (
      select count(*) as n from (
        select o.user_id from (${entitledOutsideBranches}) o where not (${isWholeOrganisation}) and ${personInScope(scope, 'o.user_id')}
        union select j.user_id from job j join org_ancestor a on a.org_id = j.org_id join root on root.id = a.ancestor_id
          where j.org_id = any (${flatRoots(scope)}) and ${inScope(scope, sql.ref('j.org_id'))}
        union select s.user_id from second s where (select count(*) from root where root.id not in (select id from part)) > 0
          and ${inBranch('s.user_id', sql`root`)}) x
      where not ${inBranch('x.user_id', sql`part`)})
    select ((select coalesce(sum(org_people(id)), 0) from part) - (select n from twice) + (select n from beside))::int)`

type Limited = Extract<Scope, { all: false }>
const deepRoots = ({ roots }: Limited) => roots.filter(root => root.below).map(root => root.orgId)
const flatRoots = ({ roots }: Limited) => roots.filter(root => !root.below).map(root => root.orgId)
