import { sync, syncText, verdictName } from '@hufu/contract/provisioning/sync'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { RunningTask } from '../../../../platform/tasks/running-task.ts'
import { callerScopeNow, EXPORT_MAX, exportTable } from '../../../../sheets/index.ts'
import { planKeys, rowsByKey } from '../run/run-read.sql.ts'
import { findRun } from '../run/run.sql.ts'
import { text } from '../text.ts'

export const EXPORT_PLAN = 'exportSyncPlan'
interface ExportOrder {
  runId: string
}

export const exportPlanTask = (kernel: Kernel): void =>
  kernel.tasks.define<ExportOrder, never>({ kind: EXPORT_PLAN, run: task => runExport(kernel, task) })

async function runExport(kernel: Kernel, task: RunningTask<ExportOrder, never>): Promise<{ message: string; fileId: string }> {
  const { runId } = task.payload
  // Refuses an owner who may no longer see the plan.
  await callerScopeNow(kernel, task.ownerId, sync.pageRow.permit)
  const run = await findRun(kernel.db, runId)
  const ids = await planKeys(kernel.db, runId, EXPORT_MAX + 1)
  return exportTable(kernel.db, task, {
    fileName: text.export.file,
    titles: text.export.titles,
    ids,
    rows: async part =>
      (await rowsByKey(kernel.db, runId, part)).map(row => [
        syncText.object[row.objectType],
        row.name,
        row.originId,
        verdictName(row.verdict, run?.mode),
        row.orgName,
        row.changes.map(({ label, before, after }) => text.export.change(label, before ?? '', after ?? '')).join('；'),
        row.faults.map(({ label, message }) => (label ? `${label}：${message}` : message)).join('；'),
      ]),
  })
}
