import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './filter-text.ts'

export const text: Translated<typeof chinese> = { active: 'Filters', remove: 'Remove filter', removeAll: 'Clear all', colon: ': ' }
