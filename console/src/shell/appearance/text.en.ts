import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import { text as shell } from '../text.ts'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: shell.theme.label,
  hint: 'Changes only what you see in this browser.',
  theme: 'Theme',
  themes: shell.theme,
  accent: 'Accent',
  accents: { blue: 'Blue', teal: 'Teal', green: 'Green', purple: 'Purple', bronze: 'Bronze' },
  size: 'Text size',
  sizes: { usual: 'Standard', large: 'Large' },
  colourSafe: 'Colour-safe',
  colourSafeHint: 'Success and failure are told apart by blue and orange, and links are underlined.',
  tabs: 'Page tabs',
  tabsHint: 'Pages that were opened stay above, one click away.',
  close: acts.close,
}
