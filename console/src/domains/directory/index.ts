export { type FreshPassword, PasswordsDialog, ResetDialog } from './user/user.tsx'
