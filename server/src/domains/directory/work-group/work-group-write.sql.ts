import { sql } from 'kysely'
import { MEMBERS_MAX, type WorkGroupDraft, type WorkGroupEdit } from '@hufu/contract/directory/work-group'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { lockOrgs } from '../org/org-write.sql.ts'
import { lockManualGroup, lockWorkGroups, type LockedGroup } from './work-group.sql.ts'
import { text } from './text.ts'

/** '' and null empty a field, undefined leaves it. */
const emptyToNull = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)

const details = (draft: WorkGroupDraft | WorkGroupEdit) => ({
  name: draft.name,
  code: draft.code,
  orgId: emptyToNull(draft.orgId),
  validEndTime: emptyToNull(draft.validEndTime),
  remark: emptyToNull(draft.remark),
  ...(draft.sortNum !== undefined && { sortNum: draft.sortNum }),
})

/** The new owning organisation must be in scope; a group without one is for callers with an unlimited scope. */
async function lockPlace(db: Db, scope: Scope, orgId: string | null | undefined): Promise<void> {
  if (orgId) await lockOrgs(db, scope, [orgId])
  else if (!scope.all) refuse('fieldRequired', { label: text.org })
}

/** Locks users against deletion until the transaction ends; all must exist and be in scope. */
async function lockPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].sort()
  const { rows } = await sql`select 1 from live_user u where u.id = any (${wanted})
    and ${personInScope(scope, 'u.id')} order by u.id for share`.execute(db)
  return rows.length === wanted.length ? wanted : refuse('userMissing')
}

const join = (db: Db, groupId: string, ids: readonly string[]) =>
  sql`insert into work_group_member (group_id, user_id) select ${groupId}, u.id from unnest(${[...ids]}::text[]) as u (id)
    on conflict do nothing`.execute(db)

async function refuseTooMany(db: Db, groupId: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from work_group_member where group_id = ${groupId}`.execute(db)
  if (rows[0]!.n > MEMBERS_MAX) refuse('workGroupFull', { max: MEMBERS_MAX })
}

/** In a group by rule the leader must already be a member. */
async function refuseNonMember(db: Db, groupId: string, userId: string): Promise<void> {
  const { rows } = await sql`select 1 from work_group_member where group_id = ${groupId} and user_id = ${userId} for share`.execute(db)
  if (rows.length === 0) refuse('workGroupByRule')
}

/** The leader becomes a member if not one yet. A leader out of scope cannot be replaced by the caller. */
async function setLeader(
  db: Db,
  scope: Scope,
  { id: groupId, byRule }: { id: string; byRule: boolean },
  leaderId: string | null | undefined,
): Promise<void> {
  if (leaderId === undefined) return
  if (leaderId && byRule) await refuseNonMember(db, groupId, leaderId)
  else if (leaderId) {
    await join(db, groupId, [leaderId])
    await refuseTooMany(db, groupId)
  }
  await sql`update work_group g set leader_id = ${leaderId || null} where g.id = ${groupId}
    and (g.leader_id is null or ${personInScope(scope, 'g.leader_id')})`.execute(db)
}

export async function saveWorkGroup(db: Db, scope: Scope, draft: WorkGroupDraft, id = newId()): Promise<string> {
  await lockPlace(db, scope, draft.orgId)
  if (draft.leaderId) await lockPeople(db, scope, [draft.leaderId])
  await db
    .insertInto('workGroup')
    .values({ id, ...details(draft), status: draft.status ?? 1, rule: draft.rule ? JSON.stringify(draft.rule) : null })
    .execute()
  await setLeader(db, scope, { id, byRule: Boolean(draft.rule) }, draft.leaderId)
  return id
}

export async function updateWorkGroup(db: Db, scope: Scope, edit: WorkGroupEdit): Promise<LockedGroup> {
  if (edit.orgId !== undefined) await lockPlace(db, scope, edit.orgId)
  if (edit.leaderId) await lockPeople(db, scope, [edit.leaderId])
  const [group] = await lockWorkGroups(db, scope, [edit.id])
  const { numUpdatedRows } = await db
    .updateTable('workGroup')
    .set(column => ({
      ...details(edit),
      ...(edit.rule !== undefined && { rule: JSON.stringify(edit.rule) }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
  await setLeader(db, scope, { id: edit.id, byRule: group!.rule !== null }, edit.leaderId)
  return group!
}

/** Replaces the members in the caller's scope; returns how many members in scope there are then. */
export async function saveMembers(
  db: Db,
  scope: Scope,
  { id, version }: { id: string; version?: number | undefined },
  userIds: readonly string[],
): Promise<number> {
  const wanted = await lockPeople(db, scope, userIds)
  await lockManualGroup(db, scope, id)
  const { rows } = await sql`update work_group set version = version + 1, update_time = now()
    where id = ${id} and (${version ?? null}::int is null or version = ${version ?? null}) returning 1`.execute(db)
  if (rows.length === 0) refuse('stale')
  await sql`delete from work_group_member m where m.group_id = ${id} and m.user_id <> all (${wanted})
    and ${personInScope(scope, 'm.user_id')}`.execute(db)
  await join(db, id, wanted)
  await refuseTooMany(db, id)
  return wanted.length
}

/** Adds members to the present ones; returns how many are new. */
export async function addMembers(db: Db, scope: Scope, id: string, userIds: readonly string[]): Promise<number> {
  const wanted = await lockPeople(db, scope, userIds)
  await lockManualGroup(db, scope, id)
  const { rows } = await sql`insert into work_group_member (group_id, user_id) select ${id}, u.id from unnest(${wanted}::text[]) as u (id)
    on conflict do nothing returning 1`.execute(db)
  if (rows.length === 0) return 0
  await refuseTooMany(db, id)
  await sql`update work_group set version = version + 1, update_time = now() where id = ${id}`.execute(db)
  return rows.length
}

export async function removeMembers(db: Db, scope: Scope, id: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) refuse('nothingChosen')
  const wanted = await lockPeople(db, scope, userIds)
  await lockManualGroup(db, scope, id)
  const { rows } = await sql`delete from work_group_member where group_id = ${id} and user_id = any (${wanted}) returning 1`.execute(db)
  if (rows.length > 0) await sql`update work_group set version = version + 1, update_time = now() where id = ${id}`.execute(db)
  return rows.length
}
