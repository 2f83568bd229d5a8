import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import type { WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { liesBelow, personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { ruleState, runningTask } from '../rule/state.sql.ts'

/** A group without an organisation belongs to all of them: only callers with an unlimited scope see it (D-34). */
const isGroupInScope = (scope: Scope): RawBuilder<boolean> => inScope(scope, sql.ref('g.org_id'))
const expired = sql`coalesce(g.valid_end_time <= now(), false)`

const columns = (scope: Scope) => sql`g.id, g.name, g.code, g.org_id, o.name as org_name, u.id as leader_id, u.real_name as leader_name,
  g.valid_end_time, ${expired} as is_expired, ${ruleState('g')}, g.status, g.sort_num, g.remark, g.version, g.create_time, g.update_time,
  (select count(*) from work_group_member m where m.group_id = g.id and ${personInScope(scope, 'm.user_id')}) as user_count`
const joins = (scope: Scope) => sql`${runningTask('g')} left join org o on o.id = g.org_id
  left join users u on u.id = g.leader_id and ${personInScope(scope, 'u.id')}`

export async function pageWorkGroups(db: Db, scope: Scope, query: QueryOf<typeof workGroup.page>) {
  const { name, code, orgId, status } = query
  const conditions: RawBuilder<unknown>[] = [isGroupInScope(scope)]
  if (name !== undefined) conditions.push(nameContains('g.name', name.trim()))
  if (code !== undefined) conditions.push(sql`g.code ilike ${contains(code.trim())}`)
  if (orgId !== undefined) conditions.push(liesBelow(scope, sql.ref('g.org_id'), orgId))
  if (status !== undefined) conditions.push(sql`g.status = ${status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from work_group g where ${where}`.execute(db)
  const { rows } = await sql<WorkGroup>`select ${columns(scope)} from (
      select * from work_group g where ${where} order by g.sort_num, g.id limit ${query.size} offset ${offsetOf(query)}
    ) g ${joins(scope)} order by g.sort_num, g.id`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

/** The groups to choose from: enabled and not expired. */
export async function listWorkGroups(db: Db, scope: Scope) {
  const { rows } = await sql<{ id: string; name: string; code: string }>`select g.id, g.name, g.code from work_group g
    where g.status = 1 and not ${expired} and ${isGroupInScope(scope)} order by g.sort_num, g.id`.execute(db)
  return rows
}

export async function findWorkGroup(db: Db, scope: Scope, id: string): Promise<WorkGroup> {
  const { rows } = await sql<WorkGroup>`select ${columns(scope)} from work_group g ${joins(scope)}
    where g.id = ${id} and ${isGroupInScope(scope)}`.execute(db)
  return rows[0] ?? refuse('workGroupMissing')
}

export interface LockedGroup {
  id: string
  rule: LabelRule | null
  ruleDone: boolean
}

/** Locks groups for a change until the transaction ends; all must exist and be in scope. */
export async function lockWorkGroups(db: Db, scope: Scope, ids: readonly string[]): Promise<LockedGroup[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } =
    await sql<LockedGroup>`select g.id, g.rule, g.rule_done from work_group g where g.id = any (${wanted}) and ${isGroupInScope(scope)}
    order by g.id for no key update`.execute(db)
  return rows.length === wanted.length ? rows : refuse('workGroupMissing')
}

/** Locks a group whose members are managed by hand. */
export async function lockManualGroup(db: Db, scope: Scope, id: string): Promise<void> {
  const [group] = await lockWorkGroups(db, scope, [id])
  if (group!.rule !== null) refuse('workGroupByRule')
}

/** Deletes groups and memberships, not users. */
export async function removeWorkGroups(db: Db, scope: Scope, ids: readonly string[]): Promise<number> {
  const taken = (await lockWorkGroups(db, scope, ids)).map(group => group.id)
  await db.deleteFrom('workGroup').where('id', 'in', taken).execute()
  return taken.length
}

export async function setWorkGroupStatus(db: Db, scope: Scope, ids: readonly string[], status: Flag): Promise<number> {
  const taken = (await lockWorkGroups(db, scope, ids)).map(group => group.id)
  const { numUpdatedRows } = await db
    .updateTable('workGroup')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', taken)
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function isGroupCodeTaken(db: Db, code: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from work_group where lower(code) = ${code.toLowerCase()} and id <> ${but}`.execute(db)
  return rows.length > 0
}

export async function isGroupNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('workGroup').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}
