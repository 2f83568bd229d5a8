import { lazyComponent } from '../../../platform/lazy-component.tsx'

/** The door of this feature for others (house rule 3). */
export const ResetDialog = lazyComponent(async () => ({ default: (await import('./reset-dialog.tsx')).ResetDialog }))
export const PasswordsDialog = lazyComponent(async () => ({ default: (await import('./passwords-dialog.tsx')).PasswordsDialog }))
export type { FreshPassword } from './passwords-dialog.tsx'
