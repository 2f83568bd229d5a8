/** The door of this feature for others (house rule 3). */
export { lockByHand, locksOf } from './incorrect-login.sql.ts'
