import { syncLog, type SyncLogBrief, type SyncLogFilter } from '@hufu/contract/provisioning/sync-log'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { callerScopeNow, EXPORT_MAX, exportTable, importText } from '../../../sheets/index.ts'
import { syncLogIds, syncLogRows } from './sync-log.sql.ts'
import { text } from './text.ts'

export const EXPORT_SYNC_LOG = 'exportSyncLog'

export const syncLogTasks = (kernel: Kernel): void =>
  kernel.tasks.define<SyncLogFilter, never>({ kind: EXPORT_SYNC_LOG, run: task => runExport(kernel, task) })

async function runExport(kernel: Kernel, task: RunningTask<SyncLogFilter, never>): Promise<{ message: string; fileId: string }> {
  const scope = await callerScopeNow(kernel, task.ownerId, syncLog.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await syncLogIds(kernel.db, scope, task.payload, EXPORT_MAX + 1)
  return exportTable(kernel.db, task, {
    fileName: text.file,
    titles: text.titles,
    ids,
    rows: async part => (await syncLogRows(kernel.db, part)).map(cellsOf),
  })
}

const cellsOf = (row: SyncLogBrief): (string | null)[] => [
  row.createTime,
  row.syncName,
  row.appName,
  text.objects[row.objectType],
  row.name,
  text.operates[row.operateType],
  text.results[row.result === 1 ? 1 : 0],
  row.message,
  row.originId,
  String(row.attempt),
  row.objectId,
]
