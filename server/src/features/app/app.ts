/** The door of this feature for others (house rule 3). */
export { addSecret, endFormerSecrets, OVERLAP_HOURS, type SecretOwner } from './client-secret.sql.ts'
