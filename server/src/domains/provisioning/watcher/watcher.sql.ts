import { sql } from 'kysely'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'

const WATCHERS_MAX = 50

/** Users who may see the page: by a role with it, as super administrators, or by a segregated role while duties are separated. */
export async function likelyWatchers(db: Db, page: string): Promise<string[]> {
  const { rows } = await everyone(
    'administrators of the whole system, whose rights are checked before they are notified',
    sql<{ id: string }>`select u.id from live_user u where u.status = 1 and u.id in (
      select h.user_id from user_role h join role r on r.id = h.role_id and r.status = 1 where h.status = 1 and (r.code = ${SUPER_ADMIN}
        or exists (select from role_menu g join menu m on m.id = g.menu_id where g.role_id = r.id and m.menu_uri = ${page}))
      union select d.user_id from separation s join duty_holder d on true where s.is_on)
    order by u.id limit ${sql.lit(WATCHERS_MAX)}`,
  ).execute(db)
  return rows.map(row => row.id)
}

export async function appName(db: Db, appId: string): Promise<string> {
  const row = await db.selectFrom('app').select('name').where('id', '=', appId).executeTakeFirst()
  return row?.name ?? ''
}
