import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { isVisibleIn } from './sync-log.sql.ts'

/** A row of the log that is to be retried. */
export interface FailedRow {
  id: string
  isFailed: boolean
  /** The direction of its task; a push has no task or an outbound one. */
  direction: 'in' | 'out'
  syncId: string | null
  appId: string | null
  objectType: 'org' | 'user' | 'all'
  objectId: string | null
  originId: string | null
  attempt: number
}

/** The rows that are visible to the caller, newest first. */
export async function findRows(db: Db, scope: Scope, ids: readonly string[]): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`select l.id, l.result = 0 and l.operate_type <> 'run' as is_failed,
      coalesce(c.direction, case when l.app_id is null then 'in' else 'out' end) as direction,
      l.sync_id, l.app_id, l.object_type, l.object_id, l.origin_id, l.attempt
    from sync_log l left join sync_config c on c.id = l.sync_id where l.id = any (${[...ids]}) and ${isVisibleIn(scope)}
    order by l.create_time desc, l.id desc`.execute(db)
  return rows
}
