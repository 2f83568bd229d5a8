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

/** Undoes an entry through the calls of its record; their refusals apply. */
export async function restore(ctx: Context, entry: FoundChange): Promise<void> {
  const plan = await planOf(ctx.db, entry)
  if ('refusal' in plan) return refuse(plan.refusal, plan.detail)
  for (const step of plan.steps) await runStep(ctx, step)
  if (entry.userId !== null && isRemoval(entry)) await restoreLink(ctx.db, entry.userId, entry.recordId)
}

/** Several changes of one user's jobs, by one edit; those that are as they were need nothing. */
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

/** A client of SCIM that removed it knows it no more. */
const isRemoval = ({ operateType, before, after }: FoundChange): boolean =>
  operateType === 'delete' || (operateType === 'update' && (before!.deleted_at !== after!.deleted_at || before!.status !== after!.status))

async function runStep(ctx: Context, step: Step): Promise<void> {
  if ('reinsert' in step) return reinsertRecord(ctx, step.reinsert, step.row)
  const call = 'part' in step ? await callOf(ctx, step) : step
  const isEdit = !('part' in step) && call.name === 'user.update'
  await makeInnerCall(ctx, isEdit ? { ...call, body: await withJobs(ctx, call.body) } : call)
}

/** What undoing would do, or the sentence of its refusal. It is done and rolled back. */
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
