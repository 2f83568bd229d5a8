import { sql } from 'kysely'
import type { SyncObject, SyncOperate } from '@hufu/contract/provisioning/sync-log'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

const TEXT_MAX = 8192
const MESSAGE_MAX = 500
/** Replaces half of a surrogate pair at the cut, which PostgreSQL cannot store. */
const truncate = (text: string, most: number) => text.slice(0, most).toWellFormed()

/** The result of one object. Callers must remove secrets from the texts and mask numbers in them. */
export interface SyncLogEntry {
  /** Given only if the caller needs to know the id. */
  id?: string
  objectType: SyncObject
  operateType: SyncOperate
  /** The task, the application, or both. */
  sync?: { id: string; name: string } | undefined
  app?: { id: string; name: string } | undefined
  runId?: string | undefined
  objectId?: string | undefined
  originId?: string | undefined
  name: string
  isDone: boolean
  message: string
  request?: string | undefined
  response?: string | undefined
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  attempt?: number
  retryOf?: string | undefined
}

/** Writes all rows with one statement. */
export async function writeSyncLog(db: Db, entries: readonly SyncLogEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id = newId(), sync, app, isDone, message, request, response, ...rest }) => ({
    id,
    syncId: sync?.id,
    syncName: sync?.name,
    appId: app?.id,
    appName: app?.name,
    ...rest,
    result: isDone ? 1 : 0,
    message: truncate(message, MESSAGE_MAX),
    request: request && truncate(request, TEXT_MAX),
    response: response && truncate(response, TEXT_MAX),
  }))
  await sql`insert into sync_log (id, sync_id, sync_name, app_id, app_name, run_id, object_type, operate_type, object_id, origin_id, name,
      result, message, request, response, before, after, attempt, retry_of)
    select r.id, r."syncId", r."syncName", r."appId", r."appName", r."runId", r."objectType", r."operateType", r."objectId", r."originId",
      r.name, r.result, r.message, r.request, r.response, r.before, r.after, coalesce(r.attempt, 1), r."retryOf"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id text, "syncId" text, "syncName" text, "appId" text, "appName" text,
      "runId" text, "objectType" text, "operateType" text, "objectId" text, "originId" text, name text, result smallint, message text,
      request text, response text, before jsonb, after jsonb, attempt int, "retryOf" text)`.execute(db)
}
