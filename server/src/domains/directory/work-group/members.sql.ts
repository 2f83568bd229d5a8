import { sql } from 'kysely'
import type { Member } from '@hufu/contract/directory/work-group'
import type { Db } from '../../../platform/database/db.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { listColumns } from '../user/user.ts'
import { findWorkGroup } from './work-group.sql.ts'

/** The leader first, then by name (USER-02); each by their main job. */
export async function listMembers(db: Db, scope: Scope, groupId: string): Promise<Member[]> {
  const { leaderId } = await findWorkGroup(db, scope, groupId)
  const { rows } =
    await sql<Member>`select ${listColumns}, of_group.create_time as join_time from work_group_member of_group join users u on u.id = of_group.user_id
    join job j on j.user_id = u.id and j.job_type = 1 join org o on o.id = j.org_id
    where of_group.group_id = ${groupId} and ${personInScope(scope, 'u.id')}
    order by u.id is distinct from ${leaderId}::text, u.pinyin, u.id`.execute(db)
  return rows
}
