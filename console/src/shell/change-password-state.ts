import { createSessionStore } from '../platform/session.ts'

/** Whether the dialog for changing the user's own password is open. */
export const passwordDialog = createSessionStore({ isOpen: false })
