/** What the rest of the console uses of it. */
export { refreshRights } from './refresh-rights.ts'
