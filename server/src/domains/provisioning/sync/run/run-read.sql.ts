import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import { type sync, type SyncRow, type SyncRun, type SyncRunInFull, verdicts } from '@hufu/contract/provisioning/sync'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import type { Page } from '@hufu/contract/shapes'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { collected, nameContains, offsetOf, pageOf } from '../../../../platform/database/paging.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { isReachable, type SyncCaller } from '../config.sql.ts'
import { ORG_FIELDS, orgIdsIn } from '../report/log-entries.ts'
import { orgNames } from '../compare/org-names.sql.ts'
import type { PlannedRow } from '../compare/rows.sql.ts'

const none = JSON.stringify(Object.fromEntries(verdicts.map(one => [one, 0])))
const counts = (object: 'org' | 'user') => sql`${none}::jsonb || coalesce(r.counts -> ${object}::text, '{}')`
const columns = sql`r.id, r.sync_id, c.name as sync_name, r.mode, r.trigger, r.state, r.task_id, r.begin_time, r.end_time, r.is_complete as complete,
  r.read_org, r.read_user, ${counts('org')} as org, ${counts('user')} as "user", r.written, r.failed, jsonb_array_length(r.brake) as brakes, r.message,
  s.real_name as user_name, b.real_name as released_by, r.release_time, r.release_reason`
const from = everyone(
  'who started and released a run is shown to administrators of sources',
  sql`sync_run r join sync_config c on c.id = r.sync_id left join users s on s.id = r.user_id left join users b on b.id = r.released_by`,
)

/** Whether run `r` is one of a task that the caller reaches. */
const isRunReachable = (caller: SyncCaller): RawBuilder<unknown> =>
  caller.scope.all ? sql`true` : sql`exists (select from sync_config c where c.id = r.sync_id and ${isReachable(caller)})`

/** Refuses a run out of the caller's reach like an unknown one. */
export async function refuseUnreachableRun(db: Db, caller: SyncCaller, id: string): Promise<void> {
  const { rows } = await sql`select from sync_run r where r.id = ${id} and ${isRunReachable(caller)}`.execute(db)
  if (rows.length === 0) refuse('syncRunMissing')
}

