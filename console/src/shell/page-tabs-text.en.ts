import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './page-tabs-text.ts'

export const text: Translated<typeof chinese> = { label: 'Open pages', close: (name: string) => `Close ${name}` }
