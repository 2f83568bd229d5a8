import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { isAlive } from '../../../platform/access/sessions.ts'
import { grantsOfApp, isEntitled, peopleEntitled, grantedBranches } from './people.sql.ts'

export interface Openers {
  appId: string
  userCount: number
  /** How many of these users are signed in. */
  onlineCount: number
}

const isShutOut = (userId: string) =>
  sql`exists (select 1 from app_account h where h.app_id = app.id and h.user_id = ${sql.ref(userId)} and h.status = 0)`

/**
 * Counts the users in scope who may open each of these applications now, the reverse of paths_of. Counter tables give the
 * entitled users; only disabled users, disabled accounts and signed-in users are tested one by one.
 */
export async function countOpeners(db: Db, scope: Scope, appIds: readonly string[], sessionMinutes: number): Promise<Openers[]> {
  const grants = grantsOfApp(sql.ref('app.id'))
  const { rows } = await sql<Openers>`
    select app.id as app_id, opener.* from app cross join lateral (
      with ${grantedBranches(grants)},
      closed as (
        select u.id from live_user u where u.status = 0 and ${personInScope(scope, 'u.id')}
        union select h.user_id from app_account h join live_user u on u.id = h.user_id
          where h.app_id = app.id and h.status = 0 and ${personInScope(scope, 'h.user_id')}),
      online as (
        select distinct s.user_id as id from session s join live_user u on u.id = s.user_id and u.status <> 0
        where ${isAlive(sessionMinutes)} and ${personInScope(scope, 's.user_id')})
      select ${peopleEntitled(scope, grants)} - (select count(*) from closed where ${isEntitled('closed.id')}) as user_count,
        (select count(*) from online where ${isEntitled('online.id')} and not ${isShutOut('online.id')}) as online_count) opener
    where app.id = any (${[...appIds]}) and app.status = 1 and opener.user_count > 0`.execute(db)
  return rows
}
