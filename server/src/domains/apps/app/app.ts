/** The door of this feature for others (house rule 3). */
export { findApps } from './app.sql.ts'
export { addSecret, endFormerSecrets, OVERLAP_HOURS, type SecretOwner } from './client-secret.sql.ts'
