export { isSharedAccount } from './app-account.sql.ts'
