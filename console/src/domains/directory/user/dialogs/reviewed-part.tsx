import type { Outlook } from '@hufu/contract/governance/review'
import { PendingHint } from '../../../../pickers/review/pending-banner.tsx'
import { SubmissionPart } from '../../../../pickers/review/submission-part.tsx'

/** In a dialog for an act on one user: an open request, the steps of the review, and the reviewers to choose. */
export default function ReviewedPart({ of }: { of: Outlook }) {
  return (
    <>
      <PendingHint objectType="user" of={of} />
      <SubmissionPart of={of} />
    </>
  )
}
