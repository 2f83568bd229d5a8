import type { QueryOf } from '@hufu/contract/call'
import { org, orgAttributes, orgFilter, type OrgAttribute } from '@hufu/contract/directory/org'
import { readFilterText } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import type { Context } from '../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow, readAttributes } from '../../../sheets/index.ts'
import { chosenOrgs, exportRows, type Chosen } from './org-export.sql.ts'
import { text } from './text.ts'

export const EXPORT_ORGS = 'exportOrgs'

/** Which organisations (D-49) and which columns. */
export interface OrgOrder extends Chosen {
  attributes: OrgAttribute[]
}

type Query = QueryOf<typeof org.exportExcel>

export async function exportOrgs({ db, who, kernel, query, auditTarget, afterCommit }: Context<Query, undefined>): Promise<string> {
  const taskId = await kernel.tasks.start(db, who, EXPORT_ORGS, orderOf(query), query.uuid)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

function orderOf({ rangeType, orgId, orgIds, query, attributes }: Query): OrgOrder {
  const chosen = { attributes: readAttributes<OrgAttribute>(orgAttributes, attributes) }
  const filter = readFilterText(orgFilter, query)
  // For organisations, the first and the third range of D-49 mean the same: the chosen ones.
  if (rangeType === '1' || rangeType === '3') return { ...chosen, orgIds: orgIds && orgIds.length > 0 ? orgIds : refuse('nothingChosen') }
  return rangeType === '2' ? { ...chosen, filter, below: orgId ?? refuse('nothingChosen') } : { ...chosen, filter }
}

export async function runOrgExport(kernel: Kernel, task: RunningTask<OrgOrder, never>): Promise<{ message: string; fileId: string }> {
  const { attributes, ...chosen } = task.payload
  const scope = await callerScopeNow(kernel, task.ownerId, org.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await chosenOrgs(kernel.db, scope, chosen, EXPORT_MAX + 1)
  const titles = new Map<string, string>(orgAttributes)
  return exportTable(kernel.db, task, {
    fileName: text.exportFile,
    titles: attributes.map(attribute => titles.get(attribute)!),
    ids,
    rows: part => exportRows(kernel.db, scope, attributes, part),
  })
}
