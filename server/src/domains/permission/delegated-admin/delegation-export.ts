import type { QueryOf } from '@hufu/contract/call'
import { delegatedAdmin, type DelegatedAdmin, delegationFilter, type DelegationFilter } from '@hufu/contract/permission/delegated-admin'
import { readFilterText } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import type { Context } from '../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow } from '../../../sheets/index.ts'
import { delegationsById, idsOfDelegations } from './delegated-admin.sql.ts'
import { text } from './text.ts'

const EXPORT_DELEGATION = 'exportGradeAdmin'

export async function exportDelegations({
  db,
  who,
  kernel,
  query,
  auditTarget,
  afterCommit,
}: Context<QueryOf<typeof delegatedAdmin.exportExcel>>): Promise<string> {
  const taskId = await kernel.tasks.start(db, who, EXPORT_DELEGATION, readFilterText(delegationFilter, query.query) ?? {}, query.uuid)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

export const delegationTasks = (kernel: Kernel): void =>
  kernel.tasks.define<DelegationFilter, never>({ kind: EXPORT_DELEGATION, run: task => run(kernel, task) })

async function run(kernel: Kernel, task: RunningTask<DelegationFilter, never>): Promise<{ message: string; fileId: string }> {
  const scope = await callerScopeNow(kernel, task.ownerId, delegatedAdmin.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await idsOfDelegations(kernel.db, scope, task.payload, EXPORT_MAX + 1)
  const viewer = { userId: task.ownerId, scope, delegationIds: [] }
  return exportTable(kernel.db, task, {
    fileName: text.file,
    titles: text.titles,
    ids,
    rows: async part => (await delegationsById(kernel.db, viewer, part)).map(cellsOf),
  })
}

const yesOrNo = (flag: number) => (flag === 1 ? text.yes : text.no)
const cellsOf = (row: DelegatedAdmin): (string | null)[] => [
  row.realName,
  row.userName,
  row.orgName,
  yesOrNo(row.hasIncludeChild),
  String(row.menuCount),
  String(row.buttonCount),
  yesOrNo(row.hasHandOn),
  row.sourceName,
  row.grantedByName,
  row.beginTime,
  row.endTime,
  text.states[row.state],
  String(row.belowCount),
  row.createTime,
]
