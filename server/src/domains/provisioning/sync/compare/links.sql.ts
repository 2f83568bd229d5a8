import { sql, type RawBuilder } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { ObjectType } from '../sources/source.ts'

const tableOf: Readonly<Record<ObjectType, RawBuilder<unknown>>> = { org: sql`org`, user: sql`users` }

export interface Link {
  originId: string
  objectId: string
  rowHash: string
  objectVersion: number | null
  state: 'linked' | 'gone'
  isOwner: boolean
  goneRuns: number
  disabledTime: string | null
  /** Current version of the object; null if it was deleted in Hufu. */
  version: number | null
  /** Version of a user whom this task moved to the trash; null otherwise. */
  trashedVersion: number | null
}

/** Links by origin id, each with the current version of its object. */
export async function findLinks(db: Db, syncId: string, objectType: ObjectType, originIds: readonly string[]): Promise<Map<string, Link>> {
  const { rows } = await everyone(
    'the links of a source; the plan leaves out objects outside its scope',
    sql<Link>`select l.origin_id, l.object_id, l.row_hash, l.object_version, l.state, l.is_owner, l.gone_runs, l.disabled_time,
      o.version, t.version as trashed_version
    from sync_link l left join ${tableOf[objectType]} o on o.id = l.object_id and o.deleted_at is null
      left join users t on ${objectType === 'user'} and t.id = l.object_id and t.deleted_at <= l.disabled_time
    where l.sync_id = ${syncId} and l.object_type = ${objectType} and l.origin_id = any (${[...originIds]})`,
  ).execute(db)
  return new Map(rows.map(row => [row.originId, row]))
}

/** Ids of linked organisations by origin id, without those deleted in Hufu. */
export async function linkedOrgs(db: Db, syncId: string, originIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await everyone(
    'the organisations that a source is linked to',
    sql<{ originId: string; objectId: string }>`select l.origin_id, l.object_id from sync_link l
    join live_org o on o.id = l.object_id
    where l.sync_id = ${syncId} and l.object_type = 'org' and l.origin_id = any (${[...originIds]})`,
  ).execute(db)
  return new Map(rows.map(row => [row.originId, row.objectId]))
}

export interface Owner {
  objectId: string
  syncId: string
  name: string
  /** Fields it writes at every run. */
  fields: string[]
  isOwner: boolean
}

/** Other sources that are linked to these objects. */
export async function otherSources(db: Db, syncId: string, objectType: ObjectType, ids: readonly string[]): Promise<Owner[]> {
  const { rows } = await sql<Owner>`select l.object_id, c.id as sync_id, c.name, l.is_owner, ${ownedFields(objectType)} as fields
    from sync_link l join sync_config c on c.id = l.sync_id
    where l.object_type = ${objectType} and l.object_id = any (${[...ids]}) and l.sync_id <> ${syncId}`.execute(db)
  return rows
}

/** The fields that the mapping of task `c` writes at every run. */
export const ownedFields = (objectType: ObjectType) =>
  sql`array(select m ->> 'to' from jsonb_array_elements(c.mapping) m where m ->> 'object' = ${objectType}
    and coalesce(m ->> 'when', 'always') = 'always')`

/** Organisations by original id, or else by code. */
export async function orgsNamed(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await everyone(
    'a source of users names organisations; the plan leaves out what lies outside its scope',
    sql<{ name: string; id: string }>`select o.origin_org_id as name, o.id from live_org o
      where o.origin_org_id = any (${[...names]})
    union all select n.name, o.id from unnest(${[...names]}::text[]) as n (name) join live_org o on lower(o.code) = lower(n.name)`,
  ).execute(db)
  const found = new Map<string, string>()
  for (const { name, id } of rows) if (!found.has(name)) found.set(name, id)
  return found
}

/** Rows of a run with this number stand for linked objects that it did not read. */
export const ABSENT_ROW = 1_000_000_000

interface GoneRules {
  /** Complete reads without an object, and days since the first of them, after which `act` is done. */
  runs: number
  days: number
  act: 'disable' | 'trash' | null
  /** Only these origin ids; null for all. */
  named: readonly string[] | null
  sentences: { status: string; enabled: string; disabled: string }
}

