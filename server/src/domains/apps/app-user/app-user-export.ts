import { appUser, appUserFilter, type AppUser, type AppUserFilter } from '@hufu/contract/apps/app-user'
import type { QueryOf } from '@hufu/contract/call'
import { readFilterText } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import type { Context } from '../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow } from '../../../sheets/index.ts'
import { appUserRows, findApp, idsOfAppUsers } from './app-user.sql.ts'
import { text } from './text.ts'

const EXPORT_APP_USERS = 'exportAppUsers'
interface Order {
  appId: string
  filter: AppUserFilter
}

export async function exportAppUsers(ctx: Context<QueryOf<typeof appUser.exportExcel>>): Promise<string> {
  const { db, who, kernel, query, auditTarget, afterCommit } = ctx
  await findApp(db, query.appId)
  const order: Order = { appId: query.appId, filter: readFilterText(appUserFilter, query.query) ?? {} }
  const taskId = await kernel.tasks.start(db, who, EXPORT_APP_USERS, order, query.uuid)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

export const appUserTasks = (kernel: Kernel): void =>
  kernel.tasks.define<Order, never>({ kind: EXPORT_APP_USERS, run: task => run(kernel, task) })

async function run(kernel: Kernel, task: RunningTask<Order, never>): Promise<{ message: string; fileId: string }> {
  const scope = await callerScopeNow(kernel, task.ownerId, appUser.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const app = await findApp(kernel.db, task.payload.appId)
  const ids = await idsOfAppUsers(kernel.db, { scope, keys: kernel.keys, ...task.payload }, EXPORT_MAX + 1)
  return exportTable(kernel.db, task, {
    fileName: text.exportFile,
    titles: text.titles,
    ids,
    rows: async part => (part.length === 0 ? [] : (await appUserRows(kernel.db, app, part)).map(line)),
  })
}

const line = (row: AppUser): (string | null)[] => [
  row.realName,
  row.userName,
  row.orgName,
  row.account,
  text.sources[row.source],
  row.roles.map(role => role.name).join('、'),
  row.status === 1 ? text.enabled : text.disabled,
  row.isOpen ? text.yes : text.no,
  row.createTime,
]
