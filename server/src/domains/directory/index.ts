export { holdOrgs } from './org/org.ts'
export { findRuled, type RuleOwner } from './rule/rule.ts'
export { subjectName } from './subject/subject.ts'
export { findUser } from './user/user-read.sql.ts'
export {
  chosenUsers,
  findIn,
  holdEach,
  holdUser,
  lastLogin,
  ownPassword,
  pageUsers,
  personConditions,
  phoneColumns,
  settlePending,
  touchUsers,
} from './user/user.ts'
