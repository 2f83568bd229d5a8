import type { SheetKind } from '../../../sheets/index.ts'
import { refuseReviewed } from '../change/reviewed.ts'
import { insertUserSheet } from './sheets/insert-sheet.ts'
import { insertUserOrgSheet } from './sheets/job-insert-sheet.ts'
import { updateUserOrgSheet } from './sheets/job-update-sheet.ts'
import { updateUserSheet } from './sheets/update-sheet.ts'

const refuseImport: SheetKind['refuseImport'] = caller => refuseReviewed(caller, 'user')
export const userSheets = {
  insertUser: { ...insertUserSheet, refuseImport },
  updateUser: { ...updateUserSheet, refuseImport },
  insertUserOrg: { ...insertUserOrgSheet, refuseImport },
  updateUserOrg: { ...updateUserOrgSheet, refuseImport },
} as const
