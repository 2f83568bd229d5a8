/** What other domains use of reviews. */
import { isHeld } from './change/request.sql.ts'
import { submitChange } from './change/submit.ts'

/** What the directory needs of reviews; `app.ts` connects it. */
export const reviewsOfChanges = { isHeld, submitChange }
