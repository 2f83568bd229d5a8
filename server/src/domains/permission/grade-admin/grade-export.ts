import type { QueryOf } from '@hufu/contract/call'
import { gradeAdmin, type GradeAdmin, gradeFilter, type GradeFilter } from '@hufu/contract/permission/grade-admin'
import { readFilterText } from '../../../platform/http/filter.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import type { Context } from '../../../platform/http/context.ts'
import { EXPORT_MAX, exportTable, importText, reachNow } from '../../../sheets/import.ts'
import { gradesById, idsOfGrades } from './grade-admin.sql.ts'
import { text } from './text.ts'

const EXPORT_GRADES = 'exportGradeAdmin'

export async function exportGrades({
  db,
  who,
  kernel,
  query,
  auditTarget,
  afterCommit,
}: Context<QueryOf<typeof gradeAdmin.exportExcel>>): Promise<string> {
  const taskId = await kernel.tasks.start(db, who, EXPORT_GRADES, readFilterText(gradeFilter, query.query) ?? {}, query.uuid)
  auditTarget(taskId)
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

export const gradeTasks = (kernel: Kernel): void =>
  kernel.tasks.define<GradeFilter, never>({ kind: EXPORT_GRADES, run: task => run(kernel, task) })

async function run(kernel: Kernel, task: RunningTask<GradeFilter, never>): Promise<{ message: string; fileId: string }> {
  const scope = await reachNow(kernel, task.ownerId, gradeAdmin.exportExcel.permit)
  await task.report({ stage: importText.stages.read })
  const ids = await idsOfGrades(kernel.db, scope, task.payload, EXPORT_MAX + 1)
  const viewer = { userId: task.ownerId, scope, gradeIds: [] }
  return exportTable(kernel.db, task, {
    fileName: text.file,
    titles: text.titles,
    ids,
    rows: async part => (await gradesById(kernel.db, viewer, part)).map(cellsOf),
  })
}

const yes = (flag: number) => (flag === 1 ? text.yes : text.no)
const cellsOf = (row: GradeAdmin): (string | null)[] => [
  row.realName,
  row.userName,
  row.orgName,
  yes(row.hasIncludeChild),
  String(row.menuCount),
  String(row.buttonCount),
  yes(row.hasHandOn),
  row.sourceName,
  row.grantedByName,
  row.beginTime,
  row.endTime,
  text.states[row.state],
  String(row.belowCount),
  row.createTime,
]
