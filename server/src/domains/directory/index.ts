export { type Change, type UserActChange } from './change/change-kinds.ts'
export { makeChange } from './change/change.ts'
export { addOtherJobs, setJobsAt, takeOtherJobs } from './change/other-jobs.sql.ts'
export { isActReviewed, isReviewed } from './change/reviewed.ts'
export { deletedOrgsInScope, lockTree, lockOrgs } from './org/org.ts'
export { addMembers, removeMembers, saveMembers, saveWorkGroup } from './work-group/work-group-write.sql.ts'
export { sheetTitles as orgSheetTitles } from './org/org-columns.ts'
export { changesMembers, findRuled, meetsRule, type RuleOwner } from './rule/rule.ts'
export {
  insertSyncedOrgs, planNewOrg, planOrgEdit, readOrgTypes, updateSyncedOrgs, type OrgDraft, type OrgMeaning, type OrgPlan, type SyncedOrg,
} from './org/synced-orgs.ts' // prettier-ignore
export { takenOrgs, type UniqueOrg } from './org/new-orgs.sql.ts'
export { columnOf as orgColumnOf } from './org/org-columns.ts'
export { removeOrgs } from './org/deleted-org.sql.ts'
export { orgsById } from './org/update-sheet.sql.ts'
export { setOrgStatus } from './org/org-write.sql.ts'
export { deleteUsers } from './user/edit/bulk.sql.ts'
export { PositionAttributes } from './user/edit/position-attributes.sql.ts'
export { sharedSecret, type SharedSecret } from './user/password/shared-secret.ts'
export { columnOf as personColumnOf, columnOfGained } from './user/sheets/sheet-columns.ts'
export { planEdit, planNew, type FieldChange, type PersonDraft, type PersonMeaning, type PersonPlan } from './user/synced/synced-people.ts'
export { Places } from './user/edit/places.sql.ts'
export { insertSynced, updateSynced, type PlannedPerson } from './user/synced/synced-people-write.ts'
export { findSynced, uniqueOwners, clearReassignedValues, type SyncedPerson, type UniqueOwner } from './user/synced/synced-people.sql.ts'
export { namePhoneHash } from './user/edit/person.ts'
export { provenEmails, takenRefusals, uniqueFields, type UniqueField, type UniqueValues } from './user/edit/unique.sql.ts'
export { type HeldKind } from './user/directory-port.ts'
export { deletedOrgCleaner, deletedUserCleaner } from './subject/purge.sql.ts'
export { subjectName } from './subject/subject.ts'
export { endExpiredUsers } from './user/edit/expired.sql.ts'
export { hashGiven } from './user/password/password.ts'
export { configuredInitial, givenPasswordProblem } from './user/password/given-password.ts'
export { writeResets } from './user/password/reset.sql.ts'
export { sheetTitles as userSheetTitles } from './user/sheets/sheet-columns.ts'
export { findUser } from './user/list/user-read.sql.ts'
export {
  chosenUsers,
  deletedUsersInScope,
  expectedUsers,
  findIn,
  lockEach,
  lockUser,
  lastLogin,
  chosenPassword,
  pageUsers,
  personConditions,
  idsFound,
  idsNamed,
  phoneColumns,
  settlePending,
  touchUsers,
} from './user/user.ts'
export { recoverUser } from './user/deleted/recover.ts'
export { saveBusinessLine } from './business-line/business-line.sql.ts'
export { insertLabel } from './label/label.sql.ts'
export { addMembers as addLabelMembers, removeMembers as removeLabelMembers, saveMembers as saveLabelMembers } from './label/member.sql.ts'
export { savePositionAttribute } from './position-attribute/position-attribute.sql.ts'
