import type { Translated } from '@hufu/contract/language'
import { english as shared, englishCommon } from '../protocol/text.en.ts'
import type { chinese } from './text.ts'

const again = 'Please return to the application and sign in again. If it happens again, contact the administrator of the application'
const settings = 'Ask the administrator of the application to check its SAML settings in this system'

export const english: Translated<typeof chinese> = {
  ...englishCommon,
  problems: {
    malformed: ['The sign-in request is not valid', again],
    tooLarge: ['The sign-in request is too large', again],
    unknownIssuer: [
      'This application is not registered',
      'Ask the administrator of the application to register its metadata in this system',
    ],
    signatureMissing: ['The sign-in request is not signed', settings],
    signatureBad: ['The signature of the sign-in request is not valid', settings],
    algorithm: ['The signature algorithm of the sign-in request is not accepted', settings],
    acsUnknown: ['The address to return to is not registered', settings],
    destination: ['The sign-in request was not sent to this system', settings],
    expired: [
      'The sign-in request has expired',
      'Please return to the application and sign in again. If it happens again, check the clocks of both servers',
    ],
    version: ['The SAML version of the sign-in request is not supported', settings],
    replayed: ['This request has already been processed', again],
    unsolicited: ['The application cannot be opened from here', 'Please begin at the sign-in page of the application'],
    encryption: ['Nothing can be encrypted for this application', settings],
    nameId: ['You cannot be identified as the application requires', settings],
    context: ['The way of signing in that the application requires is not available', settings],
    passive: ['The application does not allow questions to the user', again],
    denied: ['The sign-in was not allowed', again],
    metadataOver: ['The metadata of this application have expired', settings],
  },
  trace: shared.trace,
  again,
  going: app => `Opening “${app}”`,
  leaving: app => `Signing out of “${app}”`,
  leaveProvider: 'Continue with signing out of the identity provider',
  left: names => `Also signed out of: ${names.join(', ')}`,
  stayed: names => `Sign-out not confirmed, please sign out there or close the browser: ${names.join(', ')}`,
  logoutRest: 'Some applications are still signed in',
  notReached: names => `Not notified yet: ${names.join(', ')}`,
  backToApp: shared.backToApp,
  signInAgain: 'Back to sign-in',
  refused: {
    several: 'The metadata hold several entities. Keep only the EntityDescriptor of this application',
    notMetadata: 'These are no SAML metadata: the root element must be EntityDescriptor',
    noServiceProvider: 'The metadata hold no service provider for SAML 2.0 (SPSSODescriptor)',
    noAcs: 'The metadata hold no usable response address: it must use the HTTP-POST binding and be https or in a private network',
    over: 'The metadata have expired (validUntil). Ask for new metadata of the application',
    noSource: 'The metadata of this application are not read from an address',
    unreadable: detail => `The metadata cannot be read: ${detail}`,
    noPeer: 'Import the metadata of the application first',
    noEncryption: 'The metadata of the application hold no encryption certificate, so encryption cannot be required',
    noSigning: 'The metadata of the application hold no signing certificate, so signatures cannot be required',
    keyComing: 'There is a new key already. Finish its replacement first',
    keyMissing: 'The key does not exist or is no longer in use',
    keyLast: 'The only key cannot be removed',
    keyUsed: 'Applications still use this key. Finish its replacement first',
  },
  source: {
    refused: 'The metadata address leads to a network location that is not allowed',
    large: 'The metadata exceed 1 MB',
    unreachable: 'The metadata address cannot be reached',
    status: status => `The metadata address answers with status ${status}. It must return the metadata itself, without redirects`,
    unsigned: 'The metadata are not signed, but a fingerprint of the signer is set',
    pin: 'The signature of the metadata does not match the fingerprint of the signer',
    entityMoved: entityId => `The entity ID of the metadata became ${entityId}, which differs from the present one`,
    taken: 'The content of the metadata was not accepted',
  },
}
