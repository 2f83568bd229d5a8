import type { ObjectType } from '@hufu/contract/governance/review'
import type { ReactNode } from 'react'
import { useOutlook } from './outlook.ts'
import { text } from './review-text.ts'

/** Why many cannot be written at once: each has to be submitted by itself (D-53). */
export function useManyBlocked(objectType: ObjectType): string | undefined {
  return useOutlook({ objectType, operateType: 'insert' }).data?.isReviewed ? text.oneByOne : undefined
}

interface Props {
  objectType: ObjectType
  children: (blockedBecause: string | undefined) => ReactNode
}
/** Opens the way to many at once, or says why not. */
export default function ReviewGate({ objectType, children }: Props) {
  return children(useManyBlocked(objectType))
}
