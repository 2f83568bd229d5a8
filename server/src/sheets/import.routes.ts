import { importPlan } from '@hufu/contract/import'
import { refuse } from '../platform/http/refuse.ts'
import { feature, prepare } from '../platform/http/context.ts'
import { kinds } from './kinds.ts'
import { pagePlan } from './plan-page.sql.ts'
import { findPlan, setPlanTask, takePlan } from './plan.sql.ts'
import { repairPlan, withSuggestions } from './repair.ts'
import { IMPORT_TASK } from './start.ts'

/** A dry run is visible only to the user who uploaded it. */
export const importFeature = feature('importPlan', importPlan, {
  pageRow: async ctx => {
    const { db, who, query, kernel } = ctx
    const plan = await findPlan(db, query.planId)
    if (!plan || plan.ownerId !== who.userId) refuse('planMissing')
    const page = await pagePlan(db, kernel.keys, plan, kinds.use()[plan.kind].columns(plan.options), query)
    return plan.taskId === null && plan.staged ? { ...page, records: await withSuggestions(ctx, page.records) } : page
  },
  // Reading and checking take seconds and write only the plan, so no transaction is open meanwhile.
  repair: prepare(async ctx => {
    const reply = await repairPlan(ctx)
    return ({ auditTarget }) => {
      auditTarget(reply.planId, 'importPlan')
      return reply
    }
  }),
  commit: async ctx => {
    const { db, who, body, kernel, auditTarget, afterCommit } = ctx
    const plan = (await takePlan(db, body.planId, who.userId)) ?? refuse('planMissing')
    if (!who.rights.scopeOf(kinds.use()[plan.kind].permit)) refuse('forbidden')
    kinds.use()[plan.kind].refuseImport?.(ctx)
    // A plan is carried out once: the same uuid returns the same task, another uuid finds no plan.
    if (plan.taskId !== null) return plan.taskId === body.uuid ? plan.taskId : refuse('planMissing')
    const taskId = await kernel.tasks.start(db, who, IMPORT_TASK, { planId: plan.id, whole: true }, body.uuid)
    await setPlanTask(db, plan.id, taskId)
    auditTarget(taskId, 'task')
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
})
