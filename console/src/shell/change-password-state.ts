import { createStore } from '../platform/store.ts'

/** Whether the dialog for changing one's own password is open. */
export const passwordDialog = createStore({ isOpen: false })
