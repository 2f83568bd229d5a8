export { deletedOrgsInScope } from './deleted-org.sql.ts'
export { nameCondition } from './org.sql.ts'
export { lockTree, lockOrgs } from './org-write.sql.ts'
export { orgSheets } from './sheets.ts'
