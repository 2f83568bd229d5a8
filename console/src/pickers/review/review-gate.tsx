import type { ObjectType } from '@hufu/contract/governance/review'
import type { ReactNode } from 'react'
import { useOutlook } from './outlook.ts'
import { text } from './review-text.ts'

/** Why bulk entry is not possible: each record has to be submitted on its own. */
export function useBulkBlockedReason(objectType: ObjectType): string | undefined {
  return useOutlook({ objectType, operateType: 'insert' }).data?.isReviewed ? text.oneByOne : undefined
}

interface Props {
  objectType: ObjectType
  children: (blockedBecause: string | undefined) => ReactNode
}
/** Shows its children if bulk entry is possible, or says why not. */
export default function ReviewGate({ objectType, children }: Props) {
  return children(useBulkBlockedReason(objectType))
}
