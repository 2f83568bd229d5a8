import type { UserAct } from '@hufu/contract/governance/review'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { useOutlook } from '../../../../pickers/review/outlook.ts'
import { text as reviewText } from '../../../../pickers/review/review-text.ts'
import type { UserTarget } from './user-target.ts'

const ReviewedPart = lazyComponent(() => import('./reviewed-part.tsx'))

/** What a dialog for an act on users says of its review, and why nothing can be sent. */
export function useReviewedAct(act: UserAct, { ids, query }: UserTarget) {
  const objectId = !query && ids.length === 1 ? ids[0] : undefined
  const outlook = useOutlook({ objectType: 'user', operateType: 'update', act, objectId }).data
  const isReviewed = outlook?.isReviewed ?? false
  const refusal = objectId === undefined ? reviewText.oneByOne : outlook?.pending ? reviewText.again('user') : undefined
  const part = objectId === undefined ? <p className="dialog-words">{reviewText.oneByOne}</p> : outlook && <ReviewedPart of={outlook} />
  return {
    blockedBecause: isReviewed ? refusal : undefined,
    okText: isReviewed ? reviewText.submit : undefined,
    part: isReviewed || outlook?.pending ? part : undefined,
  }
}
