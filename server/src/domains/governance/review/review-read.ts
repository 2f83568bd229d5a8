import { PENDING, reviewText, type Examine, type ExamineInFull } from '@hufu/contract/governance/review'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { conflictsIn, type Payload } from './change/difference.ts'
import { sealedOf, type Step } from './change/request.sql.ts'
import { plannedReviewersOf, detailsOf, logOf, type Details } from './review-read.sql.ts'
import { nextOf, type Reader } from './review-list.sql.ts'
import { showPresent, type ShownFields } from './change/shown.ts'
import { readState } from './change/state.sql.ts'

/** One request in full: the change field by field, its log, and who is asked. */
export async function readFullRequest(
  { db, kernel }: { db: Db; kernel: Kernel },
  reader: Reader,
  examine: Examine,
): Promise<ExamineInFull & { form: Record<string, unknown> }> {
  const details = await detailsOf(db, examine.id)
  const { conflicts, now } = await presentOf({ db, kernel }, examine)
  return {
    ...examine,
    before: details.beforeShown,
    after: details.afterShown,
    steps: (await logOf(db, examine.id)).map(({ act, ...line }) => ({
      ...line,
      result: act === 'remind' && line.userName !== null ? reviewText.urged : reviewText.act[act as keyof typeof reviewText.act],
    })),
    diff: details.allChanges.map(change => ({
      ...change,
      conflict: conflicts.has(change.field),
      now: conflicts.has(change.field) ? (now[change.field] ?? null) : null,
    })),
    plan: await planOf(db, examine, details),
    nextId: await nextOf(db, reader, examine.objectType, examine.id),
    fromId: details.fromId,
    workflowName: details.workflowName,
    workflowVersion: details.workflowVersion,
    form: details.form,
  }
}

/** The present values of fields that were changed meanwhile. */
async function presentOf(
  { db, kernel }: { db: Db; kernel: Kernel },
  examine: Examine,
): Promise<{ conflicts: ReadonlySet<string>; now: ShownFields }> {
  const none = { conflicts: new Set<string>(), now: {} }
  if (examine.status !== PENDING || examine.operateType !== 'update' || examine.objectId === null) return none
  const sealed = await sealedOf(db, examine.id)
  const present = await readState(db, examine.objectType, examine.objectId)
  if (!sealed || !present) return none
  const payload = JSON.parse(kernel.keys.openField(sealed)) as Payload
  const conflicts = new Set(conflictsIn(payload, present).map(({ field }) => field))
  return { conflicts, now: conflicts.size > 0 ? await showPresent(db, examine.objectType, present) : {} }
}

async function planOf(db: Db, examine: Examine, { planned, stepNo }: Details): Promise<ExamineInFull['plan']> {
  const reviewers = await plannedReviewersOf(db, examine.id)
  const isOver = examine.status !== PENDING
  const stateOf = ({ no }: Step) => (no < stepNo || (isOver && no === stepNo) ? 'done' : no === stepNo ? 'current' : 'coming')
  return planned.map(step => ({
    nodeId: step.nodeId,
    node: step.name,
    mode: step.mode,
    state: stateOf(step),
    users: reviewers.filter(one => one.stepNo === step.no).map(({ stepNo: _no, ...one }) => one),
  }))
}
