import type { Translated } from '@hufu/contract/language'
import { fields, things } from '@hufu/contract/text'
import type { login as chinese } from './login-text.ts'

/** Sentences of the sign-in settings. */
export const login: Translated<typeof chinese> = {
  methods: 'Sign-in methods',
  openPassword: ['Password', 'User name or phone number, and password.'],
  openPhone: ['SMS code', 'Needs the SMS gateway under Settings.'],
  openWx: ['WeChat scan', 'Needs the WeChat application under Settings.'],
  openZfb: ['Alipay scan', 'Needs the Alipay application under Settings.'],
  openCa: ['Certificate', 'Needs the trusted CA certificates under Settings.'],
  openFace: [things.faceSignIn, 'Cannot be the only sign-in method.'],
  openPasskey: ['Passkey', 'With fingerprint, face or device PIN; needs an https address.'],
  needPhoneVerify: ['Verify the phone', 'After the right password an SMS code is asked for too; not of users without a phone number.'],
  guessing: 'Against guessing',
  captchaMode: ['Picture code', 'Whether a picture code is asked for when signing in.'],
  captchas: { '0': 'Never', '1': 'Always', '2': 'After a failed sign-in' },
  failCount: [
    'Failures allowed',
    'After so many wrong passwords and the like within 30 minutes, the address can no longer sign in to that account in that way; other ways are not affected.',
  ],
  accountFailCount: [
    'From all addresses',
    'After so many failures from all addresses within 30 minutes, no address can sign in to that account in that way.',
  ],
  lockMinutes: ['Locked for', `It is lifted by itself, or earlier under “${things.accountUnlock}”.`],
  openRecovery: ['Password recovery by SMS', 'Users set a new password themselves with an SMS code; needs the SMS gateway.'],
  flooding: 'Rate limits',
  loginFailuresPerAddress: ['Failed sign-ins', 'Most failures of an address in a minute; successful sign-ins do not count.'],
  challengesPerAddress: [
    'Pictures and nonces',
    'Most pictures, QR codes, nonces and so on an address gets in a minute, each counted by itself.',
  ],
  faceChecksPerAddress: ['Identity checks', 'Most times name and ID card number may differ, from an address in half an hour.'],
  smsPerAddress: ['SMS by address', 'Most messages an address can cause in an hour; those whose code was entered correctly do not count.'],
  smsPerPhone: ['SMS by phone number', 'Most messages a phone number gets in a day.'],
  smsInterval: ['SMS interval', 'Least time between two messages to the same phone number.'],
  knownAddressFactor: [
    'Factor for known addresses',
    'For an address from which somebody signed in within a day, the limits above are raised by this factor, so that an office behind one address is not held back.',
  ],
  sessions: 'Sessions',
  sessionMinutes: ['Idle for at most', 'After so long without doing anything, users sign in again.'],
  sessionHours: ['Lasts at most', 'After so long users sign in again, whatever they do; holds for sign-ins from now on.'],
  maxSessions: ['Sessions of an account', 'Beyond this the earliest session is ended; 0 means no limit.'],
  hours: 'Sign-in hours',
  openTimeLimit: [
    'Limit sign-in hours',
    'Users can sign in only within the hours below (Beijing time), which may pass midnight; existing sessions are not affected.',
  ],
  beginTime: [fields.beginTime, 'From this minute on; if it is later than the end, the hours pass midnight.'],
  endTime: [fields.endTime, 'Up to and including this minute.'],
  timeHint: '08:30',
  timeProblem: 'Enter a time such as 08:30',
  unlimited: 'No limit',
}
