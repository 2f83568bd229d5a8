import { givingOf } from '../platform/access/seniority.ts'
import { fileBytes } from '../platform/files/files.ts'
import type { Kernel } from '../platform/kernel.ts'
import type { Db } from '../platform/database/db.ts'
import type { CheckGiven } from '../platform/access/giving.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { RunningTask } from '../platform/tasks/running-task.ts'
import { executePlan, type ImportCursor, type ImportOrder } from './execute-plan.ts'
import { kinds } from './kinds.ts'
import { countVerdicts, findPlan, type Plan } from './plan.sql.ts'
import { actingNow, callerScopeOf } from './scope.sql.ts'
import { writeResult } from './result-file.ts'
import type { SheetKind, Work } from './sheet-kind.ts'
import { sheetRows } from './sheet-rows.ts'
import { stage } from './stage.ts'
import { IMPORT_TASK } from './start.ts'
import { text } from './text.ts'

export const importTasks = (kernel: Kernel, checkGiven: CheckGiven): void =>
  kernel.tasks.define<ImportOrder, ImportCursor>({ kind: IMPORT_TASK, run: task => runImport(kernel, task, checkGiven) })

/** Reads, carries out and writes the result file. A resumed run continues where it stopped. */
export async function runImport(
  kernel: Kernel,
  task: RunningTask<ImportOrder, ImportCursor>,
  checkGiven: CheckGiven,
): Promise<{ message: string; fileId: string | null }> {
  const { planId, whole } = task.payload
  const found = (await findPlan(kernel.db, planId)) ?? refuse('planMissing')
  const kind = kinds.use()[found.kind]
  const who = await actingNow(kernel, task.ownerId)
  const scope = callerScopeOf(who, kind.permit)
  const giving = givingOf(who, scope)
  const checked = async (db: Db) => giving && checkGiven(db, who)
  const work: Work = { kernel, db: kernel.db, who, scope, giving, checkGiven: checked, options: found.options }
  const plan = found.staged ? found : await stageFile(task, work, kind, found)
  await executePlan(task, work, kind, plan)
  const bad = (await countVerdicts(work.db, planId)).refused ?? 0
  const message = text.finished(plan.total - bad, bad)
  if (!whole && bad === 0) return { message, fileId: null }
  await task.report({ stage: text.stages.file })
  return { message, fileId: await writeResult(work, kind, plan, !whole, () => task.report({})) }
}

async function stageFile(task: RunningTask<ImportOrder, ImportCursor>, work: Work, kind: SheetKind, plan: Plan): Promise<Plan> {
  await task.report({ stage: text.stages.read })
  await stage(work, kind, plan, sheetRows(fileBytes(work.db, plan.fileId ?? refuse('planMissing'))), total => task.report({ total }))
  return (await findPlan(work.db, plan.id)) ?? refuse('planMissing')
}
