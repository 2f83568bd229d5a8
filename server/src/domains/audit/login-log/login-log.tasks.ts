import { loginLog, loginTypes, type LoginLog, type LoginLogFilter } from '@hufu/contract/audit/login-log'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow } from '../../../sheets/index.ts'
import { loginLogIds, loginLogRows } from './login-log.sql.ts'
import { text } from './text.ts'

export const EXPORT_LOGINS = 'exportLoginLog'

export const loginLogTasks = (kernel: Kernel): void =>
  kernel.tasks.define<LoginLogFilter, never>({ kind: EXPORT_LOGINS, run: task => runExport(kernel, task) })

async function runExport(kernel: Kernel, task: RunningTask<LoginLogFilter, never>): Promise<{ message: string; fileId: string }> {
  const scope = await callerScopeNow(kernel, task.ownerId, loginLog.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await loginLogIds(kernel.db, scope, task.payload, EXPORT_MAX + 1)
  return exportTable(kernel.db, task, {
    fileName: text.file,
    titles: text.titles,
    ids,
    rows: async part => (await loginLogRows(kernel.db, part)).map(cellsOf),
  })
}

const cellsOf = (row: Omit<LoginLog, 'lockId' | 'isAlive'>): (string | null)[] => [
  row.loginTime,
  row.userName,
  row.realName,
  loginTypes[row.loginType] ?? row.loginType,
  text.results[row.result === 1 ? 1 : 0],
  row.message,
  row.ip,
  row.browser,
  row.os,
  row.sessionId,
]
