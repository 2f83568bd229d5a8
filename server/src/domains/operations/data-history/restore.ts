import { refusals } from '@hufu/contract/refusals'
import { runRolledBack } from '../../../platform/database/db.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { makeInnerCall } from '../../../platform/http/inner-call.ts'
import { refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { restoreLink } from '../../federation/index.ts'
import type { FoundChange } from './history-list.sql.ts'
import type { Part, Step } from './restore-rule.ts'
import { callOf, jobs, withJobs } from './parts.ts'
import { planOf, type NotRestorable, type Plan } from './plan.ts'
import { reinsertRecord } from './reinsert.ts'

/** Undoes an entry by making the calls of its record, with all their checks. */
export async function restore(ctx: Context, entry: FoundChange): Promise<void> {
  const plan = await planOf(ctx.db, entry)
  if ('refusal' in plan) return refuse(plan.refusal, plan.detail)
  for (const step of plan.steps) await runStep(ctx, step)
  if (entry.userId !== null && isRemoval(entry)) await restoreLink(ctx.db, entry.userId, entry.recordId)
}

/** Undoes several changes of one user's jobs by one edit; changes that are already undone are skipped. */
export async function restoreJobs(ctx: Context, entries: readonly FoundChange[]): Promise<void> {
  const moved: Part[] = []
  for (const entry of entries) {
    const plan = await planOf(ctx.db, entry)
    if (!('refusal' in plan)) moved.push(...plan.steps.filter(step => 'part' in step))
    else if (plan.refusal !== 'historySame') refuse(plan.refusal, plan.detail)
  }
  if (moved.length === 0) refuse('historySame')
  await makeInnerCall(ctx, await jobs(ctx, moved))
}

/** Whether the entry removed or disabled the record. A SCIM client that did so then needs its link back. */
const isRemoval = ({ operateType, before, after }: FoundChange): boolean =>
  operateType === 'delete' || (operateType === 'update' && (before!.deleted_at !== after!.deleted_at || before!.status !== after!.status))

async function runStep(ctx: Context, step: Step): Promise<void> {
  if ('reinsert' in step) return reinsertRecord(ctx, step.reinsert, step.row)
  const call = 'part' in step ? await callOf(ctx, step) : step
  const isEdit = !('part' in step) && call.name === 'user.update'
  await makeInnerCall(ctx, isEdit ? { ...call, body: await withJobs(ctx, call.body) } : call)
}

/** What undoing would do, or the sentence of its refusal: carries it out and rolls it back. */
export async function preview(
  ctx: Context,
  entry: FoundChange,
): Promise<(Plan & { refusal?: undefined }) | (Pick<NotRestorable, 'fields' | 'left'> & { refusal: string })> {
  const plan = await planOf(ctx.kernel.db, entry)
  if ('refusal' in plan) return { fields: plan.fields, left: plan.left, refusal: sentenceOf(refusals[plan.refusal], plan.detail ?? {}) }
  // The audit administrator lacks these rights; the security administrator is checked when confirming.
  if (!ctx.who.rights.isAdmin) return plan
  try {
    const actor = { userId: ctx.who.userId, sessionId: ctx.who.sessionId, traceId: ctx.traceId }
    await runRolledBack(ctx.kernel.db, actor, async db => {
      for (const step of plan.steps) await runStep({ ...ctx, db, afterCommit: () => undefined }, step)
    })
    return plan
  } catch (error) {
    const refused = refusedFrom(error)
    if (!refused) throw error
    return { fields: plan.fields, left: plan.left, refusal: sentenceOf(refused.refusal, refused.detail) }
  }
}
