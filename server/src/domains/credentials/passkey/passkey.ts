export { siteOf } from './ceremony.ts'
export { passkeyCredential } from './passkey-credential.ts'
