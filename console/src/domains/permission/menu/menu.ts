/** The door of this feature for others (house rule 3). */
export { refreshRights } from './refresh-rights.ts'
