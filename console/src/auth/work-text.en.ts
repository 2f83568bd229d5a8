import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './work-text.ts'

export const text: Translated<typeof chinese> = {
  offer: 'Cannot read the picture? Verify here',
  working: 'Verifying, this takes a few seconds…',
  progress: 'Verification progress',
  done: 'Verified, please go on',
  failed: 'Verification did not finish, please try again',
}
