import { insertOrgSheet } from './insert-sheet.ts'
import { updateOrgSheet } from './update-sheet.ts'

export const orgSheets = { insertOrg: insertOrgSheet, updateOrg: updateOrgSheet } as const
