import { plural, type Translated } from '../language.ts'
import { faults } from '../text.ts'
import type { text as chinese } from './password-text.ts'

export const text: Translated<typeof chinese> = {
  missing: faults.passwordNotEntered,
  tooShort: (min: number) => `At least ${plural(min, 'character')}`,
  tooLong: (max: number) => `The password must not be longer than ${max} characters`,
  listed: 'The password is on the list of forbidden passwords, set another one',
  medium: 'Must contain two of letters, digits and special characters (!@#$%^&*_=(),.<>)',
  strong: 'Must contain letters, digits and special characters (!@#$%^&*_=(),.<>)',
  oldMissing: 'Enter the old password',
  sameAsOld: 'The new password is the same as the old one',
  common: 'The password is too common, set another one',
  threeOfFour: 'Must contain three of capital letters, small letters, digits and special characters (!@#$%^&*_=(),.<>)',
  personal: 'The password is too close to the user name, name, phone number or organisation, set another one',
  reused: (count: number) => (count === 1 ? 'The last password cannot be used again' : `The last ${count} passwords cannot be used again`),
}
