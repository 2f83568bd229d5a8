import type { Translated } from '@hufu/contract/language'
import { states } from '@hufu/contract/text'
import type { text as chinese } from './choice-text.ts'

export const text: Translated<typeof chinese> = {
  find: 'Type to find',
  options: 'Options',
  nothing: 'No option matches',
  none: states.empty,
}
