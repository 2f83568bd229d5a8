import { createStore } from '../../platform/store.ts'

/** Why /404 is shown: an unknown address, or another site that is not followed. */
export const missing = createStore<{ path?: string; host?: string }>({})
