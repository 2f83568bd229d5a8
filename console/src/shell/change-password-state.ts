import { createStore } from '../platform/store.ts'

/** Whether the dialog for changing the user's own password is open. */
export const passwordDialog = createStore({ isOpen: false })
