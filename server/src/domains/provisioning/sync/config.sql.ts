import { foldName } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import { HIDDEN_VALUE, type sync, type SyncConfig, type SyncPolicy } from '@hufu/contract/provisioning/sync'
import type { Flag, Page } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Line } from './mapping/mapping.ts'

const RECENT = 20
export const HEADER = 'header:'

const columns = sql`c.id, c.name, c.direction, c.object_type, c.type, c.app_id, a.name as app_name, c.url, c.method, c.mapping, c.inbox_key, c.options,
  c.policy, c.cron, c.status, t.last_time, t.last_result, t.next_time, c.remark, c.version, c.create_time, c.update_time,
  coalesce((select jsonb_object_agg(substr(s.name, ${sql.lit(HEADER.length + 1)}), ${HIDDEN_VALUE}::text) from sync_secret s
    where s.sync_id = c.id and s.name like ${`${HEADER}%`}), '{}') as headers,
  coalesce((select ${HIDDEN_VALUE}::text from sync_secret s where s.sync_id = c.id and s.name = 'secret'), '') as secret,
  (select r.id from sync_run r where r.sync_id = c.id order by r.begin_time desc, r.id desc limit 1) as last_run_id,
  (select r.id from sync_run r where r.sync_id = c.id and r.state in ('planned', 'blocked')) as blocked_run_id,
  (select r.task_id from sync_run r where r.sync_id = c.id and r.state in ('reading', 'released', 'writing')) as running_task_id,
  (select count(*) from sync_run r where r.sync_id = c.id and r.state = 'failed' and r.begin_time > coalesce((select max(g.begin_time)
    from sync_run g where g.sync_id = c.id and g.state in ('done', 'part')), '-infinity')) as fail_count,
  (select count(*) from sync_conflict k where k.sync_id = c.id and k.choice is null) as conflict_count,
  (select coalesce(jsonb_object_agg(v.key, v.n), '{}') from (select e.key, sum(e.value::int)::int as n
    from (select r.counts from sync_run r where r.sync_id = c.id order by r.begin_time desc, r.id desc limit 1) r,
      lateral (select * from jsonb_each_text(coalesce(r.counts -> 'org', '{}')) union all select * from jsonb_each_text(coalesce(r.counts -> 'user', '{}'))) e
    where e.value <> '0' group by e.key) v) as last_counts,
  array(select jsonb_build_object('id', r.id, 'mode', r.mode, 'state', r.state, 'written', r.written) from sync_run r where r.sync_id = c.id
    order by r.begin_time desc, r.id desc limit ${sql.lit(RECENT)}) as recent`
const from = sql`sync_config c left join app a on a.id = c.app_id left join sync_state t on t.sync_id = c.id`

export type SyncCaller = Pick<Context, 'scope' | 'who'>

/**
 * Whether the caller may see and change task `c`: with a limited scope only those they saved last, because a task runs within the
 * scope of whoever saved it last.
 */
export const isReachable = ({ scope, who }: SyncCaller): RawBuilder<unknown> => (scope.all ? sql`true` : sql`c.edited_by = ${who.userId}`)

/** Refuses tasks out of the caller's reach like unknown ones. */
export async function refuseUnreachable(db: Db, caller: SyncCaller, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`select from sync_config c where c.id = any (${[...ids]}) and ${isReachable(caller)}`.execute(db)
  if (rows.length < new Set(ids).size) refuse('syncMissing')
}

