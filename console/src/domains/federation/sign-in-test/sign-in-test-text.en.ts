import type { BlockerName, TestedScope } from '@hufu/contract/federation/sign-in-test'
import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields, named, outcomes } from '@hufu/contract/text'
import type { text as chinese } from './sign-in-test-text.ts'

type Sentence = (about: string) => string
const blockers: Readonly<Record<BlockerName, Sentence>> = {
  protocolMissing: () => 'Sign-in by this protocol is not supported yet',
  appDisabled: () => 'The application is disabled; first enable it in the list of applications',
  noAddress: () => 'No address to return to after sign-in is registered; enter it in “Sign-in and redirects”',
  addressUnknown: about => `The address is not registered, so the sign-in request will be refused: ${about}`,
  noMetadata: () => 'The metadata of the application have not been imported; import them in “Service provider”',
  addressOfAnother: about => `The address belongs to the application “${about}”; users would be signed in there`,
  personDisabled: () => 'The user is disabled or has expired',
  noAccess: () => 'The user may not open this application; see below for the reason',
  changePassword: () => 'The user must change their password before they can open the application',
  secondFactor: () => 'Their role requires a second factor, which they have to present at sign-in',
  ipWhitelist: about => `It can only be opened from certain networks: ${about}`,
  noSecret: () => 'There is no valid client secret, so the application can only get tokens as a public client (PKCE alone)',
  accountMissing: about =>
    `There is no usable “${about}”, so the application cannot recognise the user${about === fields.email ? ' (an e-mail address must be verified and not shared with others)' : ''}`,
  accountShared: about =>
    `Other users too have the account “${about}” in this application; it cannot tell them apart, so they cannot sign in`,
  claimEmpty: about => `These attributes have no value and will not be sent: ${about}`,
}
const scopes: Readonly<Record<TestedScope, string>> = {
  openid: 'Identity (openid)',
  profile: 'Profile (profile)',
  email: 'E-mail (email)',
  phone: 'Phone number (phone)',
  org: 'Organisation and jobs (org)',
  roles: 'Application roles (roles)',
  groups: 'Permission groups (groups)',
  offline_access: 'Offline access (offline_access)',
}

export const text: Translated<typeof chinese> = {
  title: acts.testSignIn,
  about:
    'See what the application would receive if a user signed in to it now. Nobody is signed in: there is no session, no code, no token and no ticket. The test is recorded in the operation log.',
  person: 'User',
  choose: 'Choose a user',
  again: 'Choose again',
  address: fields.redirectUri,
  service: fields.serviceUrl,
  serviceHint: 'May be a page below a registered address',
  scopes: 'Scopes asked for',
  scopeNames: scopes,
  run: acts.test,
  hint: `Choose a user, then click “${acts.test}”.`,
  open: 'Can sign in',
  closed: 'Cannot sign in',
  known: account => `Account in the application: ${account}`,
  roles: names => `Roles: ${names}`,
  checklist: 'Findings',
  stops: 'Blocks sign-in',
  notes: 'Note',
  clear: 'Nothing found',
  hurdles: blockers,
  listing: of => of.join(', '),
  paths: 'Granted through',
  sent: 'What the application receives',
  unsigned:
    'Content only: it is not signed, and no code or ticket belongs to it, so it cannot be used to sign in. What stands in angle brackets has a value only at a real sign-in.',
  redirect: 'The browser goes to',
  header: 'ID token: header',
  claims: 'ID token: claims',
  userinfo: 'User info (userinfo)',
  nowhere: 'The user stays on the sign-in page and is told the reason and which administrator to ask.',
  lives: fields.validity,
  life: { code: 'Code', idToken: 'ID token', accessToken: 'Access token', refreshToken: 'Refresh token', ticket: 'Ticket' },
  seconds: n => (n % 86_400 === 0 ? named.days(n / 86_400) : n % 60 === 0 ? named.minutes(n / 60) : plural(n, 'second')),
  third: 'CAS 3.0: /p3/serviceValidate',
  second: 'CAS 2.0: /serviceValidate',
  first: 'CAS 1.0: /validate',
  copy: acts.copy,
  copied: outcomes.copied,
}
