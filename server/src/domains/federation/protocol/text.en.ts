import type { Translated } from '@hufu/contract/language'
import type { chinese, chineseCommon } from './text.ts'

const EMAIL = 'E-mail'

export const englishCommon: Translated<typeof chineseCommon> = {
  over: 'This sign-in request is no longer valid',
  loggedOut: 'Signed out',
  disabled: 'This application is disabled',
  disabledHow: 'An administrator disabled this application. Please contact an administrator',
  tooOften: 'Too many requests, please try again later',
  defect: 'The service is temporarily unavailable, please try again later',
}

export const english: Translated<typeof chinese> = {
  noAccess: app => `You may not open “${app}”`,
  askWhom: names => `If you need it, please contact an administrator${names.length > 0 ? `: ${names.join(', ')}` : ''}`,
  addressRefused: app => `“${app}” cannot be opened from this network address`,
  addressHow:
    'This application can be opened from certain networks only. Please try again in the office network, or contact an administrator',
  accountKinds: {
    userName: 'Account',
    phone: 'Phone number',
    email: EMAIL,
    employeeNumber: 'Employee no.',
    originUserId: 'User ID in source system',
    id: 'User ID',
  },
  noAccount: (app, kind) => `You have no ${kind} for “${app}”`,
  noAccountHow: kind =>
    `The application identifies users by ${kind}${
      kind === EMAIL ? ', which must be verified and belong to nobody else' : ', which your account does not have'
    }`,
  proveEmail: 'Verify your e-mail address in the console, then continue. If another user has the same address, contact an administrator',
  accountShared: (app, kind) => `Another user has the same ${kind} in “${app}”`,
  accountSharedHow: 'The application cannot tell the two of you apart, so you were not signed in',
  trace: id => `Trace number: ${id}`,
  changePassword: 'Please change your password first',
  changePasswordHow: 'Your password must be changed before you open applications. Change it in the console, then return to this page',
  bindFactor: 'Please set up a second factor first',
  bindFactorHow: 'Your role requires a second factor. Set one up in the console, then return to this page',
  wantsFactor: app => `“${app}” requires a second factor`,
  wantsKey: app => `“${app}” requires a passkey`,
  showFactor: 'Sign in again with it',
  showFactorHow: {
    any: 'Please sign in again with an authenticator code, a passkey or a digital certificate',
    key: 'Please sign in again with a passkey or a digital certificate',
  },
  goBind: 'Set up',
  goBindHow: {
    any: 'You have neither an authenticator nor a passkey yet. Set one up, then return to this page to continue',
    key: 'You have no passkey yet. Set one up, then return to this page to continue',
  },
  skipFactor: 'Not now',
  chooseJob: app => `With which job do you enter “${app}”?`,
  chooseJobHow: 'The choice lasts for this session. You can change it in “My apps”',
  mainJob: 'Main job',
  otherJob: 'Other job',
  toConsole: 'Open the console',
  goOn: 'Continue',
  backToApp: 'Back to the application',
  otherAccount: 'Use another account',
}
