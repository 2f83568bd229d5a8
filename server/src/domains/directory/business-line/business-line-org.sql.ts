import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { OrgNode } from '@hufu/contract/directory/org'
import type { businessLine, BusinessLineOrg } from '@hufu/contract/directory/business-line'
import type { Db } from '../../../platform/database/db.ts'
import { collected, contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, countPeopleInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { nameCondition } from '../org/org.sql.ts'

export const TOP = '0'
const levelOf = (parentId: string | undefined): RawBuilder<unknown> =>
  parentId === undefined || parentId === TOP ? sql`n.parent_id is null` : sql`n.parent_id = ${parentId}`

async function refuseUnknown(db: Db, stripeId: string): Promise<void> {
  const row = await db.selectFrom('stripe').select('id').where('id', '=', stripeId).executeTakeFirst()
  if (!row) refuse('stripeMissing')
}

/**
 * One level of the business line's own tree. Organisations outside the caller's scope are left out, and what
 * is below them moves up to the nearest ancestor in scope.
 */
export async function businessLineLevel(
  db: Db,
  scope: Scope,
  { stripeId, parentId }: QueryOf<typeof businessLine.tree>,
): Promise<OrgNode[]> {
  await refuseUnknown(db, stripeId)
  const below = (level: RawBuilder<unknown>) => sql`with recursive walk as (
      select n.org_id, n.sort_num, ${inScope(scope, sql.ref('n.org_id'))} as seen from stripe_org n where n.stripe_id = ${stripeId} and ${level}
      union all
      select n.org_id, n.sort_num, ${inScope(scope, sql.ref('n.org_id'))} from walk
      join stripe_org n on n.stripe_id = ${stripeId} and n.parent_id = walk.org_id where not walk.seen)
    select org_id, sort_num from walk where seen`
  const { rows } = await sql<OrgNode>`
    select o.id, ${parentId ?? TOP}::text as parent_id, o.name, o.code, o.status, level.sort_num, ${countPeopleInScope(scope, 'o.id')} as user_count,
      exists (${below(sql`n.parent_id = o.id`)}) as has_children
    from (${below(levelOf(parentId))}) level join org o on o.id = level.org_id
    where ${parentWithin(scope, parentId)} order by level.sort_num, o.id`.execute(db)
  return rows
}

const parentWithin = (scope: Scope, parentId: string | undefined): RawBuilder<unknown> =>
  parentId === undefined || parentId === TOP ? sql`true` : inScope(scope, sql`${parentId}::text`)

/** The path to an organisation from the top of the caller's scope. */
const pathOf = (
  scope: Scope,
) => sql`(select string_agg(up.name, ' / ' order by a.depth desc) from org_ancestor a join org up on up.id = a.ancestor_id
  where a.org_id = o.id and ${inScope(scope, sql.ref('up.id'))})`

export async function pageBusinessLineOrgs(db: Db, scope: Scope, query: QueryOf<typeof businessLine.pageOrg>) {
  const { stripeId, parentId, name, code } = query
  await refuseUnknown(db, stripeId)
  const conditions: RawBuilder<unknown>[] = [
    sql`n.stripe_id = ${stripeId}`,
    inScope(scope, sql.ref('n.org_id')),
    parentWithin(scope, parentId),
  ]
  if (parentId !== undefined) conditions.push(levelOf(parentId))
  if (name !== undefined) conditions.push(nameCondition(name))
  if (code !== undefined) conditions.push(sql`o.code ilike ${contains(code.trim())}`)
  const where = sql.join(conditions, sql` and `)
  // Joins the organisations only where a filter needs them: a business line may hold forty thousand.
  const orgJoin =
    name === undefined && code === undefined ? sql`` : everyone('inScope is among the conditions', sql`join org o on o.id = n.org_id`)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from stripe_org n ${orgJoin} where ${where}`.execute(db)
  const total = counted[0]?.n ?? 0
  const { rows } = await sql<BusinessLineOrg>`
    select o.id, o.id as org_id, o.name, o.code, o.status, coalesce(p.id, ${TOP}) as parent_id, p.name as parent_name, n.sort_num, n.create_time,
      o.leader, ${pathOf(scope)} as path, ${countPeopleInScope(scope, 'o.id')} as user_count,
      (select count(*) from stripe_org c where c.stripe_id = ${stripeId} and c.parent_id = o.id and ${inScope(scope, sql.ref('c.org_id'))}) as child_count
    from (select n.* from (select n.* from stripe_org n ${orgJoin} where ${where} ${collected(total)}) n
      order by n.sort_num, n.org_id limit ${query.size} offset ${offsetOf(query)}) n
    join org o on o.id = n.org_id left join org p on p.id = n.parent_id and ${inScope(scope, sql.ref('p.id'))}
    order by n.sort_num, n.org_id`.execute(db)
  return pageOf(query, total, rows)
}