export async function pageSyncs(db: Db, caller: SyncCaller, query: QueryOf<typeof sync.page>): Promise<Page<SyncConfig>> {
  const conditions: RawBuilder<unknown>[] = [isReachable(caller)]
  if (query.name !== undefined) conditions.push(nameContains('c.name', query.name))
  if (query.direction !== undefined) conditions.push(sql`c.direction = ${query.direction}`)
  if (query.objectType !== undefined) conditions.push(sql`c.object_type = ${query.objectType}`)
  if (query.status !== undefined) conditions.push(sql`c.status = ${query.status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from sync_config c where ${where}`.execute(db)
  const { rows } = await sql<SyncConfig>`select ${columns} from ${from} where ${where}
    order by c.create_time desc, c.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findSync(db: Db, caller: SyncCaller, id: string): Promise<SyncConfig> {
  const { rows } = await sql<SyncConfig>`select ${columns} from ${from} where c.id = ${id} and ${isReachable(caller)}`.execute(db)
  return rows[0] ?? refuse('syncMissing')
}

/** A task as a run needs it, with encrypted secrets. */
export interface StoredSync {
  id: string
  name: string
  direction: 'in' | 'out'
  objectType: 'org' | 'user' | 'all'
  type: SyncConfig['type']
  appId: string | null
  url: string | null
  method: 'GET' | 'POST'
  mapping: Line[]
  options: Record<string, unknown>
  policy: SyncPolicy
  cron: string | null
  status: Flag
  version: number
  editedBy: string | null
  /** Encrypted values by `secret` and `header:<name>`. */
  sealed: Record<string, string>
}

const stored = sql`select c.id, c.name, c.direction, c.object_type, c.type, c.app_id, c.url, c.method, c.mapping, c.options, c.policy, c.cron,
  c.status, c.version, c.edited_by,
  coalesce((select jsonb_object_agg(s.name, s.sealed) from sync_secret s where s.sync_id = c.id), '{}') as sealed from sync_config c`

export async function findByInbox(db: Db, key: string): Promise<StoredSync | undefined> {
  const { rows } = await sql<StoredSync>`${stored} where c.inbox_key = ${key}`.execute(db)
  return rows[0]
}

export async function loadSync(db: Db, id: string): Promise<StoredSync> {
  const { rows } = await sql<StoredSync>`${stored} where c.id = ${id}`.execute(db)
  return rows[0] ?? refuse('syncMissing')
}

/** Locks tasks in the order of their ids, so that two callers cannot deadlock; refuses if one of them is missing. */
export async function lockSyncs(db: Db, ids: readonly string[]): Promise<StoredSync[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<StoredSync>`${stored} where c.id = any (${wanted}) order by c.id for update of c`.execute(db)
  if (rows.length < wanted.length) refuse('syncMissing')
  return rows
}

export type SyncColumns = Omit<StoredSync, 'id' | 'version' | 'sealed' | 'status'> & { remark: string | null }

export async function insertSync(db: Db, one: SyncColumns, status: Flag): Promise<string> {
  const id = newId()
  await sql`insert into sync_config (id, name, direction, object_type, type, app_id, url, method, mapping, options, policy, cron, status, remark, edited_by)
    values (${id}, ${one.name}, ${one.direction}, ${one.objectType}, ${one.type}, ${one.appId}, ${one.url}, ${one.method},
      ${JSON.stringify(one.mapping)}::jsonb, ${JSON.stringify(one.options)}::jsonb, ${JSON.stringify(one.policy)}::jsonb, ${one.cron}, ${status},
      ${one.remark}, ${one.editedBy})`.execute(db)
  await sql`insert into sync_state (sync_id) values (${id})`.execute(db)
  return id
}

export async function updateSync(db: Db, id: string, one: SyncColumns, version: number | undefined): Promise<void> {
  const { rows } =
    await sql`update sync_config set name = ${one.name}, object_type = ${one.objectType}, app_id = ${one.appId}, url = ${one.url},
      method = ${one.method}, mapping = ${JSON.stringify(one.mapping)}::jsonb, options = ${JSON.stringify(one.options)}::jsonb,
      policy = ${JSON.stringify(one.policy)}::jsonb, cron = ${one.cron}, remark = ${one.remark}, edited_by = ${one.editedBy},
      version = version + 1, update_time = now()
    where id = ${id} and ${version === undefined ? sql`true` : sql`version = ${version}`} returning id`.execute(db)
  if (rows.length === 0) refuse('stale')
}

/** Replaces all secrets of a task with these. */
export async function replaceSecrets(db: Db, id: string, sealed: Readonly<Record<string, string>>): Promise<void> {
  await sql`delete from sync_secret where sync_id = ${id}`.execute(db)
  await sql`insert into sync_secret (sync_id, name, sealed)
    select ${id}, s.name, s.sealed from unnest(${Object.keys(sealed)}::text[], ${Object.values(sealed)}::text[]) as s (name, sealed)`.execute(
    db,
  )
}

/** Sets when the task next makes a full run and a delta run. */
export const setNextTimes = (db: Db, id: string, { full, delta }: { full: Date | null; delta: Date | null }) =>
  sql`insert into sync_state (sync_id, next_time, next_delta)
      values (${id}, ${full?.toISOString() ?? null}::timestamptz, ${delta?.toISOString() ?? null}::timestamptz)
    on conflict (sync_id) do update set next_time = excluded.next_time, next_delta = excluded.next_delta`.execute(db)

export async function setSyncStatus(db: Db, id: string, status: Flag): Promise<boolean> {
  const { rows } = await sql`update sync_config set status = ${status}, version = version + 1, update_time = now()
    where id = ${id} and status <> ${status} returning id`.execute(db)
  return rows.length > 0
}

export async function removeSyncs(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`delete from sync_config where id = any (${[...ids]}) returning id`.execute(db)
  return rows.length
}

export async function isSyncNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from sync_config where fold_name(name) = ${foldName(name)} and id <> ${but}`.execute(db)
  return rows.length > 0
}

/** Whether one of the tasks has a run in progress. */
export async function anyRunning(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sync_run where sync_id = any (${[...ids]}) and state in ('reading', 'released', 'writing')`.execute(db)
  return rows.length > 0
}

/** The kinds of objects that the task has links to. */
export async function linkedKinds(db: Db, id: string): Promise<Set<string>> {
  const { rows } = await sql<{ objectType: string }>`select distinct object_type from sync_link where sync_id = ${id}`.execute(db)
  return new Set(rows.map(row => row.objectType))
}

export async function hasApp(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app where id = ${id}`.execute(db)
  return rows.length > 0
}
