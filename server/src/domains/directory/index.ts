export { type Change } from './change/change-kinds.ts'
export { makeChange } from './change/change.ts'
export { isReviewed } from './change/reviewed.ts'
export { lockOrgs } from './org/org.ts'
export { sheetTitles as orgSheetTitles } from './org/org-columns.ts'
export { findRuled, meetsRule, type RuleOwner } from './rule/rule.ts'
export { type HeldKind } from './user/below.ts'
export { deletedOrgCleaner, deletedUserCleaner } from './subject/purge.sql.ts'
export { subjectName } from './subject/subject.ts'
export { endExpiredUsers } from './user/expired.sql.ts'
export { sheetTitles as userSheetTitles } from './user/sheet-columns.ts'
export { findUser } from './user/user-read.sql.ts'
export {
  chosenUsers,
  findIn,
  lockEach,
  lockUser,
  lastLogin,
  ownPassword,
  pageUsers,
  personConditions,
  phoneColumns,
  settlePending,
  touchUsers,
} from './user/user.ts'
