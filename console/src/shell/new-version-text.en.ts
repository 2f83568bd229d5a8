import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './new-version-text.ts'

export const text: Translated<typeof chinese> = {
  newVersion: 'There is a new version of the system. Save what you are entering, then reload the page to use it.',
  reload: 'Reload page',
}
