import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import type { PushObject } from './push-object.sql.ts'
import type { Target } from './push-queue.sql.ts'

interface ItemKey {
  objectType: PushType
  objectId: string
  generation: number
}
/** A push that the application accepted. */
export interface SentItem extends ItemKey {
  state: PushObject['state']
  hash: string
  keys: Record<string, unknown>
  isReleased: boolean
  taskId: string | null
}
/** A push to try again after some seconds. */
export interface LaterItem extends ItemKey {
  seconds: number
  /** Whether this counts as a try; not if the application asked for a pause or did not answer a probe. */
  counts: boolean
}
export interface FailedItem extends ItemKey {
  logId: string
}
export interface TargetState {
  failures: number
  /** How long nothing is sent to the application. */
  waitSeconds: number
  hasSent: boolean
  error: string | undefined
}

/** Returns false if another node has taken over: it sends the pushes again, so the results of this one are not written. */
export async function settleTarget(
  db: Db,
  { appId, attempt }: Target,
  { failures, waitSeconds, hasSent, error }: TargetState,
): Promise<boolean> {
  const { rows } = await sql`update push_target set lease_until = null, faults = ${failures},
      wait_until = greatest(wait_until, now() + ${waitSeconds} * interval '1 second'),
      last_time = case when ${hasSent} then now() else last_time end,
      last_fault = coalesce(${error ?? null}, last_fault), fault_time = case when ${error ?? null}::text is null then fault_time else now() end
    where app_id = ${appId} and attempt = ${attempt} returning 1`.execute(db)
  return rows.length > 0
}

const rowsOf = (items: readonly ItemKey[]) => sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r`
const columns = sql.raw('"objectType" text, "objectId" text, generation bigint')
const same = (of: string) => sql.raw(`${of}.object_type = r."objectType" and ${of}.object_id = r."objectId"`)

/** Deletes the items that have not changed meanwhile; the others are queued again as new changes. */
async function endItems(db: Db, appId: string, items: readonly ItemKey[]): Promise<void> {
  if (items.length === 0) return
  await sql`with ended as (select * from ${rowsOf(items)} (${columns}, "taskId" text)),
      done as (delete from push_item i using ended r where i.app_id = ${appId} and ${same('i')} and i.generation = r.generation)
    update push_item i set tries = 0, due_time = now(), attempt = 1, retry_of = null,
      task_id = case when i.task_id = r."taskId" then null else i.task_id end
    from ended r where i.app_id = ${appId} and ${same('i')} and i.generation <> r.generation`.execute(db)
}

export async function settleSent(db: Db, appId: string, items: readonly SentItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`insert into push_link (app_id, object_type, object_id, state, sent_hash, keys, is_released)
    select ${appId}, r."objectType", r."objectId", r.state, r.hash, case when r.state = 'gone' then '{}' else r.keys end, r."isReleased"
    from ${rowsOf(items)} (${columns}, state text, hash text, keys jsonb, "isReleased" boolean) order by 2, 3
    on conflict (app_id, object_type, object_id) do update set sent_hash = excluded.sent_hash, keys = excluded.keys, sent_time = now(),
      state_time = case when push_link.state = excluded.state then push_link.state_time else now() end,
      is_released = case when push_link.state = excluded.state then push_link.is_released else excluded.is_released end,
      state = excluded.state`.execute(db)
  await sql`delete from push_failure i using ${rowsOf(items)} (${columns}) where i.app_id = ${appId} and ${same('i')}`.execute(db)
  await endItems(db, appId, items)
}

/** For items for which nothing needs to be sent. */
export const settleDropped = endItems

export async function settleFailed(db: Db, appId: string, items: readonly FailedItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`insert into push_failure (app_id, object_type, object_id, log_id)
    select ${appId}, r."objectType", r."objectId", r."logId" from ${rowsOf(items)} (${columns}, "logId" text) order by 2, 3
    on conflict (app_id, object_type, object_id) do update set log_id = excluded.log_id`.execute(db)
  await endItems(db, appId, items)
}

export async function settleLater(db: Db, appId: string, items: readonly LaterItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`update push_item i set tries = i.tries + case when r.counts then 1 else 0 end, due_time = now() + r.seconds * interval '1 second'
    from ${rowsOf(items)} (${columns}, seconds float8, counts boolean) where i.app_id = ${appId} and ${same('i')}`.execute(db)
}
