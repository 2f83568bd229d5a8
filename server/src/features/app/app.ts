/** The door of this feature for others (house rule 3). */
export { addSecret, endFormerSecrets, isSecret, OVERLAP_HOURS, restOfSecret, type SecretOwner } from './client-secret.sql.ts'
