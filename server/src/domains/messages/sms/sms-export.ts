import type { QueryOf } from '@hufu/contract/call'
import { sms, smsFilter, type SmsFilter } from '@hufu/contract/messages/sms'
import { readFilterText } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import type { Context } from '../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow } from '../../../sheets/index.ts'
import { idsOfSms, smsRows } from './sms-list.sql.ts'
import { text } from './text.ts'

const EXPORT_SMS = 'exportSms'

export interface SmsOrder {
  filter: SmsFilter
}

export async function exportSms({
  db,
  who,
  kernel,
  query,
  auditTarget,
  afterCommit,
}: Context<QueryOf<typeof sms.exportExcel>>): Promise<string> {
  const taskId = await kernel.tasks.start(
    db,
    who,
    EXPORT_SMS,
    { filter: readFilterText(smsFilter, query.query) ?? {} } satisfies SmsOrder,
    query.uuid,
  )
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

export const smsTasks = (kernel: Kernel): void => kernel.tasks.define<SmsOrder, never>({ kind: EXPORT_SMS, run: task => run(kernel, task) })

async function run(kernel: Kernel, task: RunningTask<SmsOrder, never>): Promise<{ message: string; fileId: string }> {
  const scope = await callerScopeNow(kernel, task.ownerId, sms.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await idsOfSms(kernel.db, { scope, filter: task.payload.filter, keys: kernel.keys }, EXPORT_MAX + 1)
  return exportTable(kernel.db, task, {
    fileName: text.exportFile,
    titles: text.titles,
    ids,
    rows: part => smsRows(kernel.db, scope, part),
  })
}
