import type { Translated } from '@hufu/contract/language'
import { acts, fields } from '@hufu/contract/text'
import type { text as chinese } from './password-text.ts'

export const text: Translated<typeof chinese> = {
  title: acts.changePassword,
  forcedTitle: 'Change your password',
  old: 'Old password',
  fresh: fields.newPassword,
  confirm: 'Confirm password',
  oldMissing: 'Enter the old password',
  freshMissing: 'Enter the new password',
  confirmMissing: 'Enter the new password again',
  forcedConfirmMissing: 'Enter the password again',
  mismatch: 'The passwords are not the same',
  failed: 'The password could not be changed, try again',
  changed: 'Your password has been changed, sign in again',
  forcedChanged: 'Your password has been changed',
  expiredTitle: 'Regular password change',
  expiredText: 'Your password has expired. To keep your account safe, change it now.',
  first: 'This is the first time you sign in. Set your own password first.',
  default: 'An administrator has reset your password. Set your own password first.',
  policy: 'The password needs',
  met: 'Met',
  unmet: 'Not met',
  length: (min: number, max: number) => `${min} to ${max} characters`,
  threeOfFour: 'Three of upper-case letters, lower-case letters, digits and special characters',
  medium: 'Two of letters, digits and special characters',
  strong: 'Letters, digits and special characters',
  unlisted: 'Not on the list of blocked passwords',
  uncommon: 'Not a common password',
  unnamed: 'Not like the user name, name, phone number or organisation',
  specials: 'Special characters: !@#$%^&*_=(),.<>',
}
