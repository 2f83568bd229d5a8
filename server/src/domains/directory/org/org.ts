/** The door of this feature for others (house rule 3). */
export { nameCondition } from './org.sql.ts'
export { lockOrgs } from './org-write.sql.ts'
export { orgSheets } from './sheets.ts'
