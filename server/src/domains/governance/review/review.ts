/** What other domains use of reviews. */
import { isHeld } from './change/request.sql.ts'
import { submitChange } from './change/submit.ts'

export { countPending, type Reader } from './review-list.sql.ts'
export { readerOf } from './review.routes.ts'
export { reviewClock } from './change/recheck.ts'
/** What the directory needs of reviews; `app.ts` connects it. */
export const reviewsOfChanges = { isHeld, submitChange }
