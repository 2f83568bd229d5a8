/** The door of this feature for others (house rule 3). */
export { isSharedAccount } from './app-account.sql.ts'
