import type { SheetKind } from '../../../sheets/index.ts'
import { refuseReviewed } from '../change/reviewed.ts'
import { insertUserSheet } from './sheets/insert-sheet.ts'
import { insertUserOrgSheet } from './sheets/job-insert-sheet.ts'
import { updateUserOrgSheet } from './sheets/job-update-sheet.ts'
import { updateUserSheet } from './sheets/update-sheet.ts'

export { directoryPort } from './directory-port.ts'
export { chosenUsers, expectedUsers } from './list/choice.sql.ts'
export { deletedUsersInScope } from './deleted/deleted-user.sql.ts'
export { lockEach, touchUsers } from './sheets/job-sheets.sql.ts'
export { textCondition } from './list/user-filter.sql.ts'
export { lastLogin, listColumns, pageUsers } from './list/user-list.sql.ts'
export { findIn, chosenPassword } from './password/new-password.ts'
export { settlePending } from './password/pending-password.ts'
export { idsFound, idsNamed, personConditions } from './list/user-filter.sql.ts'
export { phoneColumns } from './edit/person.ts'
export { lockUser } from './edit/user-write.sql.ts'
const refuseImport: SheetKind['refuseImport'] = caller => refuseReviewed(caller, 'user')
export const userSheets = {
  insertUser: { ...insertUserSheet, refuseImport },
  updateUser: { ...updateUserSheet, refuseImport },
  insertUserOrg: { ...insertUserOrgSheet, refuseImport },
  updateUserOrg: { ...updateUserOrgSheet, refuseImport },
} as const
