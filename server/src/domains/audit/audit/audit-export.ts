import { operLog, type OperLog, type OperLogFilter } from '@hufu/contract/audit/audit'
import { moduleName, operateName } from '@hufu/contract/audit/audit-text'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { EXPORT_MAX, exportTable, callerScopeNow } from '../../../sheets/index.ts'
import { idsOf, logsOf } from './audit-list.sql.ts'
import { text } from './text.ts'

export const EXPORT_LOGS = 'exportOperLog'
export interface ExportOrder {
  filter: OperLogFilter
}

type Row = OperLog & { digest: string }
const columns: Record<keyof typeof text.columns, (row: Row) => string | null> = {
  time: row => row.createTime,
  userName: row => row.userName,
  realName: row => row.realName,
  orgName: row => row.orgName,
  module: row => moduleName(row.module),
  operate: row => operateName(row.module, row.operateType),
  targetName: row => row.targetName,
  target: row => row.target,
  result: row => text.results[row.result] ?? null,
  code: row => row.code,
  message: row => row.message,
  ip: row => row.ip,
  method: row => row.method,
  path: row => row.path,
  params: row => row.params,
  cost: row => String(row.cost),
  traceId: row => row.traceId,
  lane: row => String(row.lane),
  seq: row => String(row.seq),
  digest: row => row.digest,
}
const cells = Object.values(columns)

export async function exportLogs(kernel: Kernel, task: RunningTask<ExportOrder, never>): Promise<{ message: string; fileId: string }> {
  const { db } = kernel
  const scope = await callerScopeNow(kernel, task.ownerId, operLog.exportExcel.permit)
  await task.report({ stage: text.reading })
  const ids = await idsOf(db, scope, task.payload.filter, EXPORT_MAX + 1)
  return exportTable(db, task, {
    fileName: text.exportFile,
    titles: Object.values(text.columns),
    ids,
    rows: async part => (await logsOf(db, scope, part)).map(row => cells.map(cell => cell(row))),
  })
}
