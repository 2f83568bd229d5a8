import type { SheetKind } from '../../../sheets/import.ts'
import { refuseReviewed } from '../change/reviewed.ts'
import { insertUserSheet } from './insert-sheet.ts'
import { insertUserOrgSheet } from './job-insert-sheet.ts'
import { updateUserOrgSheet } from './job-update-sheet.ts'
import { updateUserSheet } from './update-sheet.ts'

export { directoryPort } from './directory-port.ts'
export { chosenUsers, expectedUsers } from './choice.sql.ts'
export { deletedUsersInScope } from './deleted-user.sql.ts'
export { lockEach, touchUsers } from './job-sheets.sql.ts'
export { textCondition } from './user-filter.sql.ts'
export { lastLogin, listColumns, pageUsers } from './user-list.sql.ts'
export { findIn, chosenPassword } from './new-password.ts'
export { settlePending } from './pending-password.ts'
export { idsFound, idsNamed, personConditions } from './user-filter.sql.ts'
export { phoneColumns } from './person.ts'
export { lockUser } from './user-write.sql.ts'
const refuseImport: SheetKind['refuseImport'] = caller => refuseReviewed(caller, 'user')
export const userSheets = {
  insertUser: { ...insertUserSheet, refuseImport },
  updateUser: { ...updateUserSheet, refuseImport },
  insertUserOrg: { ...insertUserOrgSheet, refuseImport },
  updateUserOrg: { ...updateUserOrgSheet, refuseImport },
} as const
