export { type Change } from './change/change-kinds.ts'
export { makeChange } from './change/change.ts'
export { isReviewed } from './change/reviewed.ts'
export { deletedOrgsInScope, lockOrgs } from './org/org.ts'
export { addMembers, removeMembers, saveMembers } from './work-group/work-group-write.sql.ts'
export { findRuled, meetsRule, type RuleOwner } from './rule/rule.ts'
export { type HeldKind } from './user/below.ts'
export { deletedOrgCleaner, deletedUserCleaner } from './subject/purge.sql.ts'
export { subjectName } from './subject/subject.ts'
export { endExpiredUsers } from './user/expired.sql.ts'
export { hashGiven } from './user/password.ts'
export { writeResets } from './user/reset.sql.ts'
export { findUser } from './user/user-read.sql.ts'
export {
  chosenUsers,
  deletedUsersInScope,
  expectedUsers,
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
