import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './neighbours-text.ts'

export const text: Translated<typeof chinese> = {
  label: 'Before and after in the list',
  before: 'Previous one',
  after: 'Next one',
  place: (at: number, of: number) => `${at} of ${of}`,
}
