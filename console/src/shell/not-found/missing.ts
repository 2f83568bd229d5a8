import { createStore } from '../../platform/store.ts'

/** What led to /404: an address that is not there, or another site that nobody is led to. */
export const missing = createStore<{ path?: string; host?: string }>({})
