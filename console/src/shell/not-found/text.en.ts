import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'No such page',
  body: 'Sorry, the page you asked for does not exist',
  path: (path: string) => `Address: ${path}`,
  away: 'Not led there',
  awayBody: 'This link points to another site, and nobody is led there from here',
  host: (host: string) => `Site: ${host}`,
  home: acts.backToHome,
  back: 'Back',
  find: 'Find a page',
}
