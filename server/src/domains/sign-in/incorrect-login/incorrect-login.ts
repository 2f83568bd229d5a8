export { lockByHand, locksOf } from './incorrect-login.sql.ts'
