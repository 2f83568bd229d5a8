import type { Translated } from '@hufu/contract/language'
import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import type { text as chinese } from './oidc-text.ts'

export const text: Translated<typeof chinese> = {
  save: acts.save,
  saved: outcomes.saved,
  on: acts.enable,
  off: states.off,
  sections: {
    request: 'Sign-in requests',
    told: 'What is told',
    leaving: 'Notice of sign-out',
    client: 'How the application proves itself',
  },
  pkce: 'PKCE',
  pkceHint:
    'Keeps an intercepted authorisation code from being used. Allow nonce instead only where the application really does not support PKCE, as it protects less; applications without a secret must use PKCE',
  pkces: { required: 'Required', nonce: 'nonce will do' },
  offline: 'Allow long-term access',
  offlineHint:
    'Given at once when the application asks for offline_access, which then lasts up to 30 days after the user signs out; when off, the application has to ask with prompt=consent',
  ciba: 'May send requests to users (CIBA)',
  cibaHint:
    'For call centres, kiosks and wherever the user is not in front of the application: it names an account, and is given tokens once the user has proven themselves and agreed in a browser of their own; it needs a secret or a key, and must not be held to FAPI 2.0',
  scopes: 'Scopes that can be asked for',
  scopesHint: 'The most the application is told at sign-in; what goes beyond is not given. With none ticked, there is no limit',
  scopeNames: {
    openid: 'Recognising the user',
    profile: 'Name, account and employee number',
    email: fields.email,
    phone: fields.phone,
    org: 'Organisation and jobs',
    roles: 'Roles in this application',
    groups: 'Permission groups',
    offline_access: 'Long-term access',
  },
  asksConsent: 'Users have to consent',
  asksConsentHint:
    'At the first sign-in users are shown what will be told and asked for consent, which they can withdraw in “My applications”; for resource servers consent is always asked',
  frontchannel: 'Front-channel logout address',
  frontchannelHint:
    'Only for applications that nothing but a browser can tell; leave it empty otherwise. When the user signs out, the sign-out page opens this address in a hidden frame. The browser sends the cookies of the application only where it lies under the same domain as this system (both under example.com, for instance), and whether it worked cannot be known. Where a server can be told, use the “Back-channel sign-out address” instead. It must have the origin of a redirect address and allow being framed',
  authMethod: 'Proof of identity',
  authMethodHints: {
    secret: 'For most applications; the secret has to be kept out of logs and settings that others read',
    key: 'No secret is sent, so none can leak through logs or settings; the former secret is no longer valid then',
    tls: 'For environments with a CA of their own and mutual TLS between services, such as banks and authorities: the application shows a certificate the CA issued, its subject is checked, and tokens can only be used with the same certificate; a renewed certificate need not be changed here',
    selfSigned:
      'For applications that must use mutual TLS without a CA: the application shows a certificate it issued itself, which has to be one of those registered below, and tokens can only be used with the same certificate; register the old and the new one while you change them',
  },
  mtlsOff: 'Applications can prove themselves by certificate once an address for mutual TLS (HUFU_MTLS_URL) is set for this installation.',
  certificates: 'Certificates of the application (PEM)',
  certificatesHints: {
    tls: 'One certificate, for its subject; the CA and its revocation lists are registered in the configuration under “Third-party sign-in”',
    selfSigned: 'At most 5, without private keys; a certificate that has ended is not accepted',
  },
  authMethods: {
    secret: 'Secret (client_secret)',
    key: 'Public key (private_key_jwt)',
    tls: 'Certificate issued by a CA (tls_client_auth)',
    selfSigned: 'Self-signed certificate (self_signed_tls_client_auth)',
  },
  signedResponse: 'Sign-in answers must be signed',
  signedResponseHint:
    'The application takes only signed answers (JARM), so that nobody can swap the code; it then has to ask with response_mode=jwt',
  signedIntrospection: 'Introspection answers must be signed',
  signedIntrospectionHint:
    'What is said about a token is returned as a signed JWT (RFC 9701) that can be kept as evidence; requests that do not accept one are then refused',
  fapiAlg: (now, then) =>
    `ID tokens are signed with ${now} now and with ${then} once this is saved; check that the application can verify it.`,
  jwks: 'Public keys of the application (JWKS)',
  jwksHint: 'Written like {"keys":[…]}, public keys only, at most 5',
  signedRequest: 'Signed sign-in requests required',
  signedRequestHint:
    'The application signs its requests with its own key (JAR, RFC 9101), so that nobody changes them on the way. Once on, unsigned requests are refused.',
  fapi: 'Follow FAPI 2.0',
  fapiHint:
    'For high security such as in finance: sign-in requests are pushed first (PAR), tokens are bound to a key of the application (DPoP), the application proves itself by a public key or a certificate (tokens are then bound to the certificate), and ID tokens are signed with ES256',
  identifier: 'Resource identifier',
  identifierHint:
    'Address of the resource server, such as https://mcp.example.com/mcp; clients name it in the parameter resource, and the token is valid for it alone',
  tokenFormat: 'Access tokens',
  tokenFormatHint:
    'Introspection: asked of this system each time, so a withdrawal works at once; self-contained: the resource server checks the signature itself, valid for 5 minutes at most, introspection works too',
  tokenFormats: { opaque: 'Opaque (introspection)', jwt: 'JWT (self-contained)' },
  resourceScopes: 'Scopes',
  resourceScopesHint:
    'Names are up to the resource server; the Chinese name and the explanation are shown when users are asked for consent',
  scopeName: fields.name,
  scopeLabel: 'Chinese name',
  scopeExplanation: fields.explanation,
  nameOf: (row: number) => `Name in row ${row}`,
  labelOf: (row: number) => `Chinese name in row ${row}`,
  explanationOf: (row: number) => `Explanation in row ${row}`,
  removeOf: (row: number) => `Remove row ${row}`,
  addScope: 'Add scope',
  remove: acts.detach,
  scopeProblem: 'Letters, digits and signs such as : . _ - only, and not the name of a scope of sign-in',
  twice: 'This name stands twice',
  agents: 'Applications that may act for users',
  agentsHint:
    'These applications can exchange a token of a user for one of this resource (token exchange). It never exceeds what the user and the application may do, and access is recorded with both of them',
  agent: 'Application',
  agentOf: (row: number) => `Application in row ${row}`,
  agentScopesOf: (row: number) => `Scopes of the application in row ${row}`,
  addAgent: 'Add application',
  noAgents: 'There is no other application to add',
  consents: {
    none: 'No consents yet',
    noneHint: 'When users agree to the access of a client, it is listed here.',
    list: 'List of consents',
    time: 'Agreed at',
    user: things.user,
    userName: fields.userName,
    client: things.client,
    host: 'Client host',
    resource: things.resourceServer,
    signInOnly: 'Sign-in only',
    scopes: 'Scopes agreed to',
    named: named.listed,
  },
  withdraw: acts.withdrawConsent,
  withdrawAsk: 'Withdraw this consent?',
  withdrawHint: 'The client can no longer act for this user from now on, and has to ask for consent again.',
}
