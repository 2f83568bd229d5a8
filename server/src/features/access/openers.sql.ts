import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { isAlive } from '../../kernel/sessions.ts'
import { everyone, grantsOfApp } from './people.sql.ts'

export interface Openers {
  appId: string
  userCount: number
  /** Those of them who are signed in. */
  onlineCount: number
}

/** How many people may open each of these applications now: paths_of, asked from its other end. */
export async function countOpeners(db: Db, appIds: readonly string[], sessionMinutes: number): Promise<Openers[]> {
  const { rows } = await sql<Openers>`
    select app.id as app_id, opener.* from app cross join lateral (
      with given as materialized (${grantsOfApp(sql.ref('app.id'))}), person as (${everyone})
      select count(*) as user_count,
        count(*) filter (where exists (select 1 from session s where s.user_id = p.user_id and ${isAlive(sessionMinutes)})) as online_count
      from person p join users u on u.id = p.user_id and u.deleted_at is null and u.status <> 0
      where not exists (select 1 from app_account h where h.app_id = app.id and h.user_id = p.user_id and h.status = 0)) opener
    where app.id = any (${[...appIds]}) and app.status = 1 and opener.user_count > 0`.execute(db)
  return rows
}
