import { user } from '@hufu/contract/directory/user'
import { org } from '@hufu/contract/directory/org'
import { send } from '../../../../platform/client.ts'
import type { SheetImport } from '../../../../sheets/sheet-import.ts'
import { text } from './batch-text.ts'
import { NoInitialPassword, SetPasswords } from './import-passwords.tsx'

const refreshes = [user.page, org.page, org.tree]
const templates = {
  insert: user.insertTemplate,
  update: user.updateTemplate,
  insertUserOrg: user.insertUserOrgTemplate,
  updateUserOrg: user.updateUserOrgTemplate,
}

/** The import sheets of users and of their jobs. */
const sheet = (key: keyof typeof templates): SheetImport => ({
  key,
  label: text.kinds[key],
  hint: text.hints[key],
  template: templates[key],
  dryRun: (file, signal) => send(user.importCheck, { query: { type: key }, body: {}, file, signal }),
  refreshes,
})
export const userSheets = [
  { ...sheet('insert'), Before: NoInitialPassword, After: SetPasswords },
  sheet('update'),
  sheet('insertUserOrg'),
  sheet('updateUserOrg'),
] as const
