import { reviewText } from '@hufu/contract/governance/review-text'
import { t } from '@hufu/contract/language'

/** The states of a request, short enough for a column. */
export const statuses = t(reviewText.status, ['Pending', 'Approved', 'Rejected', 'Withdrawn'])
