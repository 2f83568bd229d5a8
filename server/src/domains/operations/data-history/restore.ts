import { refusals } from '@hufu/contract/refusals'
import { runRolledBack } from '../../../platform/database/db.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { type InnerCall, makePermittedCall } from '../../../platform/http/inner-call.ts'
import { refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import { type Context, WithMessage } from '../../../platform/http/context.ts'
import { restoreLink } from '../../federation/index.ts'
import type { FoundChange } from './history-list.sql.ts'
import { part, type Part, type Step } from './restore-rule.ts'
import { callOf, jobs, withJobs } from './parts.ts'
import { planOf, type NotRestorable, type Plan } from './plan.ts'
import { reinsertRecord } from './reinsert.ts'

/** The answer of a change that waits for its review; undefined for one that was made. */
export type Submitted = WithMessage<{ examineId: string }>
const submittedIn = (answer: unknown): Submitted | undefined =>
  answer instanceof WithMessage && typeof answer.data === 'object' && answer.data !== null && 'examineId' in answer.data
    ? (answer as Submitted)
    : undefined

/** Undoes an entry by making the calls of its record, with all their checks. */
export async function restore(ctx: Context, entry: FoundChange): Promise<Submitted | undefined> {
  const plan = await planOf(ctx.db, entry)
  if ('refusal' in plan) return refuse(plan.refusal, plan.detail)
  let submitted: Submitted | undefined
  for (const step of plan.steps) submitted = (await runStep(ctx, step)) ?? submitted
  if (entry.userId !== null && isRemoval(entry)) await restoreLink(ctx.db, entry.userId, entry.recordId)
  return submitted
}

/** Undoes several changes of one user's jobs, and of the user's own fields, by one edit; changes that are already undone are skipped. */
export async function restoreTogether(ctx: Context, entries: readonly FoundChange[]): Promise<Submitted | undefined> {
  const steps: Step[] = []
  const moved: Part[] = []
  for (const entry of entries) {
    const plan = await planOf(ctx.db, entry)
    if (!('refusal' in plan))
      for (const step of plan.steps) {
        if (isPart(step)) moved.push(step)
        else steps.push(step)
      }
    else if (isReplaced(entry, entries, moved)) moved.push(part('job', entry.before!, true))
    else if (plan.refusal !== 'historySame') refuse(plan.refusal, plan.detail)
  }
  if (moved.length === 0 && steps.length === 0) refuse('historySame')
  let submitted: Submitted | undefined
  const edit = moved.length > 0 ? steps.find(isUserEdit) : undefined
  if (moved.length > 0) {
    const { name, body } = await jobs(ctx, moved)
    submitted = submittedIn(await makePermittedCall(ctx, { name, body: { ...(body as object), ...(edit?.body as object | undefined) } }))
  }
  for (const step of steps) if (step !== edit) submitted = (await runStep(ctx, step)) ?? submitted
  return submitted
}

/** Whether the job was deleted because another one, which now moves back, took its place in the organisation. */
const isReplaced = ({ operateType, before }: FoundChange, entries: readonly FoundChange[], moved: readonly Part[]): boolean =>
  operateType === 'delete' &&
  entries.some(
    other =>
      other.operateType === 'update' &&
      other.after!.org_id === before!.org_id &&
      moved.some(({ row }) => row.id === other.recordId && row.org_id !== before!.org_id),
  )

/** Whether the entry removed or disabled the record. A SCIM client that did so then needs its link back. */
const isRemoval = ({ operateType, before, after }: FoundChange): boolean =>
  operateType === 'delete' || (operateType === 'update' && (before!.deleted_at !== after!.deleted_at || before!.status !== after!.status))

const isPart = (step: Step): step is Part => 'part' in step
const isUserEdit = (step: Step): step is InnerCall => 'name' in step && step.name === 'user.update'

async function runStep(ctx: Context, step: Step): Promise<Submitted | undefined> {
  if ('reinsert' in step) {
    await reinsertRecord(ctx, step.reinsert, step.row)
    return undefined
  }
  const call = isPart(step) ? await callOf(ctx, step) : step
  return submittedIn(await makePermittedCall(ctx, isUserEdit(step) ? { ...call, body: await withJobs(ctx, call.body) } : call))
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
