import { lazyComponent } from '../../../platform/lazy-component.tsx'

/** Parts other domains of the console use. */
export const ResetDialog = lazyComponent(async () => ({ default: (await import('./dialogs/reset-dialog.tsx')).ResetDialog }))
export const PasswordsDialog = lazyComponent(async () => ({ default: (await import('./dialogs/passwords-dialog.tsx')).PasswordsDialog }))
