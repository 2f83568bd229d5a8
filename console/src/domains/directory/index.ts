export { type FreshPassword } from './user/dialogs/passwords-dialog.tsx'
export { PasswordsDialog, ResetDialog } from './user/user.tsx'
