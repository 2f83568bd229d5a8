import { inTransaction, SYSTEM } from '../../../platform/database/db.ts'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import {
  countEverybody, countMembers, finishRule, isAnyUserQueued, recheckQueuedUsers, lockMembers, nextStep, type RuleOwner, ruleOf, settleStep,
} from './rule-members.sql.ts' // prettier-ignore
import { text } from './text.ts'

export const RULE = 'rule'
interface Cursor {
  after: string
}

const STEP = 5000

export const ruleTasks = (kernel: Kernel): void => kernel.tasks.define<RuleOwner, Cursor>({ kind: RULE, run: task => checkAllUsers(task) })

/** Checks all users step by step after a rule was written; resumes after the last committed step. */
async function checkAllUsers(task: RunningTask<RuleOwner, Cursor>): Promise<{ message: string }> {
  const owner = task.payload
  let after = task.cursor?.after ?? ''
  let progress = task.progress
  await task.report({ stage: text.looking, total: await countEverybody(task.db) })
  for (let step = await nextStep(task.db, after, STEP); step; step = await nextStep(task.db, after, STEP)) {
    const { last, people } = step
    const from = after
    progress += people
    let isOvertaken = false
    await task.batch({ after: last }, { progress }, async db => {
      await lockMembers(db)
      const rule = await ruleOf(db, owner, task.id)
      isOvertaken = rule === undefined
      if (rule) await settleStep(db, owner, rule, from, last)
    })
    if (isOvertaken) return { message: text.overtaken }
    after = last
  }
  await finishRule(task.db, owner, task.id)
  return { message: text.found(await countMembers(task.db, owner)) }
}

/** Rechecks queued users. Every node tries each second; one at a time does the work. */
export const keepMembers = ({ db }: Kernel): QueueJob => ({
  name: 'keep-members',
  run: async () => {
    if (!(await isAnyUserQueued(db))) return
    while (await inTransaction(db, SYSTEM, recheckQueuedUsers));
  },
})