/** Adds a row for each linked object that the run did not read, with what is done about it. */
export const findGone = (
  db: Db,
  run: { id: string; syncId: string },
  objectType: ObjectType,
  { runs, days, act, named, sentences }: GoneRules,
) => {
  const isEligible = sql`l.is_owner and o.status = 1 and o.deleted_at is null and ${act}::text is not null`
  const isDue = sql`l.gone_runs + 1 >= ${runs} and (${days} = 0 or l.gone_since <= now() - ${days} * interval '1 day')`
  // An object that the task disabled and an administrator enabled again is left alone.
  const isAwaited = sql`(${days} > 0 or ${named !== null}) and ${isEligible} and (l.disabled_time is null or l.disabled_time < l.gone_since)`
  const change = JSON.stringify([{ field: 'status', label: sentences.status, before: sentences.enabled, after: sentences.disabled }])
  const shown = objectType === 'user' ? sql`o.real_name` : sql`o.name`
  const above =
    objectType === 'user'
      ? everyone(
          'the objects that a source is linked to and no longer reads',
          sql`(select j.org_id from job j where j.user_id = o.id and j.job_type = 1)`,
        )
      : sql`o.parent_id`
  return sql`insert into sync_row (run_id, object_type, origin_id, row_no, row_hash, verdict, act, name, org_id, target_id, target_version, gone_runs,
      is_owner, changes)
    select ${run.id}, ${objectType}, l.origin_id, ${sql.lit(ABSENT_ROW)}, '', 'gone', case when ${isEligible} and ${isDue} then ${act} else 'count' end,
      coalesce(${shown}, l.origin_id), ${above}, l.object_id, o.version, l.gone_runs + 1, l.is_owner,
      case when ${isEligible} then ${change}::jsonb else '[]' end
    from sync_link l left join ${tableOf[objectType]} o on o.id = l.object_id and o.deleted_at is null
    where l.sync_id = ${run.syncId} and l.object_type = ${objectType} and ${named === null ? sql`true` : sql`l.origin_id = any (${[...named]})`}
      and (l.state = 'linked' or l.gone_runs < ${runs} or ${isAwaited})
      and not exists (select 1 from sync_row s where s.run_id = ${run.id} and s.object_type = ${objectType} and s.origin_id = l.origin_id)`.execute(
    db,
  )
}

export interface LinkWrite {
  originId: string
  objectId: string
  hash: string
  isOwner: boolean
  /** True if this write disables the object. */
  disabled: boolean | null
}

/** Saves the links of objects just written, each with the object's current version. */
export async function saveLinks(db: Db, syncId: string, objectType: ObjectType, links: readonly LinkWrite[]): Promise<void> {
  if (links.length === 0) return
  await everyone(
    'objects that the same transaction has written within its scope',
    sql`insert into sync_link as l (sync_id, object_type, origin_id, object_id, row_hash, object_version, is_owner, disabled_time)
    select ${syncId}, ${objectType}, r."originId", r."objectId", r."hash", o.version, r."isOwner", case when r."disabled" then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r ("originId" text, "objectId" text, "hash" text, "isOwner" boolean, "disabled" boolean)
      join ${tableOf[objectType]} o on o.id = r."objectId"
    on conflict (sync_id, object_type, origin_id) do update set object_id = excluded.object_id, row_hash = excluded.row_hash,
      object_version = excluded.object_version, state = 'linked', gone_since = null, gone_runs = 0,
      disabled_time = case when excluded.disabled_time is not null then excluded.disabled_time
        when (select status from ${tableOf[objectType]} o where o.id = l.object_id) = 1 then null else l.disabled_time end`,
  ).execute(db)
}

/** Marks links as gone and records which of their objects were disabled. */
export async function saveGone(
  db: Db,
  syncId: string,
  objectType: ObjectType,
  missing: readonly { originId: string; runs: number; isDisabled: boolean }[],
): Promise<void> {
  if (missing.length === 0) return
  await sql`update sync_link l set state = 'gone', gone_runs = r."runs", gone_since = coalesce(l.gone_since, now()), row_hash = '',
      disabled_time = case when r."isDisabled" then clock_timestamp() else l.disabled_time end
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as r ("originId" text, "runs" int, "isDisabled" boolean)
    where l.sync_id = ${syncId} and l.object_type = ${objectType} and l.origin_id = r."originId"`.execute(db)
}

/**
 * Updates, in one statement each at the end of a run, the links of objects whose absence is only counted and of unchanged
 * objects.
 */
export async function settleLinks(db: Db, run: { id: string; syncId: string }, withGone: boolean): Promise<void> {
  if (withGone)
    await sql`update sync_link l set state = 'gone', gone_runs = s.gone_runs, gone_since = coalesce(l.gone_since, now()), row_hash = ''
      from sync_row s where s.run_id = ${run.id} and s.verdict = 'gone' and s.act = 'count'
        and l.sync_id = ${run.syncId} and l.object_type = s.object_type and l.origin_id = s.origin_id`.execute(db)
  await sql`update sync_link l set row_hash = s.row_hash, object_version = s.target_version, state = 'linked', gone_since = null, gone_runs = 0
    from sync_row s where s.run_id = ${run.id} and s.verdict = 'unchanged' and s.act = 'link'
      and l.sync_id = ${run.syncId} and l.object_type = s.object_type and l.origin_id = s.origin_id`.execute(db)
}

/** Those of the users disabled by this task whose status nobody has changed since. */
export async function withUnchangedStatus(db: Db, syncId: string, originIds: readonly string[]): Promise<Set<string>> {
  if (originIds.length === 0) return new Set()
  const { rows } = await sql<{ originId: string }>`select l.origin_id from sync_link l
    where l.sync_id = ${syncId} and l.object_type = 'user' and l.origin_id = any (${[...originIds]}) and l.disabled_time is not null
      and not exists (select 1 from data_history h where h.table_name = 'users' and h.record_id = l.object_id and h.create_time > l.disabled_time
        and h.before ->> 'status' is distinct from h.after ->> 'status')`.execute(db)
  return new Set(rows.map(row => row.originId))
}
