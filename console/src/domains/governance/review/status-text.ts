import { reviewText } from '@hufu/contract/governance/review-text'

/** The states of a request, short enough for a column. */
export const statuses = reviewText.status
