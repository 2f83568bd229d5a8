import { plural, type Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Help',
  open: 'Help (F1)',
  close: acts.close,
  all: 'All guides',
  list: 'Guides',
  search: 'Search all guides',
  found: (count: number) => (count === 0 ? 'Nothing found, try other words' : `${plural(count, 'guide')} found`),
  noGuide: 'This page has no guide of its own. Search, or choose one of all guides.',
  toPage: (name: string) => `Open “${name}”`,
  whole: 'User guide',
  wholeHint: 'What each page of the console does, how it is done, and what to do when something goes wrong.',
  contents: 'Contents',
  openWhole: 'Open the whole guide',
}
