export { isSharedAccount, userKnownAs } from './app-account.sql.ts'
