import type { SheetKind } from '../../../sheets/index.ts'
import { refuseReviewed } from '../change/reviewed.ts'
import { insertOrgSheet } from './insert-sheet.ts'
import { updateOrgSheet } from './update-sheet.ts'

const refuseImport: SheetKind['refuseImport'] = caller => refuseReviewed(caller, 'org')
export const orgSheets = { insertOrg: { ...insertOrgSheet, refuseImport }, updateOrg: { ...updateOrgSheet, refuseImport } } as const
