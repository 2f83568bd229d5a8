import { plural, type Translated } from '@hufu/contract/language'
import type { text as chinese } from './pagination-text.ts'

export const text: Translated<typeof chinese> = {
  total: (total: number) => plural(total, 'item'),
  before: 'Previous page',
  after: 'Next page',
}
