import { sql, type RawBuilder } from 'kysely'
import { ROOT_ORG } from '@hufu/contract/screens'
import type { OrgCount } from '@hufu/contract/audit/stats'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, countPeopleInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import type { Days } from './logins.sql.ts'

const NO_PARENT = '0'

/** Which organisations are ranked: the children of one or of the root, or the top organisations of a limited scope. */
async function level(db: Db, scope: Scope, parentId = NO_PARENT): Promise<RawBuilder<boolean>> {
  if (parentId === NO_PARENT && !scope.all) {
    const ids = scope.roots.map(root => root.orgId)
    const deep = scope.roots.filter(root => root.below).map(root => root.orgId)
    return everyone(
      "only compares the root organisations of the caller's scope with each other",
      sql<boolean>`o.id = any (${ids}) and not exists (
      select 1 from org_ancestor up where up.org_id = o.id and up.depth > 0 and up.ancestor_id = any (${deep}))`,
    )
  }
  const parent = parentId === NO_PARENT ? ROOT_ORG : parentId
  const { rows } = await sql`select from live_org org where id = ${parent} and ${inScope(scope, sql.ref('org.id'))}`.execute(db)
  if (rows.length === 0) refuse('orgMissing')
  return sql<boolean>`o.parent_id = ${parent} and ${inScope(scope, sql.ref('o.id'))}`
}

/** Whether the organisation has children in scope to look into. */
const hasChildren = (scope: Scope) => sql`exists (select 1 from live_org c where c.parent_id = o.id and ${inScope(scope, sql.ref('c.id'))})`

export async function orgPeople(db: Db, scope: Scope, parentId: string | undefined): Promise<OrgCount[]> {
  const { rows } = await sql<OrgCount>`
    select o.id as org_id, o.name as org_name, ${countPeopleInScope(scope, 'o.id')} as count, ${hasChildren(scope)} as has_children
    from live_org o where ${await level(db, scope, parentId)} order by 3 desc, o.sort_num, o.id`.execute(db)
  return rows
}

/** The kept counts of these days for the organisations of a query. */
const folded = (ids: RawBuilder<unknown>, { beginTime, endTime }: Days) =>
  sql`coalesce((select sum(t.attempts) from org_login_tally t where t.org_id in (${ids}) and t.day between ${beginTime} and ${endTime}), 0)`

/**
 * The kept attempts of organisation `o`, which include those of its descendants. If not all descendants are in scope, this adds
 * the counts of the organisations in scope and subtracts those of their children.
 */
function foldedWithin(scope: Scope, days: Days): RawBuilder<unknown> {
  const whole = folded(sql`select o.id`, days)
  if (scope.all || scope.roots.every(root => root.below)) return whole
  const deep: Scope = { all: false, roots: scope.roots.filter(root => root.below) }
  const reached = sql`select low.org_id from org_ancestor low where low.ancestor_id = o.id and ${inScope(scope, sql.ref('low.org_id'))}`
  const children = everyone(
    'reads the children of organisations in scope only to subtract their counts',
    sql`select c.id from org c where c.parent_id in (${reached})`,
  )
  return sql`case when ${inScope(deep, sql.ref('o.id'))} then ${whole} else ${folded(reached, days)} - ${folded(children, days)} end`
}

/** Counts that are not compacted yet are added up along the present tree. */
export async function orgLogins(db: Db, scope: Scope, query: Days & { parentId?: string | undefined }): Promise<OrgCount[]> {
  const { rows } = await sql<OrgCount>`
    with due as (
      select a.ancestor_id as org_id, sum(t.attempts) as attempts from login_tally_due t join org_ancestor a on a.org_id = t.org_id
      where t.day between ${query.beginTime} and ${query.endTime} and ${inScope(scope, sql.ref('t.org_id'))} group by 1)
    select o.id as org_id, o.name as org_name, ${hasChildren(scope)} as has_children,
      (coalesce(due.attempts, 0) + ${foldedWithin(scope, query)})::bigint as count
    from live_org o left join due on due.org_id = o.id
    where ${await level(db, scope, query.parentId)} order by count desc, o.sort_num, o.id`.execute(db)
  return rows
}
