import type { Translated } from '@hufu/contract/language'
import { things } from '@hufu/contract/text'
import type { text as chinese } from './app-text.ts'

export const text: Translated<typeof chinese> = {
  app: things.app,
  choose: 'Choose an application by name or code',
  nothing: 'No application matches',
}
