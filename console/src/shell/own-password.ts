import { createStore } from '../platform/store.ts'

/** Whether the dialog in which one changes one's own password stands open. */
export const ownPassword = createStore({ isOpen: false })
