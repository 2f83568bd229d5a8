import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { sync, SyncConflict } from '@hufu/contract/provisioning/sync'
import type { Page } from '@hufu/contract/shapes'
import type { Db } from '../../../../platform/database/db.ts'
import { offsetOf, pageOf, nameContains } from '../../../../platform/database/paging.ts'
import { inScope, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import { isReachable, type SyncCaller } from '../config.sql.ts'
import type { ObjectType } from '../sources/source.ts'

export interface Conflict {
  objectType: ObjectType
  originId: string
  name: string
  reason: string
  fields: { label: string; value: string | null }[]
  candidates: string[]
}

/** Decisions of administrators about conflicts, by origin id. */
export async function choicesOf(
  db: Db,
  syncId: string,
  objectType: ObjectType,
  originIds: readonly string[],
): Promise<Map<string, 'create' | 'ignore'>> {
  const { rows } = await sql<{ originId: string; choice: 'create' | 'ignore' }>`select origin_id, choice from sync_conflict
    where sync_id = ${syncId} and object_type = ${objectType} and origin_id = any (${[...originIds]}) and choice is not null`.execute(db)
  return new Map(rows.map(row => [row.originId, row.choice]))
}

export async function saveConflicts(db: Db, run: { id: string; syncId: string }, conflicts: readonly Conflict[]): Promise<void> {
  if (conflicts.length === 0) return
  await sql`insert into sync_conflict (sync_id, run_id, object_type, origin_id, name, reason, fields, candidates)
    select ${run.syncId}, ${run.id}, r."objectType", r."originId", r."name", r."reason", r."fields", r."candidates"
    from jsonb_to_recordset(${JSON.stringify(conflicts)}::jsonb) as r ("objectType" text, "originId" text, "name" text, "reason" text, "fields" jsonb,
      "candidates" text[])
    on conflict (sync_id, object_type, origin_id) do update set run_id = excluded.run_id, name = excluded.name, reason = excluded.reason,
      fields = excluded.fields, candidates = excluded.candidates`.execute(db)
}

/** Drops open conflicts that this complete read no longer found. */
export const dropConflicts = (db: Db, run: { id: string; syncId: string }) =>
  sql`delete from sync_conflict where sync_id = ${run.syncId} and run_id <> ${run.id} and choice is null`.execute(db)

/** Open conflicts of the tasks that the caller reaches; of the candidates, those in scope. */
export async function pageConflicts(db: Db, caller: SyncCaller, query: QueryOf<typeof sync.pageConflict>): Promise<Page<SyncConflict>> {
  const { scope } = caller
  const conditions: RawBuilder<unknown>[] = [sql`k.choice is null`, isReachable(caller)]
  if (query.syncId !== undefined) conditions.push(sql`k.sync_id = ${query.syncId}`)
  if (query.objectType !== undefined) conditions.push(sql`k.object_type = ${query.objectType}`)
  if (query.name !== undefined) conditions.push(nameContains('k.name', query.name))
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from sync_conflict k
    join sync_config c on c.id = k.sync_id where ${where}`.execute(db)
  const { rows } =
    await sql<SyncConflict>`select k.sync_id, c.name as sync_name, k.object_type, k.origin_id, k.name, k.reason, k.fields, k.create_time,
      array(select jsonb_build_object('id', u.id, 'name', u.real_name, 'userName', u.user_name, 'orgName', o.name)
        from live_user u left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id and ${inScope(scope, sql.ref('o.id'))}
        where k.object_type = 'user' and u.id = any (k.candidates) and ${personInScope(scope, 'u.id')}
        union all select jsonb_build_object('id', o.id, 'name', o.name, 'userName', null, 'orgName', p.name)
        from live_org o left join org p on p.id = o.parent_id and ${inScope(scope, sql.ref('p.id'))}
        where k.object_type = 'org' and o.id = any (k.candidates) and ${inScope(scope, sql.ref('o.id'))}) as candidates
    from sync_conflict k join sync_config c on c.id = k.sync_id where ${where}
    order by k.create_time, k.sync_id, k.origin_id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function chooseFor(
  db: Db,
  one: { syncId: string; objectType: ObjectType; originId: string },
  choice: 'create' | 'ignore',
): Promise<boolean> {
  const { rows } = await sql`update sync_conflict set choice = ${choice}
    where sync_id = ${one.syncId} and object_type = ${one.objectType} and origin_id = ${one.originId} and choice is null returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Links a row to an existing object in scope; the next run compares the two. */
export async function linkByHand(
  db: Db,
  scope: Scope,
  one: { syncId: string; objectType: ObjectType; originId: string },
  targetId: string,
): Promise<'linked' | 'noConflict' | 'noTarget'> {
  const { rows: open } = await sql`delete from sync_conflict where sync_id = ${one.syncId} and object_type = ${one.objectType}
    and origin_id = ${one.originId} and choice is null returning 1`.execute(db)
  if (open.length === 0) return 'noConflict'
  const [table, isInScope] =
    one.objectType === 'user' ? [sql`users`, personInScope(scope, 'o.id')] : [sql`org`, inScope(scope, sql.ref('o.id'))]
  const { rows } = await sql`insert into sync_link (sync_id, object_type, origin_id, object_id, is_owner)
    select ${one.syncId}, ${one.objectType}, ${one.originId}, o.id, not exists (select 1 from sync_link l
      where l.object_type = ${one.objectType} and l.object_id = o.id and l.is_owner)
    from ${table} o where o.id = ${targetId} and o.deleted_at is null and ${isInScope} returning 1`.execute(db)
  return rows.length > 0 ? 'linked' : 'noTarget'
}
