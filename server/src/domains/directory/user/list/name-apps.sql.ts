import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

/** The applications that know a user by the user name, as the account there or as an attribute they receive. */
export async function appsUsingUserName(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with met as materialized (
      select p.app_id from paths_of(${userId}) p where p.fault is null
      union select v.app_id from app_visit v where v.user_id = ${userId} and v.fault = '')
    select a.id, a.name from app a join met m on m.app_id = a.id left join app_account h on h.app_id = a.id and h.user_id = ${userId}
    where a.account_from = 'userName' and h.account is null or a.claims @> '[{"from": "userName"}]'
    order by a.name, a.id`.execute(db)
  return rows
}
