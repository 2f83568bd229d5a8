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
/** What the application took. */
export interface SentItem extends ItemKey {
  state: PushObject['state']
  hash: string
  keys: Record<string, unknown>
  isReleased: boolean
  taskId: string | null
}
/** What is tried again after so many seconds. */
export interface LaterItem extends ItemKey {
  seconds: number
  /** Else the application did not answer at all, and it is no try. */
  counts: boolean
}
export interface FailedItem extends ItemKey {
  logId: string
}
export interface TargetState {
  faults: number
  /** Nothing is sent for so long. */
  waitSeconds: number
  hasSent: boolean
  fault: string | undefined
}

/** False where another node has taken over: what was found is then not written, and told once more. */
export async function settleTarget(
  db: Db,
  { appId, attempt }: Target,
  { faults, waitSeconds, hasSent, fault }: TargetState,
): Promise<boolean> {
  const { rows } = await sql`update push_target set lease_until = null, faults = ${faults},
      wait_until = greatest(wait_until, now() + ${waitSeconds} * interval '1 second'),
      last_time = case when ${hasSent} then now() else last_time end,
      last_fault = coalesce(${fault ?? null}, last_fault), fault_time = case when ${fault ?? null}::text is null then fault_time else now() end
    where app_id = ${appId} and attempt = ${attempt} returning 1`.execute(db)
  return rows.length > 0
}

const rowsOf = (items: readonly ItemKey[]) => sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r`
const columns = sql.raw('"objectType" text, "objectId" text, generation bigint')
const same = (of: string) => sql.raw(`${of}.object_type = r."objectType" and ${of}.object_id = r."objectId"`)

/** Done where nothing has changed meanwhile; else it waits for its turn as what just changed. */
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

/** Nothing is left to be told. */
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
