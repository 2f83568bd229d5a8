import type { Translated } from '@hufu/contract/language'
import { acts, fields } from '@hufu/contract/text'
import type { retrieve as chinese } from './retrieve-text.ts'

export const retrieve: Translated<typeof chinese> = {
  title: acts.recoverPassword,
  how: 'No phone number bound? Ask your administrator to reset your password.',
  back: acts.backToSignIn,
  steps: ['Verify your phone', 'Confirm the account', 'Set a new password'],
  stepOf: (step: number, name: string) => `Step ${step} of 3: ${name}`,
  next: acts.nextStep,
  previous: 'Back',
  checking: 'Verifying…',
  account: 'Account whose password is reset',
  fresh: fields.newPassword,
  freshHint: 'Enter a new password',
  confirm: 'Confirm password',
  confirmHint: 'Enter the new password again',
  mismatch: 'The passwords are not the same',
  failed: 'The password could not be changed, try again.',
  proofOver: 'The verification is no longer valid, verify again',
  done: 'The password has been changed, sign in again.',
  submit: 'Submit',
  submitting: 'Submitting…',
}
