export { appGrantsOf, writeGrants, lockAppGrants, type AppGrant } from './give.sql.ts'
