import { approveNodes, type FlowNode } from '@hufu/contract/governance/design'
import { reviewedFieldLabel, reviewText, type ObjectType } from '@hufu/contract/governance/review'
import type { Submission } from '@hufu/contract/shapes'
import type { Context } from '../../../../platform/http/context.ts'
import { runInRolledBackSavepoint } from '../../../../platform/database/savepoint.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { makeChange, type Change, type UserActChange } from '../../../directory/index.ts'
import { enabledFlow } from '../../workflow/workflow.sql.ts'
import { examinersOf } from '../decide/candidates.ts'
import { conditionApplies, type ConditionSubject } from '../decide/condition.ts'
import { isEmpty, payloadOf, type Payload } from './difference.ts'
import { engineFor } from '../decide/engine.ts'
import { valuesHeldBy } from './held-values.ts'
import { resolvePicks } from '../decide/pick.ts'
import { holdValues, insertRequest, lockRequests, nameObjects, pendingOn, savePayload, writeLog, type Step } from './request.sql.ts'
import { showChange, showReset } from './shown.ts'
import { ownRequest } from '../review-list.sql.ts'
import { lockState, readState, type State } from './state.sql.ts'
import { sendNotices } from '../notice.ts'
import { copyTo } from '../decide/task.sql.ts'
import { ableToSignInAmong } from '../decide/candidate.sql.ts'
import { beginStep } from '../decide/steps.ts'

interface SimulatedChange {
  before: State | undefined
  after: State | undefined
  shown: Awaited<ReturnType<typeof showChange>>
  nodes: FlowNode[]
  flow: { id: string; name: string; version: number; ccIds: readonly string[] } | undefined
}

const actOf = (change: Change) => (change.objectType === 'user' && change.operateType === 'update' ? change.act : undefined)
function idOf(change: Change): string | null {
  if (change.operateType === 'insert') return null
  return 'edit' in change ? change.edit.id : change.id
}

/** Tries the change out, so that an impossible change is refused at once, and stores it for its review. */
export async function submitChange(ctx: Context, change: Change, submission: Submission): Promise<string> {
  const { objectType, operateType } = change
  const { db, kernel, who } = ctx
  const objectId = idOf(change)
  const { before, after, shown, nodes, flow } = await simulateChange(ctx, change, objectId)
  const payload = payloadOf(change, before, after)
  if (operateType === 'update' && payload.act?.act !== 'reset' && isEmpty(payload)) refuse('nothingChanged')
  const engine = engineFor(ctx)
  const about = { objectType, objectId, orgId: orgOf(change, before, after), applyUserId: who.userId }
  const steps = await resolvePicks(engine, about, nodes.length > 0 ? nodes.map(stepOf) : [plainStep(ctx, objectType)], submission)
  const id = newId()
  const isNew = await insertRequest(db, {
    id,
    ...about,
    operateType,
    act: actOf(change) ?? null,
    objectName: (after ?? before)!.name,
    baseVersion: before?.version ?? null,
    beforeShown: operateType === 'insert' ? null : shown.before,
    afterShown: shown.after,
    changes: shown.changes,
    form: formOf(change),
    steps,
    workflowId: nodes.length > 0 ? flow!.id : null,
    workflowName: nodes.length > 0 ? flow!.name : null,
    workflowVersion: nodes.length > 0 ? flow!.version : null,
    fromId: submission?.fromId ? await ownRequest(db, who.userId, submission.fromId) : null,
    fileIds: filesOf(payload),
  })
  if (!isNew) refuse('reviewPending', { objectType, applyUser: (await pendingOn(db, objectType, objectId!))?.applyUser })
  const held = await holdValues(db, id, valuesHeldBy(kernel.keys, objectType, payload, after))
  if (held !== undefined) refuse('valueHeld', { label: reviewedFieldLabel(objectType, held.field) })
  await savePayload(db, id, kernel.keys.sealField(JSON.stringify(payload)))
  await writeLog(db, id, { userId: who.userId, userName: who.realName, act: 'submit' })
  const [request] = await lockRequests(db, [id])
  await copyTo(db, id, await ableToSignInAmong(db, flow?.ccIds ?? []))
  await beginStep(engine, request!, 0)
  await sendNotices(engine)
  await nameObjects(ctx, [id])
  return id
}

