export { appGrantsOf, giveTo, lockAppGrants, type AppGrant } from './give.sql.ts'
