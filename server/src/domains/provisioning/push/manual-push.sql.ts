import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import { BROKEN_AFTER } from './push-queue.sql.ts'

/** A manually requested push: one object for one application. */
export interface ManualPush {
  appId: string
  objectType: PushType
  objectId: string
  retryOf?: string
  attempt?: number
}
interface PushedBy {
  taskId: string
  userId: string
}

/** The due time of manual pushes, which come before the pushes of changes. */
const BEFORE_CHANGES = sql`'2000-01-01'::timestamptz`

export const queueByHand = (db: Db, { taskId, userId }: PushedBy, pushes: readonly ManualPush[]) =>
  sql`insert into push_item (app_id, object_type, object_id, due_time, user_id, is_auto, task_id, retry_of, attempt)
    select r."appId", r."objectType", r."objectId", ${BEFORE_CHANGES}, ${userId}, false, ${taskId}, r."retryOf", coalesce(r.attempt, 1)
    from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb) r ("appId" text, "objectType" text, "objectId" text, "retryOf" text, attempt int)
    join push_target t on t.app_id = r."appId" order by 1, 2, 3
    on conflict (app_id, object_type, object_id) do update set generation = nextval('push_generation'), due_time = excluded.due_time, tries = 0,
      task_id = excluded.task_id, retry_of = excluded.retry_of, attempt = excluded.attempt, is_held = false`.execute(db)

interface AppPush {
  id: string
  name: string
  isOpen: boolean
  pushObject: PushType | 'all' | null
}

/** The applications among `appIds` that exist. */
export async function findApps(db: Db, appIds: readonly string[]): Promise<AppPush[]> {
  const { rows } = await sql<AppPush>`select a.id, a.name, a.open_push = 1 and a.status = 1 as is_open, a.push_object from app a
    where a.id = any (${[...appIds]}) order by a.name, a.id`.execute(db)
  return rows
}

export async function appsFor(db: Db, objectType: PushType): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select a.id, a.name from app a
    where a.open_push = 1 and a.status = 1 and a.push_object in (${objectType}, 'all') order by a.sort_num, a.name, a.id`.execute(db)
  return rows
}

export interface ManualPushResult {
  taken: number
  failed: number
  /** `waiting`: will be sent soon; `stuck`: the application does not answer, or asked for a pause. */
  waiting: number
  stuck: number
}

const isReachable = sql`a.open_push = 1 and a.status = 1 and t.faults < ${sql.lit(BROKEN_AFTER)} and t.wait_until < now() + interval '15 seconds'`

/** The results of a task's pushes so far. */
export async function manualPushResult(db: Db, taskId: string): Promise<ManualPushResult> {
  const { rows } = await sql<ManualPushResult>`select
      (select count(*)::int from sync_log where run_id = ${taskId} and result = 1) as taken,
      (select count(*)::int from sync_log where run_id = ${taskId} and result = 0) as failed,
      coalesce(sum(case when ${isReachable} then 1 else 0 end), 0)::int as waiting,
      coalesce(sum(case when ${isReachable} then 0 else 1 end), 0)::int as stuck
    from push_item i join push_target t on t.app_id = i.app_id join app a on a.id = i.app_id where i.task_id = ${taskId}`.execute(db)
  return rows[0]!
}
