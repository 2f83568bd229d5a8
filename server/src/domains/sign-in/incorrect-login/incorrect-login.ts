export { liftEndedLocks } from './ended-locks.sql.ts'
export { lockByHand, locksOf } from './incorrect-login.sql.ts'
