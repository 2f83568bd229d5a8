import { sql } from 'kysely'
import type { Candidate } from '@hufu/contract/governance/review'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { contains, realNameContains } from '../../../../platform/database/paging.ts'

const LOOKED_AT_MAX = 100

/** Users with a review page, found by name; their rights are checked elsewhere. */
export async function examinersFound(db: Db, find: string | undefined): Promise<Candidate[]> {
  const { rows } = await everyone(
    "users may be asked whatever the caller's scope is; only their names are shown",
    sql<Candidate>`select u.id, u.real_name as name, u.user_name,
      (select o.name from job j join org o on o.id = j.org_id where j.user_id = u.id and j.job_type = 1) as org_name
    from live_user u where u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now())
      and ${find === undefined ? sql`true` : sql`(${realNameContains('u', find)} or u.user_name ilike ${contains(find)})`}
      and u.id in (
        select h.user_id from user_role h join role r on r.id = h.role_id and r.status = 1 where h.status = 1 and (r.code = ${SUPER_ADMIN}
          or exists (select 1 from role_menu x join menu m on m.id = x.menu_id where x.role_id = r.id and m.menu_uri like '/examine/review-%'))
        union all
        select g.user_id from grade_admin g join grade_admin_menu x on x.grade_admin_id = g.id join menu m on m.id = x.menu_id
          where m.menu_uri like '/examine/review-%'
        union all
        select d.user_id from separation s join duty_holder d on d.duty = 'security' where s.is_on)
    order by u.real_name, u.id limit ${LOOKED_AT_MAX}`,
  ).execute(db)
  return rows
}

export async function isRemindedLately(db: Db, examineId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from examine_log where examine_id = ${examineId} and act = 'remind' and user_id = ${userId}
    and time > now() - interval '1 hour' limit 1`.execute(db)
  return rows.length > 0
}
