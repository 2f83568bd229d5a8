import { reviewText } from '@hufu/contract/governance/review-text'

/** How a request stands, short enough for a column. */
export const statuses = reviewText.status
