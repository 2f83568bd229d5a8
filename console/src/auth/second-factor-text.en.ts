import type { Translated } from '@hufu/contract/language'
import type { words as chinese } from './second-factor-text.ts'

export const words: Translated<typeof chinese> = {
  title: 'Verify with your second factor',
  about: {
    totp: 'Open your authenticator app and enter the 6-digit code it shows.',
    passkey: 'Unlock your registered passkey with your fingerprint, face or PIN.',
    recoveryCode: 'Enter one of the recovery codes you kept when you set up the authenticator app. Each works once.',
  },
  names: { passkey: 'Passkey', totp: 'Authenticator code', phone: 'SMS code', recoveryCode: 'Recovery code' },
  hints: { totp: '6 digits', recoveryCode: 'such as abcde-23456' },
  missing: { totp: 'Enter the authenticator code', recoveryCode: 'Enter a recovery code' },
  submit: { totp: 'Verify and sign in', recoveryCode: 'Verify and sign in', passkey: 'Verify with a passkey' },
  verifying: 'Verifying…',
  others: 'Other ways to verify',
  back: 'Back to sign-in',
}
