import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { lockLabels } from './label.sql.ts'

/** Locks against deletion a label whose members are managed by hand. */
async function lockManualLabel(db: Db, labelId: string): Promise<void> {
  const [label] = await lockLabels(db, [labelId], 'for members')
  if (label!.rule !== null) refuse('labelByRule')
}

/** Locks users against deletion; all must exist and be in scope. */
async function lockPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].sort()
  const { rows } = await sql`select u.id from live_user u where u.id = any (${wanted}) and ${personInScope(scope, 'u.id')}
    order by u.id for share`.execute(db)
  if (rows.length !== wanted.length) refuse('userMissing')
  return wanted
}

/** A change of members raises the label's version, as for work groups. */
const raiseVersion = (db: Db, labelId: string) =>
  sql`update user_label set version = version + 1, update_time = now() where id = ${labelId}`.execute(db)

async function join(db: Db, labelId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`insert into user_label_member (user_id, label_id) select unnest(${[...ids]}::text[]), ${labelId}
    on conflict do nothing returning user_id`.execute(db)
  return rows.length
}

export async function addMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) refuse('nothingChosen')
  await lockManualLabel(db, labelId)
  const joined = await join(db, labelId, await lockPeople(db, scope, userIds))
  if (joined > 0) await raiseVersion(db, labelId)
  return joined
}

export async function removeMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) refuse('nothingChosen')
  await lockManualLabel(db, labelId)
  const ids = await lockPeople(db, scope, userIds)
  const { rows } =
    await sql`delete from user_label_member where label_id = ${labelId} and user_id = any (${ids}) returning user_id`.execute(db)
  if (rows.length > 0) await raiseVersion(db, labelId)
  return rows.length
}

/** Of the users in scope, makes these and no others carry the label; returns how many were added or removed. */
export async function saveMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  await lockManualLabel(db, labelId)
  const ids = await lockPeople(db, scope, userIds)
  const { rows } = await sql`delete from user_label_member m where m.label_id = ${labelId} and m.user_id <> all (${ids})
    and ${personInScope(scope, 'm.user_id')} returning m.user_id`.execute(db)
  const moved = rows.length + (ids.length > 0 ? await join(db, labelId, ids) : 0)
  if (moved > 0) await raiseVersion(db, labelId)
  return moved
}
