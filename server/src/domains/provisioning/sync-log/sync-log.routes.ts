import { syncLog, syncLogFilter } from '@hufu/contract/provisioning/sync-log'
import { feature } from '../../../platform/http/context.ts'
import { readFilterText } from '../../../platform/http/filter.ts'
import { retryRows } from './retry.ts'
import { findSyncLog, groupFailures, pageSyncLogs, sourcesOf } from './sync-log.sql.ts'
import { EXPORT_SYNC_LOG } from './sync-log.tasks.ts'

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
