export { isSharedAccount, userOfAccount } from './app-account.sql.ts'