export async function pageRuns(db: Db, caller: SyncCaller, query: QueryOf<typeof sync.pageRun>): Promise<Page<SyncRun>> {
  const conditions: RawBuilder<unknown>[] = [isRunReachable(caller)]
  if (query.syncId !== undefined) conditions.push(sql`r.sync_id = ${query.syncId}`)
  if (query.state !== undefined) conditions.push(sql`r.state = ${query.state}`)
  if (query.beginTime !== undefined) conditions.push(sql`r.begin_time >= ${query.beginTime}::timestamptz`)
  if (query.endTime !== undefined) conditions.push(sql`r.begin_time < ${query.endTime}::timestamptz + interval '1 second'`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from sync_run r where ${where}`.execute(db)
  const { rows } = await sql<SyncRun>`select ${columns} from ${from} where ${where}
    order by r.begin_time desc, r.id desc limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export type RunRead = Omit<SyncRunInFull, 'mayRelease' | 'mayReleaseFrom'> & { starterId: string | null; aloneFrom: string | null }

export async function readRun(db: Db, caller: SyncCaller, id: string): Promise<RunRead> {
  const { rows } = await sql<RunRead>`select ${columns}, r.brake, r.report, r.digest, r.losses, r.user_id as starter_id,
      r.plan_time + interval '10 minutes' as alone_from, r.plan_time + interval '24 hours' as release_until,
      case when r.state = 'blocked' then r.blocked_since + interval '7 days' end as lapse_time
    from ${from} where r.id = ${id} and ${isReachable(caller)}`.execute(db)
  return rows[0] ?? refuse('syncRunMissing')
}

/** The number of other enabled users who could release a plan. */
export async function otherReleasers(db: Db, userId: string): Promise<number> {
  const { rows } = await everyone(
    'only counts the users who could release a plan',
    sql<{
      n: number
    }>`select count(distinct h.user_id) as n from user_role h join role r on r.id = h.role_id and r.status = 1
      join live_user u on u.id = h.user_id and u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now())
    where h.status = 1 and h.user_id <> ${userId} and (r.code = ${SUPER_ADMIN} or exists (select 1 from role_menu g join menu m on m.id = g.menu_id
      where g.role_id = r.id and m.mark = 'release-sync'))`,
  ).execute(db)
  return rows[0]!.n
}

export async function secondsSincePlan(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{
    seconds: number
  }>`select extract(epoch from now() - plan_time)::float8 as seconds from sync_run where id = ${runId}`.execute(db)
  return rows[0]?.seconds ?? Number.POSITIVE_INFINITY
}

export async function pageRows(db: Db, caller: SyncCaller, query: QueryOf<typeof sync.pageRow>): Promise<Page<SyncRow>> {
  const conditions: RawBuilder<unknown>[] = [sql`s.run_id = ${query.runId}`, sql`s.verdict is not null`]
  if (!caller.scope.all) conditions.push(sql`exists (select from sync_run r where r.id = s.run_id and ${isRunReachable(caller)})`)
  if (query.verdict !== undefined) conditions.push(sql`s.verdict = ${query.verdict}`)
  else if (query.differs === undefined) conditions.push(sql`s.verdict not in ('unchanged', 'ignored')`)
  if (query.differs !== undefined) conditions.push(sql`(s.difference is not null) = ${query.differs === 1}`)
  if (query.objectType !== undefined) conditions.push(sql`s.object_type = ${query.objectType}`)
  if (query.name !== undefined) conditions.push(sql`(${nameContains('s.name', query.name)} or s.origin_id = ${query.name})`)
  if (query.orgId !== undefined) conditions.push(sql`s.org_id = ${query.orgId}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from sync_row s where ${where}`.execute(db)
  const { total } = counted[0]!
  const { rows } = await sql<ReadRow>`select ${rowColumns} from (select s.* from sync_row s where ${where} ${collected(total)}) s
    join sync_run r on r.id = s.run_id
    order by s.object_type, s.row_no, s.origin_id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, total, await withNames(db, query.runId, rows))
}

type ReadRow = Omit<SyncRow, 'orgName'> & Pick<PlannedRow, 'changes'> & { orgId: string | null }
const rowColumns = sql`s.object_type, s.origin_id, s.target_id as object_id, s.name, s.org_id, s.verdict, s.gone_runs, s.changes, s.faults,
  coalesce(s.is_done, case when s.batch_no <= r.written_batch then true end) as is_done, s.difference`

async function withNames(db: Db, runId: string, rows: readonly ReadRow[]): Promise<SyncRow[]> {
  const named = await orgNames(db, runId, [...orgIdsIn(rows), ...rows.flatMap(row => row.orgId ?? [])])
  const nameOf = (id: string | null) => (id === null ? null : (named.get(id) ?? id))
  return rows.map(({ orgId, ...row }) => ({
    ...row,
    orgName: orgId === null ? null : (named.get(orgId) ?? null),
    changes: row.changes.map(change =>
      ORG_FIELDS.has(change.field) ? { ...change, before: nameOf(change.before), after: nameOf(change.after) } : change,
    ),
  }))
}

const keyOf = sql`s.object_type || ' ' || s.origin_id`

/** Keys of all rows of a plan except unchanged and ignored ones, in the order of the page. */
export async function planKeys(db: Db, runId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select ${keyOf} as key from sync_row s where s.run_id = ${runId}
    and s.verdict not in ('unchanged', 'ignored') order by s.object_type, s.row_no, s.origin_id limit ${most}`.execute(db)
  return rows.map(({ key }) => key)
}

export async function rowsByKey(db: Db, runId: string, keys: readonly string[]): Promise<SyncRow[]> {
  const parts = keys.map(key => ({ objectType: key.slice(0, key.indexOf(' ')), originId: key.slice(key.indexOf(' ') + 1) }))
  const { rows } = await sql<ReadRow>`select ${rowColumns}
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) k ("objectType" text, "originId" text)
    join sync_row s on s.run_id = ${runId} and s.object_type = k."objectType" and s.origin_id = k."originId"
    join sync_run r on r.id = s.run_id where s.verdict is not null order by s.object_type, s.row_no, s.origin_id`.execute(db)
  return withNames(db, runId, rows)
}
