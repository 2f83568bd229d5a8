/** Parts other domains of the console use. */
export { refreshRights } from './refresh-rights.ts'
