export { countPending } from './review/review-list.sql.ts'
export { readerOf } from './review/review.routes.ts'
