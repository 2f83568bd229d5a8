import { type heldKinds, type ObjectType, type OperateType, review } from '@hufu/contract/governance/review'
import type { Submission } from '@hufu/contract/shapes'
import { fetchData, useCall } from '../platform/calls.ts'
import { text } from './review-text.ts'

interface Asked {
  objectType: ObjectType
  operateType: OperateType
  objectId?: string | undefined
  /** Of what is still to be made: where it will stand. */
  orgId?: string | undefined
}

/** Whether saving submits the change for a review, and what that would be. */
export const useOutlook = ({ objectType, operateType, objectId, orgId }: Asked) =>
  useCall(review.outlook, {
    query: { objectType, operateType, ...(objectId && { objectId }), ...(orgId && { orgId }) },
    keepPrevious: true,
    quietly: true,
  })

/** Whom the applicant chose, as it is sent with the change. */
export const submissionOf = (pick: Record<string, string[]> | undefined): Submission => {
  const chosen = Object.entries(pick ?? {}).filter(([, ids]) => (ids ?? []).length > 0)
  return chosen.length > 0 ? { pick: Object.fromEntries(chosen) } : undefined
}

interface Value {
  kind: (typeof heldKinds)[number]
  value: string
  parentId?: string
}
/** What is said of a value that is taken: by a record, or for the time being by a request. */
export async function takenWord({ kind, value, parentId }: Value, label: string, taken: string, signal: AbortSignal): Promise<string> {
  const isHeld = await fetchData(review.valueHeld, { query: { kind, value, ...(parentId && { parentId }) }, signal, quietly: true }).catch(
    () => false,
  )
  return isHeld ? text.held(label) : taken
}
