export { shownProviders } from './identity-provider/provider.sql.ts'
export { partsOfName } from './scim/names.ts'
export { endOfSamlKey, samlTroubles } from './saml/troubles.sql.ts'
export { restorePeer } from './saml/restore.sql.ts'
