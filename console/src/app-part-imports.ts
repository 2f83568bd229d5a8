import type { AppPartLoads } from './pickers/app-parts.ts'

/** What the pages of applications show of domains below theirs. */
export default {
  connect: () => import('./domains/federation/connect/connect-tab.tsx'),
  resource: () => import('./domains/federation/oidc/resource-tab.tsx'),
  oidc: () => import('./domains/federation/oidc/oidc-tab.tsx'),
  consents: () => import('./domains/federation/oidc/consents-tab.tsx'),
  samlPeer: () => import('./domains/federation/saml/saml-peer-tab.tsx'),
  samlSecurity: () => import('./domains/federation/saml/saml-security-tab.tsx'),
  samlLogout: () => import('./domains/federation/saml/saml-logout-tab.tsx'),
  samlRefusals: () => import('./domains/federation/saml/saml-refusals-tab.tsx'),
  samlOwn: () => import('./domains/federation/saml/saml-own.tsx'),
  samlMetadata: () => import('./domains/federation/saml/saml-metadata-field.tsx'),
  samlKeys: () => import('./domains/federation/saml/saml-keys.tsx'),
  signingKeys: () => import('./domains/federation/signing-key/signing-keys.tsx'),
  signInTest: () => import('./domains/federation/sign-in-test/sign-in-test-tab.tsx'),
  push: () => import('./domains/provisioning/push/push-tab.tsx'),
  requests: () => import('./domains/federation/app-request/account-requests.tsx'),
  registration: () => import('./domains/federation/registration/registration-dialog.tsx'),
  registrationOrigin: () => import('./domains/federation/registration/registration-origin.tsx'),
} satisfies AppPartLoads
