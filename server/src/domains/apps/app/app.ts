export { findApps } from './app.sql.ts'
export { addSecret, endFormerSecrets, OVERLAP_HOURS, type SecretOwner } from './client-secret.sql.ts'
