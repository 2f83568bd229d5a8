import { syncLog, syncLogFilter } from '@hufu/contract/provisioning/sync-log'
import type { BodyOf } from '@hufu/contract/call'
import { feature, type Context } from '../../../platform/http/context.ts'
import { readFilterText } from '../../../platform/http/filter.ts'
import { findSyncLog, groupFailures, pageSyncLogs, sourcesOf } from './sync-log.sql.ts'
import { EXPORT_SYNC_LOG } from './sync-log.tasks.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { retryReads } from '../sync/run/retry-reads.ts'
import { retryPushes } from '../push/manual-push.ts'
import { findRows, type FailedRow } from './retry.sql.ts'

type Retrying = Context<unknown, BodyOf<typeof syncLog.retry>>

/** The functions that retry failed rows, by the direction of their task; each returns the id of its background task. */
const retriers: Readonly<Record<FailedRow['direction'], (ctx: Retrying, rows: readonly FailedRow[]) => Promise<string>>> = {
  out: retryPushes,
  in: retryReads,
}

/** Retries rows, of which all must have failed. */
async function retryRows(ctx: Retrying): Promise<string> {
  const wanted = new Set(ctx.body.ids)
  if (wanted.size === 0) refuse('nothingChosen')
  const rows = await findRows(ctx.db, ctx.scope, [...wanted])
  if (rows.length < wanted.size) refuse('syncLogMissing')
  if (!rows.every(({ isFailed }) => isFailed)) refuse('syncLogNotFailed')
  const [{ direction }] = rows as [FailedRow]
  if (!rows.every(row => row.direction === direction)) refuse('syncRetryMixed')
  return retriers[direction](ctx, rows)
}

export const syncLogFeature = feature('syncLog', syncLog, {
  page: ({ kernel, scope, query }) => pageSyncLogs(kernel.db, scope, query),
  byId: ({ db, scope, query }) => findSyncLog(db, scope, query.id),
  listSource: ({ db }) => sourcesOf(db),
  listFailure: ({ kernel, scope, query }) => groupFailures(kernel.db, scope, query),
  retry: retryRows,
  exportExcel: async ({ db, who, kernel, query, auditTarget, afterCommit }) => {
    const taskId = await kernel.tasks.start(db, who, EXPORT_SYNC_LOG, readFilterText(syncLogFilter, query.query) ?? {}, query.uuid)
    auditTarget(taskId, 'task')
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
})
