import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { businessLine, BusinessLineAdmin } from '@hufu/contract/directory/business-line'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf, realNameContains } from '../../../platform/database/paging.ts'
import { everyone, inScope, type Scope } from '../../../platform/access/scope.ts'
import { directoryPort } from '../user/directory-port.ts'

/**
 * The delegated admins whose scope meets the organisations of the business line, widest scope first. Delegations and
 * organisations outside the caller's scope are left out.
 */
export async function pageBusinessLineAdmins(db: Db, scope: Scope, query: QueryOf<typeof businessLine.pageAdmin>) {
  const { stripeId, orgId, searchKey } = query
  const line = sql`with line as materialized (select n.org_id from stripe_org n where n.stripe_id = ${stripeId} and ${inScope(scope, sql.ref('n.org_id'))}),
    reach as materialized (
      select g.id, count(*) as org_count from grade_admin g
      join org_ancestor a on a.ancestor_id = g.org_id and (g.has_include_child = 1 or a.org_id = g.org_id) join line on line.org_id = a.org_id
      where ${inScope(scope, sql.ref('g.org_id'))} and ${person(searchKey)}
      group by g.id having ${orgId === undefined ? sql`true` : sql`bool_or(line.org_id = ${orgId})`})`
  const { rows: counted } = await sql<{ n: number }>`${line} select count(*) as n from reach`.execute(db)
  const { rows } = await everyone(
    'the delegations and organisations are limited to the scope; users are only joined as holders of those delegations',
    sql<BusinessLineAdmin>`${line},
    chosen as materialized (select id, org_count from reach order by org_count desc, id limit ${query.size} offset ${offsetOf(query)}),
    live as materialized (select live_grades(array(select id from chosen)) as id)
    select g.id, g.user_id, u.user_name, u.real_name, o.name as org_name, g.has_include_child, g.end_time, c.org_count,
      ${directoryPort.use().delegationState(sql`select id from live`)} as state, c.org_count = (select count(*) from line) as is_whole
    from chosen c join grade_admin g on g.id = c.id join users u on u.id = g.user_id join org o on o.id = g.org_id
    order by c.org_count desc, g.id`,
  ).execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

const person = (searchKey: string | undefined): RawBuilder<unknown> =>
  searchKey === undefined
    ? sql`true`
    : everyone(
        'a condition on delegations whose organisation is within the scope',
        sql`exists (select from users p where p.id = g.user_id and (${realNameContains('p', searchKey)} or p.user_name ilike ${contains(searchKey)}))`,
      )
