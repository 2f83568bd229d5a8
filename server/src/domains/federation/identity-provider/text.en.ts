import type { Translated } from '@hufu/contract/language'
import { english as shared, englishCommon } from '../protocol/text.en.ts'
import type { chinese } from './text.ts'

const problems: Translated<typeof chinese.problems> = {
  stateGone: [
    englishCommon.over,
    'The sign-in timed out, was used already, or was not started here. Please return to the sign-in page and sign in again',
  ],
  otherBrowser: ['Please continue in the browser where you started', 'The sign-in was started in another browser. Please sign in again'],
  unavailable: [
    'The identity provider cannot be reached',
    'Please try again later, or sign in another way. If it continues, contact an administrator',
  ],
  declined: ['You did not give permission', 'Please return to the sign-in page and sign in again, or sign in another way'],
  invalid: [
    'Your identity could not be confirmed',
    'The answer of the identity provider is not valid. Please try again. If it continues, contact an administrator',
  ],
  unknown: [
    'No account belongs to this identity',
    'Sign in another way first and link the identity in your account. If you have no account, contact an administrator',
  ],
  ambiguous: ['Several accounts match this identity', 'The system does not guess which one is yours. Please contact an administrator'],
  administrator: [
    'Administrators must link their account themselves',
    'Sign in another way first and link the identity in your account, then sign in this way',
  ],
  linkedElsewhere: [
    'Your account is linked to another identity',
    'Sign in with the linked identity, or sign in another way and remove the link',
  ],
  deleted: ['This account was deleted', 'If it should be restored, contact an administrator'],
  notMade: ['The account could not be created', 'Please contact an administrator'],
  disabled: [
    'This sign-in method does not exist or is disabled',
    'Please return to the sign-in page and sign in another way, or contact an administrator',
  ],
  logoutInvalid: [
    'The sign-out request is not valid',
    'The request of the identity provider is invalid or was processed already. You are still signed in here; sign out yourself if you wish',
  ],
  signedOut: [
    'Please sign in and try again',
    'The session where you began has ended or belongs to another account. Begin again in the console',
  ],
}

export const english: Translated<typeof chinese> = {
  ...englishCommon,
  problems,
  missing: problems.disabled,
  backToSignIn: 'Back to sign-in',
  backToConsole: 'Back to the console',
  trace: shared.trace,
  refusedBy: (provider, title) => `${title} · ${provider}`,
  emailUnproven: 'The identity provider did not state that your e-mail address is verified',
  domainForeign: 'No accounts are created for the domain of your e-mail address',
  noOrg: 'No organisation is set for new accounts, or it no longer exists',
  placeBeyond:
    'The new account would get rights that the administrators of this sign-in method do not have, or they no longer manage the organisation. Please contact an administrator',
  claimMissing: claim => `The identity provider did not send the attribute “${claim}”`,
  tested: provider => `Test sign-in at “${provider}” succeeded`,
  testedHow: 'This is what the identity provider sent, with sensitive data hidden. Nobody was signed in and nothing was stored',
  subject: 'Subject',
  contextClass: 'Authentication class',
  verdicts: {
    linked: 'A sign-in would enter the linked account',
    rule: 'A sign-in would enter an existing account by the rule',
    made: 'A sign-in would create a new account',
    refused: title => `A sign-in would be refused: ${title}`,
  },
  saml: {
    malformed: what => `The metadata cannot be read: ${what}`,
    several: 'The metadata hold several entities. Provide the metadata of a single identity provider',
    notMetadata: 'These are no SAML metadata',
    noProvider: 'The metadata hold no identity provider (IDPSSODescriptor)',
    noRedirect: 'The metadata hold no sign-in address for the redirect binding (HTTP-Redirect)',
    noKey: 'The metadata hold no signing certificate',
    over: 'The metadata have expired',
    unreachable: 'The metadata could not be fetched. Please check the address',
    missing: 'Enter the metadata or their address',
  },
}
