import { type heldKinds, type ObjectType, type OperateType, review, type UserAct } from '@hufu/contract/governance/review'
import type { Submission } from '@hufu/contract/shapes'
import { fetchData, useCall } from '../../platform/calls.ts'
import { text } from './review-text.ts'

interface OutlookQuery {
  objectType: ObjectType
  operateType: OperateType
  /** A change by a call of its own. */
  act?: UserAct
  objectId?: string | undefined
  /** For a new record: its future organisation. */
  orgId?: string | undefined
}

/** Whether saving submits a review, and its steps. */
export const useOutlook = ({ objectType, operateType, act, objectId, orgId }: OutlookQuery) =>
  useCall(review.outlook, {
    query: { objectType, operateType, ...(act && { act }), ...(objectId && { objectId }), ...(orgId && { orgId }) },
    keepPrevious: true,
    quietly: true,
  })

/** The chosen reviewers, in the form sent with the change. */
export const submissionOf = (pick: Record<string, string[]> | undefined): Submission => {
  const chosen = Object.entries(pick ?? {}).filter(([, ids]) => (ids ?? []).length > 0)
  return chosen.length > 0 ? { pick: Object.fromEntries(chosen) } : undefined
}

interface Value {
  kind: (typeof heldKinds)[number]
  value: string
  parentId?: string
}
/** The sentence for a value taken by a record, or held by a pending request. */
export async function takenSentence({ kind, value, parentId }: Value, label: string, taken: string, signal: AbortSignal): Promise<string> {
  const isHeld = await fetchData(review.valueHeld, { query: { kind, value, ...(parentId && { parentId }) }, signal, quietly: true }).catch(
    () => false,
  )
  return isHeld ? text.held(label) : taken
}
