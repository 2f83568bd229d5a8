export { closePush } from './app-setting.sql.ts'
export { findApps, isAppNameTaken } from './app.sql.ts'
export { addSecret, endFormerSecrets, OVERLAP_HOURS, type SecretOwner } from './client-secret.sql.ts'
export { pushAnswer } from './push-answer.ts'
