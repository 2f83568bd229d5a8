import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'No such page',
  body: 'Sorry, the page you asked for does not exist',
  home: acts.backToHome,
  back: 'Back',
  find: 'Find a page',
}
