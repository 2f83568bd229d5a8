import type { RefusalDetail, RefusalName } from './refusals.ts'

/** What the sign-in page can be refused with. For the whole product this is RefusalName. */
type Translated = Extract<
  RefusalName,
  | 'unknownPath'
  | 'wrongMethod'
  | 'unreadable'
  | 'wrongContentType'
  | 'tooLarge'
  | 'defect'
  | 'outage'
  | 'stopping'
  | 'headersTooLarge'
  | 'tooSlow'
  | 'foreignSite'
  | 'storageFull'
  | 'signInAgain'
  | 'forcedOut'
  | 'forbidden'
  | 'showFactorFirst'
  | 'tooOften'
  | 'methodOff'
  | 'addressRefused'
  | 'hourRefused'
  | 'captchaNeeded'
  | 'captchaWrong'
  | 'wrongCredentials'
  | 'locked'
  | 'accountDisabled'
  | 'accountExpired'
  | 'phoneVerifyNeeded'
  | 'secondStepNeeded'
  | 'secondStepOver'
  | 'passkeyWrong'
  | 'passkeyCopied'
  | 'phoneUnbound'
  | 'phoneFault'
  | 'ticketInvalid'
  | 'userMissing'
  | 'passwordUnreadable'
  | 'proofInvalid'
  | 'smsGatewayMissing'
  | 'smsTemplateMissing'
  | 'parameterFault'
  | 'illegalText'
>

const outage = 'System error, please try again later'

/** 90 seconds, 5 minutes, 3 hours. */
const inTime = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}

export const english: Readonly<Record<Translated, string | ((detail: RefusalDetail) => string)>> = {
  unknownPath: 'No such interface',
  wrongMethod: 'This method is not supported',
  unreadable: 'The request is malformed',
  wrongContentType: 'The request is malformed',
  tooLarge: 'The request is too large',
  defect: outage,
  outage,
  stopping: 'The service is stopping, please try again later',
  headersTooLarge: 'The request is too large',
  tooSlow: 'The request timed out, please try again later',
  foreignSite: 'You are not permitted to do this, please contact your administrator',
  storageFull: 'The server is out of storage, please contact your administrator',
  signInAgain: 'Your sign-in has ended, please sign in again',
  forcedOut: 'You have been signed out by an administrator',
  forbidden: 'You are not permitted to do this, please contact your administrator',
  showFactorFirst: 'Please complete two-step verification first',
  tooOften: ({ seconds }) => `Too many attempts, please try again ${typeof seconds === 'number' ? `in about ${inTime(seconds)}` : 'later'}`,
  methodOff: 'This sign-in method is switched off',
  addressRefused: 'Sign-in is not allowed from your IP address',
  hourRefused: 'Sign-in is not allowed at this time',
  captchaNeeded: 'To confirm that it is you, please enter the characters in the picture',
  captchaWrong: 'The verification code is wrong or has expired',
  wrongCredentials: ({ remain }) => `Wrong user name or password, ${String(remain)} ${remain === 1 ? 'try' : 'tries'} left`,
  locked: ({ minutes }) =>
    `The account is locked. Please try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'} or ask your administrator to unlock it`,
  accountDisabled: 'The account is disabled, please contact your administrator',
  accountExpired: 'The account has expired, please contact your administrator',
  phoneVerifyNeeded: 'Please verify your phone',
  secondStepNeeded: 'Please complete two-step verification',
  secondStepOver: 'Verification has timed out, please sign in again',
  passkeyWrong: 'The passkey is not valid or verification has timed out, please try again',
  passkeyCopied: 'This passkey may have been copied, please contact your administrator',
  phoneUnbound: 'No account is bound to this phone number',
  phoneFault: 'This is not a valid phone number',
  ticketInvalid: 'The sign-in ticket is not valid or has expired',
  userMissing: 'No such user',
  passwordUnreadable: 'The password could not be decrypted, please reload the page and try again',
  proofInvalid: 'Verification has expired, please verify again',
  smsGatewayMissing: 'Please ask your administrator to configure the SMS gateway',
  smsTemplateMissing: 'Please ask your administrator to configure the SMS template',
  parameterFault: ({ field }) => (field === undefined ? 'Invalid request' : `Invalid request: ${String(field)}`),
  illegalText: 'Contains characters that are not allowed',
}