/** Makes the change with all checks of the direct call, including those of rights, and rolls it back. */
async function simulateChange(ctx: Context, change: Change, objectId: string | null): Promise<SimulatedChange> {
  const { db, kernel, who, scope } = ctx
  const { objectType, operateType } = change
  const before = objectId === null ? undefined : await lockState(db, objectType, objectId)
  return runInRolledBackSavepoint(db, async () => {
    const id = await makeChange({ db, kernel, who, scope }, change)
    await ctx.checkGiven(db)
    const after = operateType === 'delete' ? undefined : await readState(db, objectType, id)
    const shown = showReset(change, await showChange(db, objectType, before, after))
    const enabled = await enabledFlow(db, objectType)
    const flow = enabled && { ...enabled, ccIds: enabled.nodes.find(({ type }) => type === 'end')?.ccIds ?? [] }
    const subject: ConditionSubject = {
      objectType,
      operateType,
      id,
      orgId: orgOf(change, before, after),
      fields: shown.changes.map(({ field }) => field),
    }
    const nodes: FlowNode[] = []
    for (const node of flow ? approveNodes(flow) : []) if (await conditionApplies(db, subject, node.when)) nodes.push(node)
    return { before, after, shown, nodes, flow }
  })
}

/** A new organisation is reviewed by the administrators of its parent. */
const orgOf = (change: Change, before: State | undefined, after: State | undefined): string =>
  change.objectType === 'org' && change.operateType === 'insert' ? change.draft.parentId : (before ?? after)!.orgId

export function stepOf(node: FlowNode, no: number): Step {
  return {
    no,
    nodeId: node.id,
    name: node.name!,
    approverType: node.approverType!,
    approverIds: [...(node.approverIds ?? [])],
    level: node.level ?? 0,
    mode: node.mode ?? 'or',
    ratio: node.ratio ?? 1,
    ifNobody: node.ifNobody ?? 'fallback',
    sameAsBefore: node.sameAsBefore ?? 'ask',
    deadlineHours: node.deadlineHours ?? null,
    onDeadline: node.onDeadline ?? 'remind',
  }
}

/** Without a deployed and enabled workflow, one step asks the configured examiners. */
export const plainStep = ({ kernel }: Pick<Context, 'kernel'>, objectType: ObjectType): Step => ({
  ...stepOf({ id: 'examiner', type: 'approve', name: reviewText.plainStep, x: 0, y: 0, approverType: 'user' }, 0),
  approverIds: [...examinersOf(kernel.config.values, objectType)],
})

/** The form to submit again, without telephone, ID number and password, which must then be typed again. */
function formOf(change: Change): Record<string, unknown> {
  if (change.operateType === 'delete') return {}
  if (change.objectType === 'user' && change.operateType === 'update' && change.act !== undefined) return actForm(change)
  const sent: Record<string, unknown> = { ...(change.operateType === 'insert' ? change.draft : change.edit) }
  for (const field of ['password', ...(change.objectType === 'user' ? ['phone', 'idCard'] : [])]) delete sent[field]
  return sent
}

function actForm(change: UserActChange): Record<string, unknown> {
  if (change.act === 'move') return { oldOrgId: change.from, newOrgId: change.to }
  return change.act === 'reset' ? { passwordType: change.passwordType, hasSendSms: change.sms !== null } : {}
}

function filesOf({ draft, set }: Payload): string[] {
  const avatar = (draft && 'avatar' in draft ? draft.avatar : undefined) ?? set['avatar']
  return typeof avatar === 'string' ? [avatar] : []
}
