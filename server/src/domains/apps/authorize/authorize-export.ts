import type { SubjectType } from '@hufu/contract/apps/access'
import { authorize, authorizeFilter, type Authorization, type AuthorizeFilter } from '@hufu/contract/apps/authorize'
import type { QueryOf } from '@hufu/contract/call'
import { readFilterText } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import type { Context } from '../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow } from '../../../sheets/index.ts'
import { authorizationRows, idsOfAuthorizations } from './authorize.sql.ts'
import { text } from './text.ts'

const EXPORT_AUTHORIZATIONS = 'exportAuthorizations'
interface Order {
  type: SubjectType
  filter: AuthorizeFilter
}

export async function exportAuthorizations(ctx: Context<QueryOf<typeof authorize.exportExcel>>): Promise<string> {
  const { db, who, kernel, query, auditTarget, afterCommit } = ctx
  const order: Order = { type: query.targetType, filter: readFilterText(authorizeFilter, query.query) ?? {} }
  const taskId = await kernel.tasks.start(db, who, EXPORT_AUTHORIZATIONS, order, query.uuid)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

export const authorizeTasks = (kernel: Kernel): void =>
  kernel.tasks.define<Order, never>({ kind: EXPORT_AUTHORIZATIONS, run: task => run(kernel, task) })

async function run(kernel: Kernel, task: RunningTask<Order, never>): Promise<{ message: string; fileId: string }> {
  const scope = await callerScopeNow(kernel, task.ownerId, authorize.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await idsOfAuthorizations(kernel.db, { scope, keys: kernel.keys, ...task.payload }, EXPORT_MAX + 1)
  return exportTable(kernel.db, task, {
    fileName: text.exportFile,
    titles: text.titles,
    ids,
    rows: async part => (await authorizationRows(kernel.db, scope, part)).map(line),
  })
}

const line = (row: Authorization): (string | null)[] => [
  row.targetName,
  text.types[row.targetType],
  row.targetType === 'org' ? (row.below ? text.yes : text.no) : null,
  row.appName,
  row.roleNames.join('、'),
  row.beginTime,
  row.endTime,
  row.grantedBy,
  row.createTime,
]
