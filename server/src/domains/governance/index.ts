export { countPending, readerOf } from './review/review.ts'
