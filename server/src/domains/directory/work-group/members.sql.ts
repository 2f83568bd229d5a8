import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { Member, workGroup } from '@hufu/contract/directory/work-group'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf, realNameContains } from '../../../platform/database/paging.ts'
import { everyone, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { listColumns } from '../user/list/user-list.sql.ts'
import { textCondition } from '../user/list/user-filter.sql.ts'
import { findWorkGroup } from './work-group.sql.ts'

/** The leader first, then by name. */
const inOrder = (leaderId: string | null) => sql`u.id is distinct from ${leaderId}::text, u.pinyin, u.id`
/** The members, each with their main job. */
const memberRows = (source: RawBuilder<unknown>) =>
  everyone(
    'listMembers and pageMembers limit the rows to the scope',
    sql<Member>`select ${listColumns}, of_group.create_time as join_time
  from ${source} of_group join users u on u.id = of_group.user_id join job j on j.user_id = u.id and j.job_type = 1 join org o on o.id = j.org_id`,
  )

export async function listMembers(db: Db, scope: Scope, groupId: string): Promise<Member[]> {
  const { leaderId } = await findWorkGroup(db, scope, groupId)
  const { rows } =
    await sql<Member>`${memberRows(sql`work_group_member`)} where of_group.group_id = ${groupId} and ${personInScope(scope, 'u.id')}
    order by ${inOrder(leaderId)}`.execute(db)
  return rows
}

export async function pageMembers(db: Db, scope: Scope, query: QueryOf<typeof workGroup.pageMember>) {
  const { workGroupId, searchKey = '' } = query
  const { leaderId } = await findWorkGroup(db, scope, workGroupId)
  // The index of `search` finds the candidates, because a work group may have all users as its members.
  const isFound =
    searchKey === ''
      ? sql`true`
      : sql`${textCondition(searchKey)} and (${realNameContains('u', searchKey)} or u.user_name ilike ${contains(searchKey)})`
  const found = sql`from work_group_member m join live_user u on u.id = m.user_id
    where m.group_id = ${workGroupId} and ${personInScope(scope, 'u.id')} and ${isFound}`
  const { rows: counted } = await sql<{ n: number }>`${planAnew} select count(*) as n ${found}`.execute(db)
  const order = inOrder(leaderId)
  const { rows } = await sql<Member>`${planAnew} with found as materialized (
    select m.user_id, m.create_time ${found} order by ${order} limit ${query.size} offset ${offsetOf(query)})
    ${memberRows(sql`found`)} order by ${order}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}
