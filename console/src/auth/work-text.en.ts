import type { Translated } from '../platform/language.ts'
import type { chinese } from './work-text.ts'

export const text: Translated<typeof chinese> = {
  offer: 'Cannot read the picture? Verify here',
  working: 'Verifying, this takes a few seconds…',
  progress: 'Verification progress',
  done: 'Verified, please go on',
  failed: 'Verification did not finish, please try again',
}
