import { sql, type RawBuilder } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { businessLine } from '@hufu/contract/directory/business-line'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, inScope, type Scope } from '../../../platform/access/scope.ts'
import { lockOrgs } from '../org/org-write.sql.ts'
import { TOP } from './business-line-org.sql.ts'

const SORT_MAX = 999_999

/**
 * Locks a business line, so that its tree is changed by one transaction at a time. Callers lock organisations first, the order
 * in which deletion locks them, to avoid deadlocks.
 */
async function lockBusinessLine(db: Db, stripeId: string): Promise<void> {
  const { rows } = await sql`select 1 from stripe where id = ${stripeId} for no key update`.execute(db)
  if (rows.length === 0) refuse('stripeMissing')
}

/** Refuses organisations that are not in the business line or outside the caller's scope. */
async function refuseForeign(db: Db, scope: Scope, stripeId: string, orgIds: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(orgIds)]
  const { rows } = await sql<{ orgId: string }>`select n.org_id from stripe_org n where n.stripe_id = ${stripeId}
    and n.org_id = any (${wanted}) and ${inScope(scope, sql.ref('n.org_id'))}`.execute(db)
  if (rows.length !== wanted.length) refuse('orgMissing')
  return wanted
}

const parentOf = (parentId: string | null | undefined): string | null => (!parentId || parentId === TOP ? null : parentId)
const lastOf = (stripeId: string, parentId: string | null): RawBuilder<number> =>
  sql<number>`(select coalesce(max(n.sort_num), 0) from stripe_org n where n.stripe_id = ${stripeId}
    and ${parentId === null ? sql`n.parent_id is null` : sql`n.parent_id = ${parentId}`})`

/**
 * Adds organisations that are not in the line yet; those already there keep their place. With descendants,
 * each goes below its nearest added ancestor, as in the administrative tree.
 */
export async function addBusinessLineOrgs(db: Db, scope: Scope, body: BodyOf<typeof businessLine.addOrg>): Promise<number> {
  const { stripeId, orgIds, hasIncludeChild = false } = body
  const parentId = parentOf(body.parentId)
  await lockOrgs(db, scope, orgIds)
  const wanted = sql`select distinct a.org_id from org_ancestor a where a.ancestor_id = any (${[...orgIds]})
    ${hasIncludeChild ? sql`` : sql`and a.depth = 0`} and ${inScope(scope, sql.ref('a.org_id'))}`
  const { rows: locked } = await everyone(
    'lockOrgs has found these organisations within the scope',
    sql<{ id: string }>`select o.id from live_org o where o.id in (${wanted})
    order by o.id for share`,
  ).execute(db)
  await lockBusinessLine(db, stripeId)
  if (parentId !== null) await refuseForeign(db, scope, stripeId, [parentId])
  // Inserts whole sets, not row by row: a business line may take in forty thousand at once.
  const above = hasIncludeChild
    ? everyone(
        'lockOrgs has found these organisations within the scope',
        sql`select distinct on (a.org_id) a.org_id, a.ancestor_id from org_ancestor a join wanted w on w.org_id = a.ancestor_id
        where a.depth > 0 and a.org_id in (select org_id from fresh) order by a.org_id, a.depth`,
      )
    : sql`select null::text as org_id, null::text as ancestor_id where false`
  const { rows } = await everyone(
    'lockOrgs has found these organisations within the scope',
    sql<{ n: number }>`
    with named as (select id, min(ord) as ord from unnest(${[...orgIds]}::text[]) with ordinality as n (id, ord) group by id),
    wanted as materialized (select o.id as org_id, o.sort_num from org o where o.id = any (${locked.map(row => row.id)}::text[])),
    fresh as materialized (select w.* from wanted w
      where not exists (select 1 from stripe_org n where n.stripe_id = ${stripeId} and n.org_id = w.org_id)),
    above as materialized (${above}),
    last as materialized (select n.parent_id, max(n.sort_num) as n from stripe_org n where n.stripe_id = ${stripeId} group by n.parent_id),
    placed as (select f.org_id, f.sort_num, named.ord, coalesce(above.ancestor_id, ${parentId}) as parent_id
      from fresh f left join above on above.org_id = f.org_id left join named on named.id = f.org_id),
    added as (insert into stripe_org (stripe_id, org_id, parent_id, sort_num)
      select ${stripeId}, p.org_id, p.parent_id, least(${SORT_MAX}, coalesce(last.n, 0)
        + row_number() over (partition by p.parent_id order by p.ord, p.sort_num, p.org_id))
      from placed p left join last on coalesce(last.parent_id, '') = coalesce(p.parent_id, '') returning 1)
    select count(*) as n from added`,
  ).execute(db)
  return rows[0]?.n ?? 0
}

/** Moves an organisation with its descendants to the end of its new siblings. The database refuses a cycle. */
export async function moveBusinessLineOrg(
  db: Db,
  scope: Scope,
  { stripeId, orgId, targetParentId }: BodyOf<typeof businessLine.moveOrg>,
): Promise<void> {
  if (orgId === targetParentId) refuse('stripeCircle')
  const parentId = parentOf(targetParentId)
  await lockBusinessLine(db, stripeId)
  await refuseForeign(db, scope, stripeId, parentId === null ? [orgId] : [orgId, parentId])
  await sql`update stripe_org set parent_id = ${parentId}, sort_num = least(${SORT_MAX}, ${lastOf(stripeId, parentId)} + 1)
    where stripe_id = ${stripeId} and org_id = ${orgId} and parent_id is distinct from ${parentId}::text`.execute(db)
}

/** Children of removed organisations move up to the nearest ancestor that stays. */
export async function removeBusinessLineOrgs(db: Db, scope: Scope, stripeId: string, orgIds: readonly string[]): Promise<number> {
  if (orgIds.length === 0) refuse('nothingChosen')
  await lockBusinessLine(db, stripeId)
  const gone = await refuseForeign(db, scope, stripeId, orgIds)
  const { rows } = await sql<{ n: number }>`select leave_stripe(${stripeId}, ${gone}) as n`.execute(db)
  return rows[0]!.n
}

/**
 * If a sibling has the number, it and all siblings behind it shift by one, also those outside the caller's scope: otherwise
 * numbers would repeat.
 */
export async function setBusinessLineSortNum(db: Db, scope: Scope, stripeId: string, orgId: string, sortNum: number): Promise<void> {
  await lockBusinessLine(db, stripeId)
  await refuseForeign(db, scope, stripeId, [orgId])
  const same = sql`n.stripe_id = ${stripeId} and n.org_id <> ${orgId}
    and n.parent_id is not distinct from (select parent_id from stripe_org where stripe_id = ${stripeId} and org_id = ${orgId})`
  await sql`update stripe_org n set sort_num = least(${SORT_MAX}, n.sort_num + 1) where ${same} and n.sort_num >= ${sortNum}
    and exists (select 1 from stripe_org n where ${same} and n.sort_num = ${sortNum})`.execute(db)
  await sql`update stripe_org set sort_num = ${sortNum} where stripe_id = ${stripeId} and org_id = ${orgId}`.execute(db)
}
