import { OTHER_JOB, user, userAttributes, userFilter, type Attribute, type UserFilter } from '@hufu/contract/directory/user'
import type { QueryOf } from '@hufu/contract/call'
import { XLSX } from '../../../../platform/files/files.ts'
import { readFilterText } from '../../../../platform/http/filter.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Scope } from '../../../../platform/access/scope.ts'
import type { RunningTask } from '../../../../platform/tasks/running-task.ts'
import { writeTable } from '../../../../sheets/xlsx/index.ts'
import { Download, type Handler } from '../../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, callerScopeNow, readAttributes } from '../../../../sheets/index.ts'
import { exportRows, otherJobs, peopleAmong, peopleIn, type JobPlace } from './user-export.sql.ts'
import { idsOf } from './user-list.sql.ts'
import { findUser } from './user-read.sql.ts'
import { text } from '../text.ts'

export const EXPORT_USERS = 'exportUsers'

/** Which people (D-49) and which columns. */
export interface UserOrder {
  userIds?: string[] | undefined
  orgIds?: string[] | undefined
  filter?: UserFilter | undefined
  attributes: Attribute[]
}

export const exportUsers: Handler<typeof user.exportExcel> = async ({ db, who, kernel, query, auditTarget, afterCommit }) => {
  const taskId = await kernel.tasks.start(db, who, EXPORT_USERS, orderOf(query), query.uuid)
  auditTarget(taskId, 'task')
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

function orderOf({ rangeType, userIds, orgId, orgIds, query, attributes }: QueryOf<typeof user.exportExcel>): UserOrder {
  const chosen = { attributes: readAttributes<Attribute>(userAttributes, attributes) }
  const filter = readFilterText(userFilter, query) ?? {}
  if (rangeType === '1') return { ...chosen, userIds: some(userIds) }
  if (rangeType === '2') return { ...chosen, filter: { ...filter, orgId: orgId ?? refuse('nothingChosen'), hasIncludeChild: true } }
  if (rangeType === '3') return { ...chosen, orgIds: some(orgIds) }
  return { ...chosen, filter }
}

const some = (ids: string[] | undefined): string[] => (ids && ids.length > 0 ? ids : refuse('nothingChosen'))

/** Ids ascend in creation order. */
async function chosenIds({ db, keys }: Kernel, scope: Scope, { userIds, orgIds, filter }: UserOrder): Promise<string[]> {
  const found = userIds
    ? await peopleAmong(db, scope, userIds)
    : orgIds
      ? await peopleIn(db, scope, orgIds)
      : await idsOf(db, { scope, filter: filter ?? {}, keys }, EXPORT_MAX + 1)
  return found.sort()
}

const placeOf = ({ orgIds, filter }: UserOrder): JobPlace => ({ orgIds, below: filter?.orgId })

export async function runUserExport(kernel: Kernel, task: RunningTask<UserOrder, never>): Promise<{ message: string; fileId: string }> {
  const order = task.payload
  const scope = await callerScopeNow(kernel, task.ownerId, user.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await chosenIds(kernel, scope, order)
  const titles = new Map<string, string>(userAttributes)
  return exportTable(kernel.db, task, {
    fileName: text.exportFile,
    titles: order.attributes.map(attribute => titles.get(attribute)!),
    ids,
    rows: part => exportRows(kernel.db, scope, placeOf(order), order.attributes, part),
  })
}

/** One person's record, a line per field, without a task. */
export const exportEmployee: Handler<typeof user.exportEmployee> = async ({ db, scope, query }) => {
  const { realName } = await findUser(db, scope, query.userId)
  const attributes = userAttributes.map(([attribute]) => attribute)
  const [cells = []] = await exportRows(db, scope, {}, attributes, [query.userId])
  const others = await otherJobs(db, scope, query.userId)
  const lines = [
    ...userAttributes.map(([, title], n) => [title, cells[n] ?? null]),
    ...others.map(line => [text.jobTypes[OTHER_JOB], line]),
  ]
  async function* rows() {
    yield lines
  }
  const table = writeTable(
    [
      { title: text.field, width: 20 },
      { title: text.content, width: 50 },
    ],
    rows(),
    { sheet: realName },
  )
  return new Download({ fileName: `${realName}.xlsx`, contentType: XLSX, bytes: table })
}
