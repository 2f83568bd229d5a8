import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'

/** Every one of them is there and within reach, or nothing is done (D-34); kept from being deleted meanwhile. */
async function lockPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql`select u.id from live_user u where u.id = any (${wanted}) and ${personInScope(scope, 'u.id')}
    order by u.id for share`.execute(db)
  if (rows.length !== wanted.length) refuse('userMissing')
  return wanted
}

export async function addMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  const ids = await lockPeople(db, scope, userIds)
  const { rows } = await sql`insert into user_label_member (user_id, label_id) select unnest(${ids}::text[]), ${labelId}
    on conflict do nothing returning user_id`.execute(db)
  return rows.length
}

export async function removeMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  const ids = await lockPeople(db, scope, userIds)
  const { rows } =
    await sql`delete from user_label_member where label_id = ${labelId} and user_id = any (${ids}) returning user_id`.execute(db)
  return rows.length
}
