import type { SheetKind } from '../../../sheets/import.ts'
import { refuseReviewed } from '../change/reviewed.ts'
import { insertOrgSheet } from './insert-sheet.ts'
import { updateOrgSheet } from './update-sheet.ts'

const barred: SheetKind['barred'] = caller => refuseReviewed(caller, 'org')
export const orgSheets = { insertOrg: { ...insertOrgSheet, barred }, updateOrg: { ...updateOrgSheet, barred } } as const
