/** The door of this feature for others (house rule 3). */
export { siteOf } from './ceremony.ts'
export { passkeyCredential } from './passkey-credential.ts'
